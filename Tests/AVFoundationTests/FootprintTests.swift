import AVFoundation
import TestSupport
import Testing

/// Transcoding again and again leaves nothing behind. In a process of its own, since what it holds is counted.
@Suite("What transcoding leaves behind")
struct FootprintTests {
  /// Until queues and libraries have what they keep.
  private static let warmUp = 10
  private static let rounds = Rounds.count(20, full: 100)

  /// Pictures and sound, through decoders and encoders or as they are.
  private static func transcode(_ name: String, _ mode: Mode, in folder: TemporaryFolder) throws {
    let url = folder.file("out.mov")
    let transfer = try Transfer(MediaFiles.fixture(name), to: url, mode)
    try transfer.run()
    try FileManager.default.removeItem(at: url)
  }

  /// Starts, appends a little, and leaves: by cancelling, or by letting go.
  private static func begin(_ round: Int, in folder: TemporaryFolder) throws {
    let transfer = try Transfer(MediaFiles.fixture("h264-aac.mov"), to: folder.file("out.mov"), .encoding)
    try transfer.start()
    for lane in transfer.lanes {
      for _ in 0..<4 {
        guard let sample = lane.output.copyNextSampleBuffer() else { break }
        lane.input.waitUntilReady()
        _ = lane.input.append(sample)
      }
    }
    if round % 2 == 0 { transfer.writer.cancelWriting() }
  }

  /// Runs the work often, and compares what the process holds before and after.
  private static func expectNothingLeft(_ work: (_ round: Int) throws -> Void) throws {
    for round in 0..<warmUp { try work(round) }
    let before = settled()
    for round in 0..<rounds { try work(round) }
    let after = settled()
    #expect(after.descriptors == before.descriptors)
    #expect(after.workers == 0)
    #expect(after.owners == 0)
  }

  /// Workers end after the completion handler was called: they are waited for, a while.
  private static func settled() -> Footprint {
    for _ in 0..<10_000 {
      let now = Footprint.current
      if now.workers == 0 && now.owners == 0 { return now }
      // Another thread's end is nothing to wait for in other ways.
      Thread.sleep(forTimeInterval: 0.001)
    }
    return Footprint.current
  }

  @Test func `encoding leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try Self.expectNothingLeft { _ in try Self.transcode("h264-aac.mov", .encoding, in: folder) }
    }
  }

  @Test func `copying leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try Self.expectNothingLeft { _ in try Self.transcode("h264-aac.mov", .copying, in: folder) }
    }
  }

  @Test func `leaving in the middle leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try Self.expectNothingLeft { round in
        try Self.begin(round, in: folder)
        // The writer's own workers remove the file of one that was let go of.
        while !folder.names.isEmpty { Thread.sleep(forTimeInterval: 0.0005) }
      }
    }
  }
}
