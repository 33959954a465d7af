import Testing

@testable import MediaEngine

/// Segments whose bits halve with six steps of the rate factor: two steps save a fifth of them or add a quarter.
@Suite struct PassForecastTests {
  private struct Part {
    var count = 100
    var bits: Int32 = 1000
    var rateFactor = 23.0
    /// Of the first picture, where it is another.
    var keyFrame: Int32?
    var joints: [Int] = []
  }

  private static func forecast(
    _ parts: [Part], change: Double, kind: RateModel.Kind = .bits, ceilings: [Double]? = nil
  ) -> PassForecast {
    let segments = parts.map { part in
      var pictures = Array(
        repeating: PassSegment.Picture(bits: part.bits, rateFactor: part.rateFactor, ssim: 0.98), count: part.count)
      if let bits = part.keyFrame { pictures[0].bits = bits }
      return PassSegment(
        decodeTimes: (0..<part.count).map { Double($0) / 25 }, joints: part.joints, PassSegment.Trial(pictures))
    }
    let models = segments.map {
      RateModel([($0.result.rateFactor, kind.amount(of: $0.result))], slope: kind.usualSlope)
    }
    return PassForecast(
      kind, of: segments, models, ceilings: ceilings ?? parts.map { _ in 51 }, change: change)
  }

  @Test(
    arguments: [
      (.bits, -1000, 1), (.bits, 1000, -1), (.difference, -0.1, -1), (.difference, 0.1, 1),
    ] as [(RateModel.Kind, Double, Double)])
  func `rate factors rise to save bits and fall for similarity`(
    kind: RateModel.Kind, change: Double, direction: Double
  ) {
    #expect(Self.forecast([Part()], change: change, kind: kind).direction == direction)
  }

  @Test(
    arguments: [
      (-1000, 0, 2, 28), (-1000, 1, 2, 28), (1000, 0, 2, 24), (1000, 1, 2, 24), (-1000, 0, -2, 24),
      // Within what is used.
      (-1000, 0, 40, 51), (1000, 0, 40, 4),
    ] as [(Double, Int, Double, Double)])
  func `steps are from the mean of all pictures`(change: Double, index: Int, step: Double, expected: Double) {
    let forecast = Self.forecast([Part(count: 100, rateFactor: 20), Part(count: 300, rateFactor: 28)], change: change)
    #expect(forecast.factor(index, step: step) == expected)
  }

  @Test func `no segment goes beyond its ceiling, but for one that is there already`() {
    // The mean is 25.
    let forecast = Self.forecast(
      [Part(rateFactor: 20), Part(rateFactor: 30)], change: -1000, ceilings: [26.5, 28])
    #expect(forecast.factor(0, step: 1) == 26)
    #expect(forecast.factor(0, step: 2) == 26.5)
    #expect(forecast.factor(1, step: 2) == 27)
    #expect(forecast.factor(1, step: 4) == 29)
    #expect(forecast.factor(1, step: 8) == 30)
  }

  @Test(
    arguments: [
      ([0], 6, true), ([0], 5, false), ([0, 1], 3, true), ([0, 1], 2, false), ([], 6, false),
    ] as [([Int], Double, Bool)])
  func `a change is brought by the segments together`(indices: [Int], step: Double, isEnough: Bool) {
    #expect(Self.forecast([Part(), Part()], change: -49_000).suffices(indices, step: step) == isEnough)
  }

  @Test func `a segment that is beyond the step already takes from what others bring`() {
    // The mean is 23: the first one saves 37,000 at 24, and the other, which falls to 24, costs 26,000.
    let forecast = Self.forecast([Part(rateFactor: 20), Part(rateFactor: 26)], change: -20_000)
    #expect(forecast.suffices([0], step: 1))
    #expect(!forecast.suffices([0, 1], step: 1))
    #expect(!forecast.suffices([1], step: 1))
  }

  @Test func `the smallest step with which few pictures are enough is taken, from the front of equal ones`() throws {
    // Six at half a step, four at one, three at one and a half, and two of eleven at two.
    let parts = Array(repeating: Part(), count: 11)
    let choice = try #require(Self.forecast(parts, change: -30_000).choice(of: Array(parts.indices)))
    #expect(choice.segments.sorted() == [0, 1])
    #expect(choice.step == 2)
    #expect(choice.part?.joint == nil)
    let others = try #require(Self.forecast(parts, change: -30_000).choice(of: [3, 5, 8, 9, 10]))
    #expect(others.segments.sorted() == [3, 5])
  }

  @Test func `one segment that is enough alone is taken without the others`() throws {
    // The first one has the most bits in each picture, and not enough of them.
    let parts = [Part(count: 100, bits: 2000), Part(count: 150, bits: 1900), Part(count: 600, bits: 100)]
    let choice = try #require(Self.forecast(parts, change: -13_000).choice(of: [0, 1, 2]))
    #expect(choice.segments == [1])
    #expect(choice.step == 0.5)
  }

  @Test func `what all do not bring with a tenth to spare has no choice`() {
    // At the largest step of 3 ten segments save 292,000.
    let parts = Array(repeating: Part(), count: 10)
    let all = Array(parts.indices)
    #expect(Self.forecast(parts, change: -280_000).suffices(all, step: 3))
    #expect(Self.forecast(parts, change: -280_000).choice(of: all)?.step == nil)
    #expect(Self.forecast(parts, change: -260_000).choice(of: all)?.segments.sorted() == all)
    #expect(Self.forecast(parts, change: -1000).choice(of: [])?.step == nil)
  }

  @Test(arguments: [(17_000, 3.5), (25_000, nil), (-17_000, nil)] as [(Double, Double?)])
  func `few pictures may differ more by bits that are spent, where those are few`(change: Double, step: Double?) {
    // A fiftieth of all is 20,800 bits.
    let parts = Array(repeating: Part(), count: 10) + [Part(count: 40)]
    #expect(Self.forecast(parts, change: change).choice(of: [10])?.step == step)
  }

  @Test(
    arguments: [
      (-10_000, 1000, 2.5, 200), (10_000, 1000, 2, 200), (10_000, 5000, 1.5, 200),
      // What the part's own key frame takes is more than its pictures save, or most of what is to be spent.
      (-10_000, 30_000, 3, nil), (10_000, 7000, 3, nil),
    ] as [(Double, Int32, Double, Int?)])
  func `of a long segment the part behind a joint may be enough`(
    change: Double, keyFrame: Int32, step: Double, joint: Int?
  ) throws {
    let parts = [Part(count: 250, keyFrame: keyFrame, joints: [200]), Part(count: 50)]
    let choice = try #require(Self.forecast(parts, change: change).choice(of: [0]))
    #expect(choice.segments == [0])
    #expect(choice.step == step)
    #expect(choice.part?.segment == joint.map { _ in 0 })
    #expect(choice.part?.joint == joint)
  }

  @Test(
    arguments: [
      ([47], nil), ([48], 48), ([203], nil), ([48, 53, 100, 203], 53), ([53, 60], 53), ([60], nil), ([], nil),
    ] as [([Int], Int?)])
  func `no part is shorter than 48 pictures, and of what is enough the shortest is taken`(
    joints: [Int], joint: Int?
  ) throws {
    // With half a step 196 pictures are enough.
    let parts = [Part(count: 250, joints: joints), Part(count: 1050)]
    let choice = try #require(Self.forecast(parts, change: -10_000).choice(of: [0]))
    #expect(choice.segments == [0])
    #expect(choice.step == 0.5)
    #expect(choice.part?.joint == joint)
  }
}
