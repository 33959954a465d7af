import Testing

@testable import MediaEngine

/// The pauses of downloads from servers that give nothing.
@Suite struct DownloadRetriesTests {
  private static let start = ContinuousClock.now

  @Test func `pauses double up to the longest, until the patience is at its end`() {
    var retries = DownloadRetries()
    var now = Self.start
    var pauses: [Double] = []
    #expect(retries.mayAsk(at: now))
    while let pause = retries.noteFailure(at: now, patience: 20) {
      pauses.append(pause)
      #expect(pause == 0 || !retries.mayAsk(at: now))
      now += .seconds(pause)
      #expect(retries.mayAsk(at: now))
    }
    #expect(pauses == [0, 0.25, 0.5, 1, 2, 4, 4, 4, 4, 4])
    #expect(retries.noteFailure(at: now, patience: 20) == nil)
  }

  @Test func `what comes gives the patience back`() {
    var retries = DownloadRetries()
    let later = Self.start + .seconds(19)
    for _ in 0..<3 { _ = retries.noteFailure(at: Self.start, patience: 20) }
    #expect(retries.noteFailure(at: later, patience: 20) == 1)
    retries.noteNews()
    #expect(retries.noteFailure(at: later + .seconds(19), patience: 20) == 0)
  }

  @Test func `without patience nothing is asked again`() {
    var retries = DownloadRetries()
    #expect(retries.noteFailure(at: Self.start, patience: 0) == nil)
  }
}
