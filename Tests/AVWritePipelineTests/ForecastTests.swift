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
      forecast.note(fraction(second), at: second)
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
    for second in 0..<10 { forecast.note(0, at: Double(second)) }
    #expect(forecast.secondsLeft == nil)
    forecast.note(0.5, at: 10)
    forecast.note(0.5, at: 11)
    #expect(forecast.secondsLeft == nil)
  }

  @Test func `pictures in which nothing moves are a fourth of the work`() {
    let profile = WorkProfile(sizes: [0, 0, 100_000, 0], macroblocks: 3600)
    #expect(profile.count == 4)
    #expect(profile.share(of: 0) == 0)
    #expect(abs(profile.share(of: 2) - 0.5 / 1.75) < 1e-6)
    #expect(profile.share(of: 4) == 1)
    #expect(profile.share(of: 9) == 1)
    #expect(profile.share(of: 1, among: 2) == 0.5)
    #expect(profile.share(of: 2, among: 2) == 1)
    #expect(WorkProfile(sizes: [0, 0], macroblocks: 0).share(of: 1) == 0.5)
    #expect(WorkProfile(sizes: [], macroblocks: 1).share(of: 1) == 0)
  }

  @Test func `more bytes are never less work, and how finely the source was encoded is none`() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<100 {
      let size = Int.random(in: 0...50_000, using: &generator)
      let more = size + Int.random(in: 0...50_000, using: &generator)
      #expect(WorkProfile(sizes: [size, more], macroblocks: 3600).share(of: 1) <= 0.5)
    }
    let fine = (0..<100).map { _ in Int.random(in: 50_000...500_000, using: &generator) }
    let profile = WorkProfile(sizes: fine, macroblocks: 3600)
    for count in 0...100 { #expect(abs(profile.share(of: count) - Double(count) / 100) < 1e-4) }
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
