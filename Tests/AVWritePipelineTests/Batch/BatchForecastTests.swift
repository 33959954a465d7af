import Testing

@testable import AVWritePipeline

/// What a batch foretells, on histories that are made up.
@Suite struct BatchForecastTests {
  private func job(_ size: Double, _ state: BatchForecast.State, kind: String = "mov") -> BatchForecast.Job {
    BatchForecast.Job(kind: kind, size: size, state: state)
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

  @Test func `a job that foretells its own end is believed`() {
    let jobs = [job(100, .running(fraction: 0.1, seconds: 1, left: 3)), job(100, .waiting)]
    #expect(isClose(BatchForecast(jobs, workers: 1).secondsLeft, 7))
  }

  @Test func `nothing is divided by nothing`() {
    let jobs = [job(0, .ended(seconds: 0)), job(0, .running(fraction: 0, seconds: 0, left: nil)), job(0, .waiting)]
    let forecast = BatchForecast(jobs, workers: 0)
    #expect(forecast.secondsLeft == 0)
    #expect((0...1).contains(forecast.fraction))
  }
}
