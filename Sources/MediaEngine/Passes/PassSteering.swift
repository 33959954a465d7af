import Foundation

/// Steers a later pass, picture by picture, to the amount that its segments are to have together: a pure value.
///
/// The amount of a picture at its segment's rate factor is foreseen, but not exactly. The error so far is shared by the
/// pictures to come, so that another pass need not make it good.
package struct PassSteering: Sendable {
  /// A segment as it is foreseen.
  struct Segment {
    /// The amount of each picture to come, in decode order, at the planned rate factor.
    var amounts: ArraySlice<Double>
    /// The planned rate factor.
    var rateFactor: Double
    /// The largest rate factor that it may have; `nil` where it has to keep to its own.
    var ceiling: Double?
    /// A Boolean value that says whether its key frame is encoded, which says little of the pictures behind it.
    var isBegun: Bool { amounts.startIndex > 0 }
  }

  private let kind: RateModel.Kind
  private var segments: [Int: Segment]
  /// The amount that all segments together are to have.
  private let goal: Double
  /// The amount of the pictures so far.
  private var reached = 0.0
  /// The amount of the pictures that are no key frames, and the amount that was foreseen for their rate factors.
  private var seen = 0.0
  private var foreseen = 0.0
  /// The amounts that are foreseen for the pictures to come, at the planned rate factors: of segments that are steered,
  /// and of the others.
  private var steerable = 0.0
  private var fixed = 0.0
  /// The weight of the foresight beside the pictures that were seen.
  private let trust: Double
  /// The distance of steered segments from their plan, in steps of the rate factor.
  private var correction = 0.0

  /// The greatest distance of a segment from its plan: a greater one would be seen.
  private static let largestCorrection = 2.0
  /// The share of the whole amount that has to be seen to count as much as the foresight.
  private static let trustedShare = 0.5

  init(_ kind: RateModel.Kind, of segments: [Int: Segment], goal: Double) {
    (self.kind, self.segments, self.goal) = (kind, segments, goal)
    // In their order: sums of the same numbers are the same each time.
    for (_, segment) in segments.sorted(by: { $0.key < $1.key }) {
      let amount = segment.amounts.reduce(0, +)
      if segment.ceiling == nil { fixed += amount } else { steerable += amount }
    }
    trust = (steerable + fixed) * Self.trustedShare
  }

  /// Returns the rate factor that the next pictures of a segment are to have; `nil` for other segments.
  package func rateFactor(of index: Int) -> Double? {
    guard let segment = segments[index] else { return nil }
    guard let ceiling = segment.ceiling else { return segment.rateFactor }
    return min(PassPlanner.allowed(segment.rateFactor + correction), max(segment.rateFactor, ceiling))
  }

  /// Notes that a segment's next picture was encoded.
  package mutating func didEncode(_ picture: PassSegment.Picture, of index: Int) {
    guard let segment = segments[index], let planned = segments[index]?.amounts.popFirst() else { return }
    reached += kind.amount(of: picture)
    if segment.isBegun {
      seen += kind.amount(of: picture)
      foreseen += planned * exp2(kind.usualSlope * (picture.rateFactor - segment.rateFactor))
    }
    if segment.ceiling == nil { fixed -= planned } else { steerable -= planned }
    guard steerable > 0 else { return }
    let error = (seen + trust) / (foreseen + trust)
    let left = (goal - reached) / error - fixed
    let wanted = left > 0 ? log2(left / steerable) / kind.usualSlope : kind.usualSlope < 0 ? .infinity : -.infinity
    correction = min(max(wanted, -Self.largestCorrection), Self.largestCorrection)
  }
}
