/// The passes over a stream's segments, which encode some of them again until all together reach their targets: a pure
/// value.
///
/// Each segment of a pass has one rate factor and an encoder of its own. So a pass can be made by any number of threads
/// or machines, and each of them finds the same passes by the outcomes of those before.
struct SegmentPasses {
  /// One pass.
  struct Pass: Equatable {
    /// The number of the pass, from 1.
    var number = 1
    /// The rate factors by the segments' places; empty in the first pass, which encodes all of them with one.
    var rateFactors: [Int: Double] = [:]

    /// The pass over all segments.
    static let first = Pass()

    /// Returns the part of the pass that encodes the segments of some places.
    func part(_ places: Set<Int>) -> Pass {
      Pass(number: number, rateFactors: rateFactors.filter { places.contains($0.key) })
    }
  }

  /// The segments in their order.
  let segments: [SegmentPlan.Segment]
  private var planner: PassPlanner
  /// The greatest number of bits of all pictures; `nil` where the targets name none.
  private let bits: Double?
  /// The number of the pass whose encoding each segment has in the stream.
  private(set) var keptPasses: [Int]

  /// - Parameters:
  ///   - bits: the greatest number of bits of all pictures; `nil` for the targets' bit rate over their duration.
  ///   - segments: all segments, after the first pass.
  init(_ targets: PassTargets, bits: Double?, _ segments: [MeasuredSegment]) {
    self.segments = segments.map(\.segment)
    keptPasses = segments.map { _ in SegmentPasses.Pass.first.number }
    planner = PassPlanner(
      targets, segments: segments.map { PassSegment(decodeTimes: $0.decodeTimes, $0.trial, isAlone: true) })
    let seconds = (segments.last?.end ?? 0) - (segments.first?.start ?? 0)
    self.bits = bits ?? targets.bitRate.map { $0 * seconds }
  }

  /// Returns the next pass; `nil` where nothing is to be gained by one.
  mutating func next() -> Pass? {
    if let bits { planner.aim(at: bits) }
    guard let plan = planner.nextPass() else { return nil }
    return Pass(
      number: planner.passCount,
      rateFactors: Dictionary(uniqueKeysWithValues: plan.map { (segments[$0.key].place, $0.value) }))
  }

  /// Takes note of the pass that was asked for.
  ///
  /// - Parameter trials: the outcomes, by the segments' places.
  mutating func take(_ trials: [Int: PassSegment.Trial]) {
    let indices = Dictionary(uniqueKeysWithValues: segments.enumerated().map { ($1.place, $0) })
    let known = trials.compactMap { place, trial in indices[place].map { ($0, trial) } }
    for index in planner.take(Dictionary(uniqueKeysWithValues: known)) { keptPasses[index] = planner.passCount }
  }

  /// The outcome of the passes so far.
  var report: PassReport { PassReport(planner) }

  /// Returns the number of pictures that a further pass encodes.
  func pictureCount(in pass: Pass) -> Int {
    zip(segments, planner.segments).reduce(0) {
      $0 + (pass.rateFactors[$1.0.place] == nil ? 0 : $1.1.pictureCount)
    }
  }
}
