import TestSupport
import Testing

@testable import AVWritePipeline

/// What a job foretells, on histories that are made up.
@Suite struct ForecastTests {
  /// The seconds left that are foretold at each tenth of a second, beside those that there were.
  private func predictions(of fraction: (Double) -> Double, lasting end: Double) -> [(foretold: Double?, true: Double)]
  {
    var forecast = Forecast()
    return stride(from: 0, to: end, by: 0.1).map { second in
      forecast.note(WorkDone(share: fraction(second)), at: second)
      return (forecast.secondsLeft, end - second)
    }
  }

  @Test func `even work is foretold exactly`() {
    for (foretold, left) in predictions(of: { $0 / 20 }, lasting: 20).dropFirst(4) {
      #expect(abs((foretold ?? 0) - left) < 1e-6)
    }
  }

  @Test func `what comes before the first result is no part of the speed`() {
    for (foretold, left) in predictions(of: { max(0, $0 - 3) / 17 }, lasting: 20).dropFirst(40) {
      #expect(abs((foretold ?? 0) - left) <= 0.1 * left + 1e-6)
    }
  }

  @Test func `a machine that is busy now and then is foretold by its average`() {
    var generator = SeededGenerator(seed: 7)
    var (done, history) = (0.0, [0.0])
    while done < 1 {
      done += Double.random(in: 0.0005...0.0015, using: &generator)
      history.append(min(done, 1))
    }
    let end = Double(history.count) / 10
    for (foretold, left) in predictions(of: { history[Int(($0 * 10).rounded())] }, lasting: end).dropFirst(
      history.count / 10)
    {
      #expect(abs((foretold ?? 0) - left) <= 0.1 * left + 0.25)
    }
  }

  @Test func `nothing is foretold from nothing`() {
    var forecast = Forecast()
    #expect(forecast.secondsLeft == nil)
    for second in 0..<10 { forecast.note(WorkDone(share: 0), at: Double(second)) }
    #expect(forecast.secondsLeft == nil)
    forecast.note(WorkDone(share: 0.5), at: 10)
    forecast.note(WorkDone(share: 0.5), at: 11)
    #expect(forecast.secondsLeft == nil)
  }

  /// When an encoder ends that takes 300 pictures and holds 50 of them, and what is foretold before, by tenths of a second.
  private func encoding(intake: Double, output: Double) -> [(second: Double, foretold: Double?, end: Double)] {
    let (count, held) = (300, 50)
    // When so many pictures are in, and so many out: one after the other, as on one processor.
    var (second, steps) = (0.0, [(second: 0.0, taken: 0, coded: 0)])
    for place in 0..<count + held {
      if place < count { second += intake }
      if place >= held { second += output }
      steps.append((second, min(place + 1, count), max(0, place + 1 - held)))
    }
    let profile = WorkProfile(sizes: Array(repeating: 100_000, count: count), macroblocks: 3600)
    let whole = Work(intake: 1, output: 1)
    var forecast = Forecast()
    return stride(from: 0, to: second, by: 0.1).map { now in
      let step = steps.last { $0.second <= now } ?? steps[0]
      forecast.note(
        WorkDone(done: profile.done(whole, taken: step.taken, coded: step.coded), whole: whole), at: now)
      return (now, forecast.secondsLeft, second)
    }
  }

  @Test(arguments: [(0.02, 0.06), (0.06, 0.02), (0.04, 0.04), (0.01, 0.15)])
  func `what an encoder takes in and what it has out cost what they turn out to`(intake: Double, output: Double) {
    for (second, foretold, end) in encoding(intake: intake, output: output) where second >= end / 5 {
      #expect(abs(second + (foretold ?? 0) - end) <= 0.1 * end, "\(second) \(foretold ?? 0) \(end)")
    }
  }

  @Test func `no kind of work takes less than no time`() {
    var costs = WorkCosts()
    #expect(costs.seconds(for: Work(intake: 1, output: 1)) == nil)
    // The more is taken in, the less time it takes.
    costs.note(Work(intake: 0.1, output: 0.1), seconds: 10)
    costs.note(Work(intake: 0.4, output: 0.1), seconds: 1)
    #expect((costs.seconds(for: Work(intake: 1)) ?? -1) >= 0)
    #expect((costs.seconds(for: Work(output: 1)) ?? -1) > 0)
  }

  @Test func `pictures in which nothing moves are a fourth of the intake, and next to nothing to code`() {
    let profile = WorkProfile(sizes: [0, 0, 100_000, 0], macroblocks: 3600)
    func done(_ pictures: Int, among total: Int? = nil) -> Work {
      profile.done(Work(intake: 1.75, output: 1.15), taken: pictures, coded: pictures, among: total)
    }
    #expect(profile.count == 4)
    #expect(done(0) == Work())
    #expect(abs(done(2).intake - 0.5) < 1e-6 && abs(done(2).output - 0.1) < 1e-6)
    #expect(done(4) == Work(intake: 1.75, output: 1.15))
    #expect(done(9) == done(4))
    #expect(done(2, among: 2) == done(4))
    let (still, none) = (WorkProfile(sizes: [0, 0], macroblocks: 0), WorkProfile(sizes: [], macroblocks: 1))
    #expect(still.done(Work(intake: 2, output: 4), taken: 1, coded: 2) == Work(intake: 1, output: 4))
    #expect(none.done(Work(intake: 2, output: 4), taken: 1, coded: 1) == Work())
  }

  @Test func `more bytes are never less work, and how finely the source was encoded is none`() {
    var generator = SeededGenerator(seed: 11)
    func output(_ sizes: [Int], _ count: Int) -> Double {
      WorkProfile(sizes: sizes, macroblocks: 3600).done(Work(output: 1), taken: 0, coded: count).output
    }
    for _ in 0..<100 {
      let size = Int.random(in: 0...50_000, using: &generator)
      let more = size + Int.random(in: 0...50_000, using: &generator)
      #expect(output([size, more], 1) <= 0.5)
    }
    let fine = (0..<100).map { _ in Int.random(in: 50_000...500_000, using: &generator) }
    for count in 0...100 { #expect(abs(output(fine, count) - Double(count) / 100) < 1e-4) }
  }

  @Test func `a later pass takes as long as its work is beside the first one's, where that is known`() {
    let sound = JobPasses(costs: [1, 3], areKnown: true)
    #expect(sound.fraction(0.5, of: 0) == 0.125)
    #expect(sound.fraction(0.5, of: 1) == 0.625)
    #expect(sound.secondsLeft(5, ofWhole: 10, in: 0) == 35)
    #expect(sound.secondsLeft(5, ofWhole: 10, in: 1) == 5)
    #expect(JobPasses(costs: [1, 60], areKnown: false).secondsLeft(5, ofWhole: 10, in: 0) == nil)
  }
}
