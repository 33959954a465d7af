import Foundation
import TestSupport
import Testing

/// Jobs that end at moments which a seed chooses. Nothing is timed: whenever the end comes, it must be in order.
@Suite struct KillTests {
  let folder: TemporaryFolder
  private let arguments = ["transcode", Files.fixture("h264-aac-small.mp4"), "out.mp4", "--speed", "fast", "-q"]

  init() throws { folder = try TemporaryFolder() }

  /// How long the job takes here, in microseconds, and the file that it makes.
  private func reference() throws -> (duration: Int, file: Data) {
    let start = ContinuousClock.now
    #expect(try Command(arguments, in: folder).ending().exit == 0)
    let duration = ContinuousClock.now - start
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.path("out.mp4")))
    try FileManager.default.removeItem(atPath: folder.path("out.mp4"))
    return (max(1, Int(duration / .microseconds(1))), file)
  }

  private func output() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder.path("out.mp4"))) }

  @Test func `rule 2 killed at any moment a job leaves nothing or the whole file under the name`() throws {
    let (duration, file) = try reference()
    var chance = SeededGenerator(seed: 2)
    for round in 0..<Rounds.count(4, full: 100) {
      let command = try Command(arguments, in: folder)
      // The moment is by chance: nothing is expected to have happened in that time.
      usleep(UInt32.random(in: 0..<UInt32(clamping: duration), using: &chance))
      command.signal(SIGKILL)
      _ = command.ending()
      if folder.names.contains("out.mp4") {
        #expect(try output() == file, "round \(round)")
        try FileManager.default.removeItem(atPath: folder.path("out.mp4"))
      }
    }
    // The next run clears away what was left.
    #expect(try Command(arguments, in: folder).ending().exit == 0)
    #expect(folder.names == ["out.mp4"])
    #expect(try output() == file)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `rule 7 a signal at any moment leaves nothing, or comes too late`(signal: Int32) throws {
    let (duration, file) = try reference()
    var chance = SeededGenerator(seed: UInt64(signal))
    for round in 0..<Rounds.count(2, full: 34) {
      let command = try Command(arguments, in: folder)
      // The moment is by chance: nothing is expected to have happened in that time.
      usleep(UInt32.random(in: 0..<UInt32(clamping: duration), using: &chance))
      command.signal(signal)
      let ending = command.ending()
      if ending.exit == 0 {
        #expect(try output() == file, "round \(round)")
        try FileManager.default.removeItem(atPath: folder.path("out.mp4"))
      } else {
        // Before the program has begun to watch, the signal itself ends it: a shell sees the same.
        #expect([128 + signal, -signal].contains(ending.exit), "round \(round): \(ending.errors)")
      }
      #expect(folder.names.isEmpty, "round \(round)")
    }
  }
}
