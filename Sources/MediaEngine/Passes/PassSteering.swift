import Foundation

/// Controls a later pass, picture by picture, so that its segments together have a wanted amount: a pure value.
///
/// The amount of a picture at its segment's rate factor is predicted, but not exactly. The error so far is distributed
/// over the remaining pictures, so that no further pass is needed to correct it.
package struct PassSteering: Sendable {
  /// A segment with its predicted amounts.
  struct Segment {
    /// The predicted amount of each remaining picture, in decode order, at the planned rate factor.
    var amounts: ArraySlice<Double>
    /// The planned rate factor.
    var rateFactor: Double
    /// The largest rate factor that it may have; `nil` if its rate factor must not change.
    var ceiling: Double?
    /// A Boolean value that says whether its key frame is encoded. A key frame predicts little about the pictures
    /// behind it.
    var isBegun: Bool { amounts.startIndex > 0 }
  }

  private let kind: RateModel.Kind
  private var segments: [Int: Segment]
  /// The wanted amount of all segments together.
  private let goal: Double
  /// The amount of the pictures so far.
  private var reached = 0.0
  /// The amount of the pictures so far that are no key frames, and the amount that was predicted for their rate
  /// factors.
  private var seen = 0.0
  private var foreseen = 0.0
  /// The predicted amounts of the remaining pictures at the planned rate factors: of steered segments, and of the
  /// others.
  private var steerable = 0.0
  private var fixed = 0.0
  /// The weight of the prediction relative to the encoded pictures.
  private let trust: Double
  /// The difference between the steered segments' rate factors and their plan, in steps.
  private var correction = 0.0

  /// The greatest difference of a segment from its plan: a greater one would be visible.
  private static let largestCorrection = 2.0
  /// The share of the whole amount that must be encoded to count as much as the prediction.
  private static let trustedShare = 0.5

  init(_ kind: RateModel.Kind, of segments: [Int: Segment], goal: Double) {
    (self.kind, self.segments, self.goal) = (kind, segments, goal)
    // The segments are sorted, so that the sums are rounded in the same way each time.
    for (_, segment) in segments.sorted(by: { $0.key < $1.key }) {
      let amount = segment.amounts.reduce(0, +)
      if segment.ceiling == nil { fixed += amount } else { steerable += amount }
    }
    trust = (steerable + fixed) * Self.trustedShare
  }

  /// Returns the rate factor for the next pictures of a segment; `nil` for segments that are not steered.
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
