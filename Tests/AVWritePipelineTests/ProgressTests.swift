import Testing

@testable import AVWritePipeline

@Suite struct ProgressTests {
  @Test func `speed, frame rate and time left follow from what was done`() {
    let progress = Progress(position: 15, duration: 60, frames: 360, elapsed: 5, bytes: 10)
    #expect(progress.fraction == 0.25)
    #expect(progress.speed == 3)
    #expect(progress.fps == 72)
    #expect(progress.secondsLeft == 15)
  }

  @Test func `nothing is foretold from nothing`() {
    #expect(Progress(position: 0.1, duration: 60, frames: 2, elapsed: 1, bytes: 0).secondsLeft == nil)
    #expect(Progress(position: 5, duration: nil, frames: 2, elapsed: 1, bytes: 0).secondsLeft == nil)
    #expect(Progress(position: 5, duration: 0, frames: 2, elapsed: 0, bytes: 0).fraction == 0)
    #expect(Progress(position: 61, duration: 60, frames: 2, elapsed: 1, bytes: 0).fraction == 1)
  }

  @Test(arguments: [1, 9, 20, 40, 60, 80, 200])
  func `a bar fits its terminal`(width: Int) {
    for position in [0.0, 0.3, 59.9, 60] {
      let progress = Progress(position: position, duration: 60, frames: 1000, elapsed: 7200, bytes: 0)
      let line = ProgressLine(width: width, usesColour: false).text(progress)
      #expect(line.count < width, "\(line)")
      #expect(!line.contains("\u{1B}"))
    }
  }

  @Test func `the bar shows the part that is done`() {
    let progress = Progress(position: 30, duration: 60, frames: 720, elapsed: 20, bytes: 0)
    let line = ProgressLine(width: 80, usesColour: false).text(progress)
    #expect(line.hasSuffix("]  50.0%    1.5x   36.0 fps  00:20 left"))
    let bar = line.prefix { $0 != "]" }
    #expect(bar.count { $0 == "=" } == (bar.count - 1) / 2)
    #expect(ProgressLine(width: 80, usesColour: true).text(progress).contains("\u{1B}[32m"))
  }

  @Test func `off a terminal there is no bar, and sound has no frames`() {
    let progress = Progress(position: 30, duration: 60, frames: 0, elapsed: 20, bytes: 0)
    #expect(ProgressLine(width: nil, usesColour: false).text(progress) == " 50.0%    1.5x  00:20 left")
  }

  @Test func `the tally takes the earliest start and the latest end`() {
    let tally = Tally(trackCount: 2)
    func time(_ value: Int64) -> ExactTime { ExactTime(value: value, scale: 8) }
    tally.add(1, from: time(5), to: time(6), track: 1)
    tally.add(1, from: time(7), to: time(8), track: 1)
    tally.add(1, from: time(6), to: time(7), track: 1)
    tally.finish(track: 1)
    #expect(
      tally.snapshot[1]
        == Tally.Track(
          samples: 3, start: time(5), end: time(8), seconds: 0.375, lastSeconds: 0.125, latestStart: time(7),
          secondLatestStart: time(6), isFinished: true))
    #expect(tally.snapshot[1].lastStep == 0.125)
    #expect(tally.snapshot[0] == Tally.Track())
  }
}
