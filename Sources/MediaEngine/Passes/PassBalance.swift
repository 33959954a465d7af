/// What a change of segments' rate factors brings of a change that is wanted: a pure value.
struct PassBalance {
  private let kind: RateModel.Kind
  private let segments: [PassSegment]
  private let models: [RateModel]
  /// The largest rate factor that each segment may have.
  private let ceilings: [Double]
  /// The change of the amount that all together are to bring.
  private let change: Double
  /// Where rate factors go.
  private let direction: Double

  /// How much more the chosen parts could change than they are asked to, since the foresight is not exact.
  private static let reserve = 1.1
  /// A part of fewer pictures would be a key frame and little else.
  private static let leastPictures = 24

  init(
    _ kind: RateModel.Kind, of segments: [PassSegment], _ models: [RateModel], ceilings: [Double], change: Double
  ) {
    (self.kind, self.segments, self.models) = (kind, segments, models)
    (self.ceilings, self.change) = (ceilings, change)
    direction = change / kind.usualSlope > 0 ? 1 : -1
  }

  /// A segment's rate factor so many steps from what it is.
  func factor(_ index: Int, step: Double) -> Double {
    let current = segments[index].result.rateFactor
    return min(PassPlanner.allowed(current + direction * step), max(current, ceilings[index]))
  }

  /// Whether segments bring the change with such a step, as far as that is foreseen.
  func suffices(_ indices: [Int], step: Double) -> Bool {
    indices.reduce(0) { $0 + gain($1, step: step) } >= abs(change)
  }

  /// What a segment brings; below zero where that is the opposite.
  private func gain(_ index: Int, step: Double) -> Double {
    (models[index].amount(at: factor(index, step: step)) - kind.amount(of: segments[index].result.pictures[...]))
      * sign
  }

  /// What a segment's pictures from a joint on bring, of which the first becomes a key frame: where that helps, nobody knows
  /// how much.
  private func gain(_ index: Int, from joint: Int, step: Double) -> Double {
    let segment = segments[index]
    let now = kind.amount(of: segment.result.pictures[joint...])
    let model = models[index]
    let ratio = model.amount(at: factor(index, step: step)) / model.amount(at: segment.result.rateFactor)
    let added = kind == .bits && change < 0 ? segment.result.keyFrameBits(of: joint) : 0
    return ((now + added) * ratio - now) * sign
  }

  private var sign: Double { change > 0 ? 1 : -1 }
  private var needed: Double { abs(change) * Self.reserve }

  /// The segments with the fewest pictures that bring the change, by what each picture brings; `nil` where all do not.
  func fewest(of indices: [Int], step: Double) -> [Int]? {
    let gains = Dictionary(uniqueKeysWithValues: indices.map { ($0, gain($0, step: step)) })
    func pictures(_ index: Int) -> Double { Double(segments[index].pictureCount) }
    var chosen: [Int] = []
    var reached = 0.0
    // Of equal ones the earlier: the order of equal elements is not the sort's to choose.
    for index in indices.sorted(by: { (-gains[$0]! / pictures($0), $0) < (-gains[$1]! / pictures($1), $1) }) {
      if reached >= needed { break }
      chosen.append(index)
      reached += gains[index]!
    }
    guard reached >= needed else { return nil }
    // What the last one made needless.
    for index in chosen.sorted(by: { (-pictures($0), $0) < (-pictures($1), $1) })
    where reached - gains[index]! >= needed {
      chosen.removeAll { $0 == index }
      reached -= gains[index]!
    }
    // One that is enough alone may be shorter than the best of each picture.
    let alone = indices.filter { gains[$0]! >= needed }.min { pictures($0) < pictures($1) }
    if let alone, pictures(alone) < chosen.reduce(0, { $0 + pictures($1) }) { return [alone] }
    return chosen
  }

  /// Which of the chosen segments is better parted, and where: the pictures from the joint on bring enough beside the other
  /// segments. `nil` where no picture is saved.
  func joint(in chosen: [Int], step: Double) -> (segment: Int, joint: Int)? {
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

extension RateModel.Kind {
  /// Of pictures as they are.
  func amount(of pictures: ArraySlice<PassSegment.Picture>) -> Double {
    switch self {
    case .bits: pictures.reduce(0) { $0 + Double($1.bits) }
    case .difference: pictures.reduce(0) { $0 + 1 - $1.ssim }
    }
  }
}
