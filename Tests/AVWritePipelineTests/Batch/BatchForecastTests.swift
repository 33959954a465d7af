import TestSupport
import Testing

@testable import AVWritePipeline

/// What a batch foretells, on histories that are made up.
@Suite struct BatchForecastTests {
  private func job(
    _ size: Double, _ state: BatchForecast.State, kind: String = "mov", work: Double? = nil
  ) -> BatchForecast.Job {
    BatchForecast.Job(kind: kind, size: size, work: work, state: state)
  }

  private func isClose(_ one: Double?, _ other: Double) -> Bool { one.map { abs($0 - other) < 1e-6 * other } ?? false }

  @Test func `nothing is foretold before any work`() {
    let forecast = BatchForecast([job(10, .waiting), job(10, .skipped)], workers: 2)
    #expect(forecast.secondsLeft == nil)
    #expect(forecast.fraction == 0)
    #expect(BatchForecast([], workers: 1).fraction == 1)
  }

  @Test func `jobs take as long as their inputs are large, and what is skipped takes nothing`() {
    let jobs = [
      job(100, .ended(seconds: 10)), job(1000, .skipped), job(50, .running(fraction: 0.5, seconds: 2.5, left: nil)),
      job(200, .waiting),
    ]
    let forecast = BatchForecast(jobs, workers: 1)
    #expect(isClose(forecast.secondsLeft, 22.5))
    #expect(isClose(forecast.fraction, 125.0 / 350))
  }

  @Test func `workers share what waits, and the longest is the end`() {
    let jobs = [job(100, .ended(seconds: 10))] + Array(repeating: job(100, .waiting), count: 3)
    #expect(isClose(BatchForecast(jobs, workers: 2).secondsLeft, 20))
    #expect(isClose(BatchForecast(jobs, workers: 8).secondsLeft, 10))
  }

  @Test func `each kind has its own pace once it is known`() {
    let jobs = [
      job(100, .ended(seconds: 10)), job(100, .ended(seconds: 1), kind: "mkv"), job(100, .waiting),
      job(100, .waiting, kind: "mkv"),
    ]
    #expect(isClose(BatchForecast(jobs, workers: 1).secondsLeft, 11))
  }

  @Test func `sound that is not compressed is large for its work`() {
    let jobs = [job(100, .ended(seconds: 10)), job(1000, .waiting, kind: "wav")]
    #expect(isClose(BatchForecast(jobs, workers: 1).secondsLeft, 10))
  }

  @Test func `what is known of the plans counts, and not the sizes`() {
    let jobs = [
      job(1, .ended(seconds: 10), work: 100), job(1_000_000, .waiting, kind: "wav", work: 20),
      job(7, .waiting, kind: "mkv", work: 30),
    ]
    let forecast = BatchForecast(jobs, workers: 1)
    #expect(isClose(forecast.secondsLeft, 5))
    #expect(isClose(forecast.fraction, 10.0 / 15))
  }

  @Test func `plans that are known tell of the sizes of others`() {
    let known = [job(10, .ended(seconds: 10), work: 100), job(100, .waiting, kind: "wav", work: 50)]
    #expect(isClose(BatchForecast(known + [job(20, .waiting)], workers: 1).secondsLeft, 5 + 20))
    #expect(isClose(BatchForecast(known + [job(200, .waiting, kind: "wav")], workers: 1).secondsLeft, 5 + 10))
    // Of all kinds, in bytes that are alike: 150 of work in 20 bytes.
    #expect(isClose(BatchForecast(known + [job(4, .waiting, kind: "mkv")], workers: 1).secondsLeft, 5 + 3))
  }

  @Test func `jobs whose pace holds are foretold exactly at each moment`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      let works = (0..<Int.random(in: 1...12, using: &generator)).map { _ in Double.random(in: 1...9, using: &generator)
      }
      let total = works.reduce(0, +)
      let now = Double.random(in: 0.1..<1, using: &generator) * total
      var begin = 0.0
      let jobs = works.map { work in
        defer { begin += work }
        let state: BatchForecast.State =
          if now >= begin + work { .ended(seconds: work) } else if now <= begin { .waiting } else {
            .running(fraction: (now - begin) / work, seconds: now - begin, left: nil)
          }
        return job(Double.random(in: 1...1e6, using: &generator), state, work: work)
      }
      #expect(isClose(BatchForecast(jobs, workers: 1).secondsLeft, total - now))
      #expect(isClose(BatchForecast(jobs, workers: 1).fraction, now / total))
    }
  }

  @Test func `a job that foretells its own end is believed as far as it has come`() {
    let alone = [job(100, .running(fraction: 0.5, seconds: 4, left: 4)), job(100, .waiting)]
    #expect(isClose(BatchForecast(alone, workers: 1).secondsLeft, 4 + 8))
    func left(_ fraction: Double) -> Double? {
      let running = job(100, .running(fraction: fraction, seconds: 0, left: 1000 * (1 - fraction)))
      return BatchForecast([job(1e9, .ended(seconds: 1e8)), running], workers: 1).secondsLeft
    }
    // Others take a tenth of a second for each byte, and this one says a hundred times as much.
    #expect(left(0.01).map { $0 < 25 } == true)
    #expect(left(0.9).map { $0 > 90 } == true)
  }

  @Test func `the beginning of the first job of a kind tells little of the kind`() {
    let jobs = [
      job(100, .ended(seconds: 10)), job(100, .running(fraction: 0.01, seconds: 1, left: nil), kind: "mkv"),
      job(100, .waiting, kind: "mkv"),
    ]
    #expect(BatchForecast(jobs, workers: 1).secondsLeft.map { (19.9...25).contains($0) } == true)
  }

  @Test func `nothing is divided by nothing`() {
    let jobs = [job(0, .ended(seconds: 0)), job(0, .running(fraction: 0, seconds: 0, left: nil)), job(0, .waiting)]
    let forecast = BatchForecast(jobs, workers: 0)
    #expect(forecast.secondsLeft == 0)
    #expect((0...1).contains(forecast.fraction))
  }
}
