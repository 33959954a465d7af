import Foundation

/// Decides which parts of a stream are encoded again, and how: a pure value.
///
/// It knows the outcome of every segment, in all passes so far, and chooses the fewest pictures whose re-encoding
/// brings the stream to its targets. A segment that a pass made worse is not kept, and no stream takes more than
/// `mostPasses`.
package struct PassPlanner: Sendable {
  /// The greatest number of passes: the first one and its corrections. Each one leaves a few hundredths of the error
  /// before it; if the targets are not met by then, they cannot be. Passes over few pictures, whose sizes cannot be
  /// predicted, may need more.
  package static let mostPasses = 16
  /// The number of times that later passes may encode as many pictures as the stream has, and the least number of
  /// pictures for that limit, since few pictures take no time.
  private static let mostRepetitions = 7
  private static let fewPictures = 100
  /// The range of used rate factors: below it x264 spends bits on noise, and near zero it changes the format.
  static let rateFactors = 4.0...51.0
  /// The factor by which changes for a receiver are larger than needed, since the prediction is not exact.
  private static let reserve = 1.1
  /// The margin that is added to the similarity that a segment must reach.
  private static let ssimMargin = 0.001

  package private(set) var targets: PassTargets
  package internal(set) var segments: [PassSegment]
  /// The number of passes that were made or requested.
  package private(set) var passCount = 1
  /// The steering of the requested pass; `nil` if nothing in it is steered.
  package private(set) var steering: PassSteering?

  /// - Parameter segments: the segments in their order, after the first pass.
  package init(_ targets: PassTargets, segments: [PassSegment]) {
    self.targets = targets
    self.segments = segments
  }

  /// Sets the greatest number of bits for all pictures, from the next pass on. With each pass a larger margin is kept
  /// below it, because no picture's size can be predicted to the byte, and the bound must not be exceeded.
  package mutating func aim(at bits: Double) {
    let tolerance = Self.tolerances.first { passCount <= $0.passes }?.share ?? Self.largestTolerance
    targets.size = PassTargets.sizeRange(upTo: bits, tolerance: tolerance)
  }

  private static let tolerances = [
    (passes: 6, share: PassTargets.sizeTolerance), (passes: 10, share: PassTargets.lateSizeTolerance),
    (passes: 13, share: 0.1),
  ]
  private static let largestTolerance = 0.3

  // MARK: Passes

  /// Returns the segments to encode again, with their rate factors; `nil` if that would gain nothing. One of them may
  /// have been split for that.
  package mutating func nextPass() -> [Int: Double]? {
    let mostPictures = Self.mostRepetitions * max(pictureCount, Self.fewPictures)
    guard passCount < Self.mostPasses, repeatedPictureCount < mostPictures, !isMet, !isSmallAtBestQuality else {
      return nil
    }
    var plan: [Int: Double] = [:]
    steering = nil
    raiseWorst(&plan)
    relieveReceiver(&plan)
    addFollowers(&plan)
    let goal = goal
    let (balanced, direction) = goal.map { balance($0, within: $1, &plan) } ?? ([], 0)
    for (index, factor) in plan {
      plan[index] = untried(factor, of: segments[index], direction: balanced.contains(index) ? direction : 0)
    }
    // Segments whose rate factors do not change were removed.
    addFollowers(&plan)
    guard !plan.isEmpty else { return nil }
    for (index, factor) in plan { segments[index].planned.append(factor) }
    if let goal { steering = steering(plan, steered: balanced, goal.kind, within: goal.range) }
    passCount += 1
    return plan
  }

  /// The target for all segments together.
  private var goal: (kind: RateModel.Kind, range: ClosedRange<Double>)? {
    if let size = targets.size { return (.bits, size) }
    guard let target = targets.targetSSIM else { return nil }
    let difference = (1 - target) * Double(pictureCount)
    let tolerance = PassTargets.ssimTolerance * Double(pictureCount)
    return (.difference, difference - tolerance...difference + tolerance)
  }

  /// The least number of pictures that are steered: with fewer, the last ones are encoded before the first ones show
  /// enough, unless the segments have been encoded alone before.
  private static let leastSteered = 48

  /// Returns the steering for a plan's pictures; the pictures of balanced segments compensate for the error.
  private func steering(
    _ plan: [Int: Double], steered: Set<Int>, _ kind: RateModel.Kind, within range: ClosedRange<Double>
  ) -> PassSteering {
    let (models, ceilings) = (models(kind), ceilings())
    let isSteered =
      steered.reduce(0) { $0 + segments[$1].pictureCount } >= Self.leastSteered
      || steered.allSatisfy { segments[$0].trials.count > 1 }
    let rest = segments.indices.reduce(0) { $0 + (plan[$1] == nil ? kind.amount(of: segments[$1].result) : 0) }
    let foreseen = plan.map { index, factor in
      let result = segments[index].result
      // The first pass was steered itself.
      var amounts = result.pictures.map {
        kind.amount(of: $0) * exp2(kind.usualSlope * (factor - $0.rateFactor))
      }
      if kind == .bits { amounts[0] += result.keyFrameBits ?? 0 }
      let share = models[index].amount(at: factor) / max(amounts.reduce(0, +), .leastNormalMagnitude)
      return (
        index,
        PassSteering.Segment(
          amounts: amounts.map { $0 * share }[...], rateFactor: factor,
          ceiling: isSteered && steered.contains(index) ? ceilings[index] : nil)
      )
    }
    return PassSteering(kind, of: Dictionary(uniqueKeysWithValues: foreseen), goal: range.middle - rest)
  }

  /// Returns a rate factor, or the next one beyond it that was not tried, since the same factor would give the same
  /// result. It is `nil` if there is none, and for the factor of the result.
  ///
  /// - Parameter direction: the direction for rate factors if this is the result's; 0 for none.
  private func untried(_ rateFactor: Double, of segment: PassSegment, direction: Double) -> Double? {
    let distance = rateFactor - segment.result.rateFactor
    let step = RateModel.resolution * (abs(distance) > Self.smallestStep ? (distance > 0 ? 1 : -1) : direction)
    guard step != 0 else { return nil }
    var factor = rateFactor
    let tried = segment.trials.map(\.rateFactor) + segment.planned
    while tried.contains(where: { abs($0 - factor) < Self.smallestStep }) { factor += step }
    return Self.rateFactors.contains(factor) ? factor : nil
  }

  /// The smallest distance of rate factors: nearer ones produce the same pictures.
  private static let smallestStep = 0.001

  /// Plans segments for reaching the least similarity.
  private func raiseWorst(_ plan: inout [Int: Double]) {
    guard let least = targets.leastSSIM else { return }
    let models = models(.difference)
    for (index, segment) in segments.enumerated() where segment.result.ssim < least {
      let wanted = (1 - least - Self.ssimMargin) * Double(segment.pictureCount)
      let factor = models[index].rateFactor(for: max(wanted, .leastNormalMagnitude))
      plan[index] = Self.allowed(min(factor, segment.result.rateFactor - RateModel.resolution))
    }
  }

  /// Plans segments so that no picture comes too late.
  private func relieveReceiver(_ plan: inout [Int: Double]) {
    guard var simulation = targets.buffer.map(ReceiverSimulation.init) else { return }
    let models = models(.bits)
    for (index, segment) in segments.enumerated() {
      let bits = segment.result.bits
      let planned = plan[index].map { models[index].amount(at: $0) / max(bits, 1) } ?? 1
      let scale = simulation.largestScale(of: segment, upTo: planned)
      if scale < planned {
        let factor = models[index].rateFactor(for: bits * scale / Self.reserve)
        plan[index] = Self.allowed(max(factor, segment.result.rateFactor + RateModel.resolution))
      }
      simulation.receive(segment, scale: scale)
    }
  }

  /// Brings the sum of an amount into its range, with few pictures if the step is not visible, and otherwise with all.
  ///
  /// - Returns: The segments for that, and whether their rate factors must rise or fall.
  private mutating func balance(
    _ kind: RateModel.Kind, within range: ClosedRange<Double>, _ plan: inout [Int: Double]
  ) -> (segments: Set<Int>, direction: Double) {
    let models = models(kind)
    let sum = segments.indices.reduce(0) { sum, index in
      sum + (plan[index].map(models[index].amount) ?? kind.amount(of: segments[index].result))
    }
    guard !range.contains(sum) else { return ([], 0) }
    let change = range.middle - sum
    var forecast = PassForecast(kind, of: segments, models, ceilings: ceilings(), change: change)
    // Segments that others refer to are not changed: the others would change with them by an unknown amount.
    let free = segments.indices.filter { plan[$0] == nil && !isReferredTo($0) }
    // Segments that already had an encoder of their own can be predicted best.
    let known = free.filter { segments[$0].trials.count > 1 }
    let farthest = Self.rateFactors.upperBound - Self.rateFactors.lowerBound
    var (chosen, step) = (free, farthest)
    if let choice = forecast.choice(of: known) ?? forecast.choice(of: free) {
      (chosen, step) = (choice.segments, choice.step)
      if let (segment, joint) = choice.part {
        func moved(_ index: Int) -> Int { index > segment ? index + 1 : index }
        segments.replaceSubrange(segment...segment, with: segments[segment].parted(before: joint))
        chosen = chosen.map { $0 == segment ? segment + 1 : moved($0) }
        plan = Dictionary(uniqueKeysWithValues: plan.map { (moved($0.key), $0.value) })
        forecast = PassForecast(kind, of: segments, self.models(kind), ceilings: ceilings(), change: change)
      }
    }
    let share = bisect(-farthest...step) { forecast.suffices(chosen, step: $0) }
    for index in chosen { plan[index] = forecast.factor(index, step: share) }
    return (Set(chosen), forecast.direction)
  }

  /// Adds segments whose pictures refer to a planned one, since they must be encoded again too.
  private func addFollowers(_ plan: inout [Int: Double]) {
    for index in segments.indices where plan[index] != nil && isReferredTo(index) {
      plan[index + 1] = plan[index + 1] ?? segments[index + 1].result.rateFactor
    }
  }

  /// Returns whether pictures of the next segment refer to a segment's.
  func isReferredTo(_ index: Int) -> Bool { index + 1 < segments.count && segments[index + 1].refersBack }

  /// Returns the smallest value of a range for which a condition holds, if it also holds for all larger ones. It is the
  /// largest value if the condition holds for none.
  private func bisect(_ range: ClosedRange<Double>, holds: (Double) -> Bool) -> Double {
    var (low, high) = (range.lowerBound, range.upperBound)
    while high - low > 0.0005 {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle }
    }
    return high
  }

  // MARK: Models

  /// Returns a model for each segment; segments with a single trial take the slope of the others.
  private func models(_ kind: RateModel.Kind) -> [RateModel] {
    func model(_ index: Int, slope: Double) -> RateModel {
      RateModel(
        segments[index].informativeTrials.map { trial in
          let added = kind == .bits ? trial.keyFrameBits ?? 0 : 0
          return (kind.rateFactor(of: trial), kind.amount(of: trial) + added)
        }, slope: slope)
    }
    let slopes = segments.indices.compactMap { model($0, slope: kind.usualSlope).measuredSlope }.sorted()
    let slope = slopes.isEmpty ? kind.usualSlope : slopes[slopes.count / 2]
    return segments.indices.map { model($0, slope: slope) }
  }

  /// Returns the largest rate factor at which each segment keeps its least similarity.
  private func ceilings() -> [Double] {
    guard let least = targets.leastSSIM else { return segments.map { _ in Self.rateFactors.upperBound } }
    let models = models(.difference)
    return segments.indices.map { index in
      let most = (1 - least - Self.ssimMargin) * Double(segments[index].pictureCount)
      return models[index].rateFactor(for: max(most, .leastNormalMagnitude))
    }
  }

  /// Returns the nearest rate factor that is used.
  static func allowed(_ rateFactor: Double) -> Double {
    min(max(rateFactor, rateFactors.lowerBound), rateFactors.upperBound)
  }
}
