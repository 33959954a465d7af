import Foundation

/// Steers a later pass to what its segments are to come to together, picture by picture: a pure value.
///
/// What a picture will come to at its segment's rate factor is foreseen, and not exactly. What those so far missed is shared
/// by those behind, so that another pass need not make it good.
package struct PassSteering: Sendable {
  /// A segment as it is foreseen.
  struct Segment {
    /// Of each picture to come, in decode order, at the planned rate factor.
    var amounts: ArraySlice<Double>
    /// As planned.
    var rateFactor: Double
    /// The largest rate factor that it may have; `nil` where it has to keep to its own.
    var ceiling: Double?
    /// Whether its key frame is encoded, which says little of the pictures behind it.
    var isBegun: Bool { amounts.startIndex > 0 }
  }

  private let kind: RateModel.Kind
  private var segments: [Int: Segment]
  /// What all together are to come to.
  private let goal: Double
  /// What the pictures so far came to.
  private var reached = 0.0
  /// What those that are no key frames came to, and what was foreseen for the rate factors that they had.
  private var seen = 0.0
  private var foreseen = 0.0
  /// What is foreseen for the pictures to come, at the planned rate factors: of segments that are steered, and of the others.
  private var steerable = 0.0
  private var fixed = 0.0
  /// How much foresight weighs beside what was seen.
  private let trust: Double
  /// How far steered segments are from their plan, in steps of the rate factor.
  private var correction = 0.0

  /// Further from its plan no segment is: it would be seen.
  private static let largestCorrection = 2.0
  /// The share of all that has to be seen to count as much as the foresight.
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

  /// The rate factor that the next pictures of a segment are to have; `nil` for others.
  package func rateFactor(of index: Int) -> Double? {
    guard let segment = segments[index] else { return nil }
    guard let ceiling = segment.ceiling else { return segment.rateFactor }
    return min(PassPlanner.allowed(segment.rateFactor + correction), max(segment.rateFactor, ceiling))
  }

  /// A segment's next picture was encoded.
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
