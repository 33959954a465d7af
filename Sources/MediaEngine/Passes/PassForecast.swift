/// Predicts how much changed rate factors of segments contribute to a wanted change: a pure value.
struct PassForecast {
  private let kind: RateModel.Kind
  private let segments: [PassSegment]
  private let models: [RateModel]
  /// The largest rate factor that each segment may have.
  private let ceilings: [Double]
  /// The wanted change of the amount of all segments together.
  private let change: Double
  /// The direction of the rate factors: 1 up, -1 down.
  let direction: Double
  /// The mean rate factor of all pictures.
  private let mean: Double

  /// The factor by which the chosen parts must be able to change more than needed, since the prediction is not exact.
  private static let reserve = 1.1
  /// The least number of pictures of a part: a shorter one would consist of little more than a key frame.
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

  /// Returns the rate factor for a segment that is a number of steps beyond the mean, whatever the segment's own was.
  /// Segments whose rate factors the first pass left behind the others change most, and are then equal to them.
  func factor(_ index: Int, step: Double) -> Double {
    let current = segments[index].result.rateFactor
    return min(PassPlanner.allowed(mean + direction * step), max(current, ceilings[index]))
  }

  /// Returns whether segments bring about the change with this step, according to the prediction.
  func suffices(_ indices: [Int], step: Double) -> Bool {
    indices.reduce(0) { $0 + gain($1, step: step) } >= abs(change)
  }

  /// Returns the predicted contribution of a segment. It is negative if it is in the opposite direction.
  private func gain(_ index: Int, step: Double) -> Double {
    (models[index].amount(at: factor(index, step: step)) - kind.amount(of: segments[index].result)) * sign
  }

  /// Returns the predicted contribution of a segment's pictures from a joint on, the first of which becomes a key
  /// frame. Additional bits should go to the pictures: if the key frame takes most of them, the part contributes
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

  /// The pictures to encode again.
  struct Choice {
    var segments: [Int]
    /// The segment among them that should be split, and its joint.
    var part: (segment: Int, joint: Int)?
    /// Their greatest distance from the mean rate factor.
    var step: Double
  }

  /// Chooses the pictures that bring about the change, with the smallest step for which few pictures suffice. It is
  /// `nil` if even all pictures with the largest step do not.
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

  /// The greatest distance of a part from the others, in steps of the rate factor, while other parts remain that can
  /// share the change. With a third of the bits less, the difference is hardly visible; with even fewer bits it is
  /// visible. Additional bits do no harm in few pictures, but are worth most if all pictures share them.
  private var largestStep: Double {
    let sum = segments.reduce(0) { $0 + kind.amount(of: $1.result) }
    return direction < 0 && abs(change) < sum * Self.smallChange ? 8 : 3
  }
  private static let smallChange = 0.02
  private static let stepSize = 0.5
  /// The share of all pictures that may be encoded again for the sake of a smaller step.
  private static let repeatedShare = 0.2

  /// Returns the segments with the fewest pictures that bring about the change, by the contribution of each picture. It
  /// is `nil` if even all segments do not.
  private func fewest(of indices: [Int], step: Double) -> [Int]? {
    let gains = Dictionary(uniqueKeysWithValues: indices.map { ($0, gain($0, step: step)) })
    func pictures(_ index: Int) -> Double { Double(segments[index].pictureCount) }
    var chosen: [Int] = []
    var reached = 0.0
    // Among equal segments the earlier comes first, because the sort does not define the order of equal elements.
    for index in indices.sorted(by: { (-gains[$0]! / pictures($0), $0) < (-gains[$1]! / pictures($1), $1) }) {
      if reached >= needed { break }
      chosen.append(index)
      reached += gains[index]!
    }
    guard reached >= needed else { return nil }
    // Segments that are no longer needed because of the last one are removed.
    for index in chosen.sorted(by: { (-pictures($0), $0) < (-pictures($1), $1) })
    where reached - gains[index]! >= needed {
      chosen.removeAll { $0 == index }
      reached -= gains[index]!
    }
    // A segment that suffices alone may be shorter than the segments with the best pictures.
    let alone = indices.filter { gains[$0]! >= needed }.min { pictures($0) < pictures($1) }
    if let alone, pictures(alone) < chosen.reduce(0, { $0 + pictures($1) }) { return [alone] }
    return chosen
  }

  /// Returns the chosen segment that should be split, and its joint: the pictures from the joint on suffice together
  /// with the other segments. It is `nil` if that would save no picture.
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
