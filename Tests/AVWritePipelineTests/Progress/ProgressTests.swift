import Testing

@testable import AVWritePipeline

@Suite struct ProgressTests {
  private static let onePass = JobPasses(costs: [1], areKnown: true)

  private func progress(_ position: Double, of duration: Double, frames: Int, elapsed: Double) -> Progress {
    var forecast = Forecast()
    for second in stride(from: 0, through: elapsed, by: elapsed / 10) {
      forecast.note(WorkDone(share: position * second / elapsed / duration), at: second)
    }
    return Progress(
      Measure(work: WorkDone(share: position / duration), position: position, frames: frames), in: 0, of: Self.onePass,
      elapsed: elapsed, secondsLeft: forecast.secondsLeft?.rounded())
  }

  @Test func `speed, frame rate and time left follow from what was done`() {
    let progress = progress(15, of: 60, frames: 360, elapsed: 5)
    #expect(progress.fraction == 0.25)
    #expect(progress.speed == 3)
    #expect(progress.fps == 72)
    #expect(abs((progress.secondsLeft ?? 0) - 15) < 1e-9)
  }

  @Test func `nothing is foretold from nothing`() {
    let unknown = Progress(
      Measure(work: nil, position: 5, frames: 2), in: 0, of: Self.onePass, elapsed: 1, secondsLeft: nil)
    #expect(unknown.fraction == 0)
    #expect(unknown.speed == 5)
    #expect(unknown.secondsLeft == nil)
    let begun = Progress(
      Measure(work: WorkDone(share: 0), position: 0), in: 0, of: Self.onePass, elapsed: 0, secondsLeft: nil)
    #expect(begun.fps == 0)
  }

  @Test(arguments: [1, 9, 20, 40, 60, 80, 200])
  func `a bar fits its terminal`(width: Int) {
    for position in [0.0, 0.3, 59.9, 60] {
      let progress = Progress(
        fraction: position / 60, frames: 1000, fps: 0.1, speed: position / 7200, secondsLeft: 7200, bytes: 0)
      let line = ProgressLine(width: width, usesColour: false).text(progress)
      #expect(line.count < width, "\(line)")
      #expect(!line.contains("\u{1B}"))
    }
  }

  @Test func `the bar shows the part that is done`() {
    let progress = progress(30, of: 60, frames: 720, elapsed: 20)
    let line = ProgressLine(width: 80, usesColour: false).text(progress)
    #expect(line.hasSuffix("]  50.0%    1.5x   36.0 fps  00:20 left"))
    let bar = line.prefix { $0 != "]" }
    #expect(bar.count { $0 == "=" } == (bar.count - 1) / 2)
    #expect(ProgressLine(width: 80, usesColour: true).text(progress).contains("\u{1B}[32m"))
  }

  @Test func `off a terminal there is no bar, and sound has no frames`() {
    let progress = progress(30, of: 60, frames: 0, elapsed: 20)
    #expect(ProgressLine(width: nil, usesColour: false).text(progress) == " 50.0%    1.5x  00:20 left")
  }
}
