import Foundation

/// Decides which parts of a stream are encoded again, and how: a pure value.
///
/// It knows what every segment came to, in all passes so far, and chooses the fewest pictures whose re-encoding brings the
/// stream to its contract. What a pass made worse is not kept, and no stream takes more than `mostPasses`.
package struct PassPlanner: Sendable {
  /// The first pass and its corrections: each one leaves a few hundredths of the error before it, and a contract that is
  /// not met then cannot be.
  package static let mostPasses = 8
  /// The rate factors that are used: below the first x264 spends bits on noise, and near zero it changes the format.
  static let rateFactors = 4.0...51.0
  /// How much more is done for a receiver than is needed, since the foresight is not exact.
  private static let reserve = 1.1
  /// A segment that has to reach a similarity is asked for this much more of it.
  private static let ssimMargin = 0.001

  package private(set) var contract: PassContract
  package private(set) var segments: [PassSegment]
  /// How many passes were made or asked for.
  package private(set) var passCount = 1
  /// How the pass that was asked for is steered; `nil` where nothing of it is.
  package private(set) var steering: PassSteering?

  /// - Parameter segments: in their order, after the first pass.
  package init(_ contract: PassContract, segments: [PassSegment]) {
    self.contract = contract
    self.segments = segments
  }

  /// All pictures are to have so many bits at most, from the next pass on.
  package mutating func aim(at bits: Double) { contract.size = PassContract.sizeRange(upTo: bits) }

  // MARK: The result so far

  package var bits: Double { segments.reduce(0) { $0 + $1.result.bits } }
  package var pictureCount: Int { segments.reduce(0) { $0 + $1.pictureCount } }

  /// The mean similarity of all pictures.
  package var ssim: Double { ssim(\.result) }

  /// What the first pass alone came to.
  package var first: (bits: Double, ssim: Double) { (segments.reduce(0) { $0 + $1.trials[0].bits }, ssim(\.trials[0])) }

  /// How many pictures later passes encoded again, each as often as it was.
  package var repeatedPictureCount: Int { segments.reduce(0) { $0 + ($1.trials.count - 1) * $1.pictureCount } }

  private func ssim(_ trial: KeyPath<PassSegment, PassSegment.Trial>) -> Double {
    segments.reduce(0) { $0 + $1[keyPath: trial].ssim * Double($1.pictureCount) } / Double(max(pictureCount, 1))
  }

  /// The mean similarity of the worst segment.
  package var worstSSIM: Double { segments.map(\.result.ssim).min() ?? 1 }

  /// Of each segment, how full a receiver's buffer is before it, as a share.
  package var fullness: [Double] {
    simulation?.fullnessAtStart ?? segments.map { _ in PassContract.Buffer.initialFullness }
  }

  /// Whether the contract is kept.
  package var isMet: Bool { shortfall == 0 }

  /// How far the result is from the contract: shares of what was asked for, added; 0 where it is kept.
  package var shortfall: Double {
    var sum = 0.0
    if let size = contract.size, size.upperBound > 0 {
      sum += max(0, bits - size.upperBound, size.lowerBound - bits) / size.upperBound
    }
    if let target = contract.targetSSIM { sum += max(0, abs(ssim - target) - PassContract.ssimTolerance) }
    if let least = contract.leastSSIM { sum += segments.reduce(0) { $0 + max(0, least - $1.result.ssim) } }
    if let buffer = contract.buffer, let simulation {
      sum += simulation.deficits.reduce(0, +) / max(buffer.size, 1)
    }
    return sum
  }

  private var simulation: ReceiverSimulation? {
    guard let buffer = contract.buffer else { return nil }
    var simulation = ReceiverSimulation(buffer)
    for segment in segments { simulation.receive(segment) }
    return simulation
  }

  // MARK: Passes

  /// Which segments are to be encoded again, with which rate factors; `nil` where nothing is to be gained. One of them may have
  /// been parted for that.
  package mutating func nextPass() -> [Int: Double]? {
    guard passCount < Self.mostPasses, !isMet else { return nil }
    var plan: [Int: Double] = [:]
    steering = nil
    raiseWorst(&plan)
    relieveReceiver(&plan)
    addFollowers(&plan)
    let goal = goal
    let balanced = goal.map { balance($0, within: $1, &plan) } ?? []
    for (index, factor) in plan { plan[index] = untried(factor, of: segments[index]) }
    // Those whose rate factor stays were taken out.
    addFollowers(&plan)
    guard !plan.isEmpty else { return nil }
    if let goal { steering = steering(plan, steered: balanced, goal.kind, within: goal.range) }
    passCount += 1
    return plan
  }

  /// What all segments together are to come to.
  private var goal: (kind: RateModel.Kind, range: ClosedRange<Double>)? {
    if let size = contract.size { return (.bits, size) }
    guard let target = contract.targetSSIM else { return nil }
    let difference = (1 - target) * Double(pictureCount)
    let tolerance = PassContract.ssimTolerance * Double(pictureCount)
    return (.difference, difference - tolerance...difference + tolerance)
  }

  /// Fewer pictures are over before what was told of the first of them has an effect.
  private static let leastSteered = 48

  /// The foresight for a plan's pictures, of which those of balanced segments make good what is missed.
  private func steering(
    _ plan: [Int: Double], steered: Set<Int>, _ kind: RateModel.Kind, within range: ClosedRange<Double>
  ) -> PassSteering {
    let (models, ceilings) = (models(kind), ceilings())
    let isSteered = steered.reduce(0) { $0 + segments[$1].pictureCount } >= Self.leastSteered
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

  /// A rate factor, or the next one beyond it that was not tried: what was gives the same again. `nil` for the one in the
  /// result.
  private func untried(_ rateFactor: Double, of segment: PassSegment) -> Double? {
    let distance = rateFactor - segment.result.rateFactor
    guard abs(distance) > Self.smallestStep else { return nil }
    var factor = rateFactor
    while segment.trials.contains(where: { abs($0.rateFactor - factor) < Self.smallestStep }) {
      factor += distance > 0 ? RateModel.resolution : -RateModel.resolution
    }
    return Self.rateFactors.contains(factor) ? factor : nil
  }

  /// Nearer rate factors give the same pictures.
  private static let smallestStep = 0.001

  /// Those of some segments that can take the place of what there is: pictures that refer to one of them are in another.
  package func whole(_ indices: some Collection<Int>) -> Set<Int> {
    var whole = Set(indices)
    for index in segments.indices.reversed() where isReferredTo(index) && !whole.contains(index + 1) {
      whole.remove(index)
    }
    return whole
  }

  /// Takes note of a pass.
  ///
  /// - Returns: whether its segments take the place of the ones before; `false` where the result would be further from
  ///   the contract.
  package mutating func take(_ trials: [Int: PassSegment.Trial]) -> Bool {
    let before = self
    for (index, trial) in trials { segments[index].add(trial, keeping: true) }
    guard shortfall > before.shortfall else { return true }
    segments = before.segments
    for (index, trial) in trials { segments[index].add(trial, keeping: false) }
    return false
  }

  /// Every segment reaches the least similarity.
  private func raiseWorst(_ plan: inout [Int: Double]) {
    guard let least = contract.leastSSIM else { return }
    let models = models(.difference)
    for (index, segment) in segments.enumerated() where segment.result.ssim < least {
      let wanted = (1 - least - Self.ssimMargin) * Double(segment.pictureCount)
      let factor = models[index].rateFactor(for: max(wanted, .leastNormalMagnitude))
      plan[index] = Self.allowed(min(factor, segment.result.rateFactor - RateModel.resolution))
    }
  }

  /// No picture comes too late.
  private func relieveReceiver(_ plan: inout [Int: Double]) {
    guard var simulation = contract.buffer.map(ReceiverSimulation.init) else { return }
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

  /// Brings the sum of an amount into its range, by few pictures whose step is not seen, and else by all.
  ///
  /// - Returns: the segments that do so.
  private mutating func balance(
    _ kind: RateModel.Kind, within range: ClosedRange<Double>, _ plan: inout [Int: Double]
  ) -> Set<Int> {
    let models = models(kind)
    let sum = segments.indices.reduce(0) { sum, index in
      sum + (plan[index].map(models[index].amount) ?? kind.amount(of: segments[index].result))
    }
    guard !range.contains(sum) else { return [] }
    let change = range.middle - sum
    var balance = PassBalance(kind, of: segments, models, ceilings: ceilings(), change: change)
    // What others refer to stays: they would become larger with it, and nobody knows by how much.
    let free = segments.indices.filter { plan[$0] == nil && !isReferredTo($0) }
    // What has its own encoder already is known best.
    let known = free.filter { segments[$0].trials.count > 1 }
    let farthest = Self.rateFactors.upperBound - Self.rateFactors.lowerBound
    var (chosen, step) = (free, farthest)
    if let choice = balance.choice(of: known) ?? balance.choice(of: free) {
      (chosen, step) = (choice.segments, choice.step)
      if let (segment, joint) = choice.part {
        func moved(_ index: Int) -> Int { index > segment ? index + 1 : index }
        segments.replaceSubrange(segment...segment, with: segments[segment].parted(before: joint))
        chosen = chosen.map { $0 == segment ? segment + 1 : moved($0) }
        plan = Dictionary(uniqueKeysWithValues: plan.map { (moved($0.key), $0.value) })
        balance = PassBalance(kind, of: segments, self.models(kind), ceilings: ceilings(), change: change)
      }
    }
    let share = bisect(-farthest...step) { balance.suffices(chosen, step: $0) }
    for index in chosen { plan[index] = balance.factor(index, step: share) }
    return Set(chosen)
  }

  /// Pictures that refer to what is encoded again have to be so, too.
  private func addFollowers(_ plan: inout [Int: Double]) {
    for index in segments.indices where plan[index] != nil && isReferredTo(index) {
      plan[index + 1] = plan[index + 1] ?? segments[index + 1].result.rateFactor
    }
  }

  /// Whether pictures of the next segment refer to a segment's.
  private func isReferredTo(_ index: Int) -> Bool { index + 1 < segments.count && segments[index + 1].refersBack }

  /// The smallest value of a range for which a condition holds that holds for all larger ones; the largest where none.
  private func bisect(_ range: ClosedRange<Double>, holds: (Double) -> Bool) -> Double {
    var (low, high) = (range.lowerBound, range.upperBound)
    while high - low > 0.0005 {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle }
    }
    return high
  }

  // MARK: Models

  /// A model for each segment; those tried once take the slope of the others.
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

  /// The largest rate factor at which each segment keeps its least similarity.
  private func ceilings() -> [Double] {
    guard let least = contract.leastSSIM else { return segments.map { _ in Self.rateFactors.upperBound } }
    let models = models(.difference)
    return segments.indices.map { index in
      let most = (1 - least - Self.ssimMargin) * Double(segments[index].pictureCount)
      return models[index].rateFactor(for: max(most, .leastNormalMagnitude))
    }
  }

  /// The nearest rate factor that is used.
  static func allowed(_ rateFactor: Double) -> Double {
    min(max(rateFactor, rateFactors.lowerBound), rateFactors.upperBound)
  }
}

extension ClosedRange<Double> {
  fileprivate var middle: Double { (lowerBound + upperBound) / 2 }
}
