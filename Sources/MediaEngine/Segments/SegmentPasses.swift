/// The passes over a stream's segments, which encode some of them again until all together reach their targets: a pure
/// value.
///
/// Each segment of a pass has one rate factor and its own encoder. So any number of threads or machines can make a
/// pass, and each of them derives the same passes from the outcomes of the earlier ones.
struct SegmentPasses {
  /// One pass.
  struct Pass: Equatable {
    /// The number of the pass, from 1.
    var number = 1
    /// The rate factors by the segments' numbers. It is empty in the first pass, which encodes all segments with one
    /// factor.
    var rateFactors: [Int: Double] = [:]

    /// The first pass, over all segments.
    static let first = Pass()

    /// Returns the part of the pass that encodes some segments.
    func part(_ places: Set<Int>) -> Pass {
      Pass(number: number, rateFactors: rateFactors.filter { places.contains($0.key) })
    }
  }

  /// The segments in their order.
  let segments: [SegmentPlan.Segment]
  private var planner: PassPlanner
  /// The greatest number of bits of all pictures; `nil` if the targets state none.
  private let bits: Double?
  /// The number of the pass whose encoding of each segment is used in the stream.
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

  /// Returns the next pass; `nil` if a further pass would gain nothing.
  mutating func next() -> Pass? {
    if let bits { planner.aim(at: bits) }
    guard let plan = planner.nextPass() else { return nil }
    return Pass(
      number: planner.passCount,
      rateFactors: Dictionary(uniqueKeysWithValues: plan.map { (segments[$0.key].place, $0.value) }))
  }

  /// Notes the outcome of the requested pass.
  ///
  /// - Parameter trials: the outcomes, by the segments' numbers.
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
