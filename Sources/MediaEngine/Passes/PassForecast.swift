/// Foresees how much changed rate factors of segments contribute to a change that is wanted: a pure value.
struct PassForecast {
  private let kind: RateModel.Kind
  private let segments: [PassSegment]
  private let models: [RateModel]
  /// The largest rate factor that each segment may have.
  private let ceilings: [Double]
  /// The change of the amount that all segments together are to bring.
  private let change: Double
  /// The direction of the rate factors: 1 up, -1 down.
  let direction: Double
  /// The mean rate factor of all pictures.
  private let mean: Double

  /// The factor by which the chosen parts can change more than they are asked to, since the foresight is not exact.
  private static let reserve = 1.1
  /// The least number of pictures of a part: a shorter one would be a key frame and little else.
  private static let leastPictures = 48

  init(
    _ kind: RateModel.Kind, of segments: [PassSegment], _ models: [RateModel], ceilings: [Double], change: Double
  ) {
    (self.kind, self.segments, self.models) = (kind, segments, models)
    (self.ceilings, self.change) = (ceilings, change)
    direction = change / kind.usualSlope > 0 ? 1 : -1
    let pictureCount = segments.reduce(0) { $0 + $1.pictureCount }
    mean =
      segments.reduce(0) { $0 + $1.result.rateFactor * Double($1.pictureCount) } / Double(max(pictureCount, 1))
  }

  /// Returns a segment's rate factor a number of steps beyond the mean one, wherever it was: segments that the first
  /// pass left behind the others change most, and are even with them then.
  func factor(_ index: Int, step: Double) -> Double {
    let current = segments[index].result.rateFactor
    return min(PassPlanner.allowed(mean + direction * step), max(current, ceilings[index]))
  }

  /// Returns whether segments bring the change with such a step, as far as that is foreseen.
  func suffices(_ indices: [Int], step: Double) -> Bool {
    indices.reduce(0) { $0 + gain($1, step: step) } >= abs(change)
  }

  /// Returns the foreseen contribution of a segment; it is below zero where it is the opposite.
  private func gain(_ index: Int, step: Double) -> Double {
    (models[index].amount(at: factor(index, step: step)) - kind.amount(of: segments[index].result)) * sign
  }

  /// Returns the foreseen contribution of a segment's pictures from a joint on, the first of which becomes a key frame.
  /// Bits that are to be spent are for the pictures: where the key frame takes most of them, the part contributes
  /// nothing.
  private func gain(_ index: Int, from joint: Int, step: Double) -> Double {
    let (result, model) = (segments[index].result, models[index])
    let pictures = result.pictures[joint...]
    let now = kind.amount(of: pictures)
    let rateFactor = pictures.reduce(0) { $0 + $1.rateFactor } / Double(pictures.count)
    let ratio = model.amount(at: factor(index, step: step)) / model.amount(at: rateFactor)
    let added = kind == .bits ? result.keyFrameBits(of: joint) : 0
    guard change < 0 || added <= change / 2 else { return 0 }
    return ((now + added) * ratio - now) * sign
  }

  private var sign: Double { change > 0 ? 1 : -1 }
  private var needed: Double { abs(change) * Self.reserve }

  /// The pictures that are to be encoded again.
  struct Choice {
    var segments: [Int]
    /// The segment among them that is better parted, and its joint.
    var part: (segment: Int, joint: Int)?
    /// The distance from the mean rate factor that they have at most.
    var step: Double
  }

  /// Chooses the pictures that bring the change, with the smallest step with which few enough do; `nil` where all do
  /// not with the largest.
  func choice(of indices: [Int]) -> Choice? {
    let most = Double(segments.reduce(0) { $0 + $1.pictureCount }) * Self.repeatedShare
    var last: Choice?
    for step in stride(from: Self.stepSize, through: largestStep, by: Self.stepSize) {
      guard let chosen = fewest(of: indices, step: step) else { continue }
      let choice = Choice(segments: chosen, part: joint(in: chosen, step: step), step: step)
      last = choice
      let count = chosen.reduce(0) { $0 + segments[$1].pictureCount } - (choice.part?.joint ?? 0)
      if Double(count) <= most { break }
    }
    return last
  }

  /// The greatest distance of a part from the others, in steps of the rate factor, while parts are left to share a
  /// change. A third of the bits less is hardly seen, and more is. Few bits that are to be spent do no harm in few
  /// pictures; more bits are worth most where all pictures have their share.
  private var largestStep: Double {
    let sum = segments.reduce(0) { $0 + kind.amount(of: $1.result) }
    return direction < 0 && abs(change) < sum * Self.smallChange ? 8 : 3
  }
  private static let smallChange = 0.02
  private static let stepSize = 0.5
  /// The share of all pictures that is worth encoding again for a smaller step.
  private static let repeatedShare = 0.2

  /// Returns the segments with the fewest pictures that bring the change, by the contribution of each picture; `nil`
  /// where all do not.
  private func fewest(of indices: [Int], step: Double) -> [Int]? {
    let gains = Dictionary(uniqueKeysWithValues: indices.map { ($0, gain($0, step: step)) })
    func pictures(_ index: Int) -> Double { Double(segments[index].pictureCount) }
    var chosen: [Int] = []
    var reached = 0.0
    // The earlier of equal ones comes first: the sort does not define the order of equal elements.
    for index in indices.sorted(by: { (-gains[$0]! / pictures($0), $0) < (-gains[$1]! / pictures($1), $1) }) {
      if reached >= needed { break }
      chosen.append(index)
      reached += gains[index]!
    }
    guard reached >= needed else { return nil }
    // Segments that the last one made needless are left out.
    for index in chosen.sorted(by: { (-pictures($0), $0) < (-pictures($1), $1) })
    where reached - gains[index]! >= needed {
      chosen.removeAll { $0 == index }
      reached -= gains[index]!
    }
    // A segment that is enough alone may be shorter than those with the best pictures.
    let alone = indices.filter { gains[$0]! >= needed }.min { pictures($0) < pictures($1) }
    if let alone, pictures(alone) < chosen.reduce(0, { $0 + pictures($1) }) { return [alone] }
    return chosen
  }

  /// Returns the chosen segment that is better parted, and its joint: the pictures from the joint on bring enough
  /// beside the other segments. `nil` where no picture is saved.
  private func joint(in chosen: [Int], step: Double) -> (segment: Int, joint: Int)? {
    let spare = chosen.reduce(-needed) { $0 + gain($1, step: step) }
    var best: (segment: Int, joint: Int)?
    for index in chosen {
      let least = gain(index, step: step) - spare
      let joint = segments[index].joints.last {
        segments[index].pictureCount - $0 >= Self.leastPictures && gain(index, from: $0, step: step) >= least
      }
      if let joint, joint >= Self.leastPictures, joint > best?.joint ?? 0 { best = (index, joint) }
    }
    return best
  }
}
