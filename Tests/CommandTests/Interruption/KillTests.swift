import Foundation
import TestSupport
import Testing

/// Jobs that end at moments which a seed chooses. Nothing is timed: whenever the end comes, it must be in order.
@Suite struct KillTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A job of each kind of writer, which is under way long enough to be met.
  struct Job: Sendable, CustomTestStringConvertible {
    let output: String
    let arguments: [String]
    var testDescription: String { output }

    init(source: String, output: String, options: [String] = []) {
      self.init(output, ["transcode", Files.fixture(source), output, "-q"] + options)
    }

    private init(_ output: String, _ arguments: [String]) { (self.output, self.arguments) = (output, arguments) }

    static let all = [
      Job(source: "h264-aac-small.mp4", output: "out.mp4", options: ["--speed", "fast"]),
      Job(source: "h264-aac-small.mp4", output: "out.mkv", options: ["--speed", "fast"]),
      Job(source: "h264-aac-small.mp4", output: "out.ts", options: ["--speed", "fast"]),
      Job(
        source: "h264-aac-small.mp4", output: "out.mov",
        options: ["--speed", "fast", "--target-ssim", "0.98", "--keyframe-interval", "0.5"]),
      Job(source: "h264-aac-small.mp4", output: "out.webm", options: ["--video-codec", "vp9", "--speed", "superfast"]),
      Job(source: "aac-5.1.m4a", output: "out.aiff"), Job(source: "aac-5.1.m4a", output: "out.caf"),
      Job(source: "aac-5.1.m4a", output: "out.flac"), Job(source: "aac-5.1.m4a", output: "out.ogg"),
      Job("cut.mp4", ["cut", Files.fixture("h264-aac.mov"), "cut.mp4", "--from", "0.5", "--to", "3", "-q"]),
      Job("out.mov", ["join", Files.fixture("h264-aac.mov"), Files.fixture("h264-aac.mov"), "-o", "out.mov", "-q"]),
    ]
  }

  /// How long the job takes here, in microseconds, and the file that it makes.
  private func reference(_ job: Job) throws -> (duration: Int, file: Data) {
    let start = ContinuousClock.now
    #expect(try Command(job.arguments, in: folder).ending().exit == 0)
    let duration = ContinuousClock.now - start
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.path(job.output)))
    try FileManager.default.removeItem(atPath: folder.path(job.output))
    return (max(1, Int(duration / .microseconds(1))), file)
  }

  private func output(_ job: Job) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder.path(job.output))) }

  @Test(arguments: Job.all)
  func `CL-02 killed at any moment a job leaves nothing or the whole file under the name`(job: Job) throws {
    let (duration, file) = try reference(job)
    var chance = SeededGenerator(seed: 2)
    for round in 0..<Rounds.count(4, full: 100) {
      let command = try Command(job.arguments, in: folder)
      // The moment is by chance: nothing is expected to have happened in that time.
      usleep(UInt32.random(in: 0..<UInt32(clamping: duration), using: &chance))
      command.signal(SIGKILL)
      _ = command.ending()
      if folder.names.contains(job.output) {
        #expect(try output(job) == file, "round \(round)")
        try FileManager.default.removeItem(atPath: folder.path(job.output))
      }
    }
    // The next run clears away what was left.
    #expect(try Command(job.arguments, in: folder).ending().exit == 0)
    #expect(folder.names == [job.output])
    #expect(try output(job) == file)
  }

  @Test(arguments: Job.all, [SIGINT, SIGTERM, SIGHUP])
  func `CL-07 a signal at any moment leaves nothing, or comes too late`(job: Job, signal: Int32) throws {
    let (duration, file) = try reference(job)
    var chance = SeededGenerator(seed: UInt64(signal))
    for round in 0..<Rounds.count(2, full: 34) {
      let command = try Command(job.arguments, in: folder)
      // The moment is by chance: nothing is expected to have happened in that time.
      usleep(UInt32.random(in: 0..<UInt32(clamping: duration), using: &chance))
      command.signal(signal)
      let ending = command.ending()
      if ending.exit == 0 {
        #expect(try output(job) == file, "round \(round)")
        try FileManager.default.removeItem(atPath: folder.path(job.output))
      } else {
        // Before the program has begun to watch, the signal itself ends it: a shell sees the same.
        #expect([128 + signal, -signal].contains(ending.exit), "round \(round): \(ending.errors)")
      }
      #expect(folder.names.isEmpty, "round \(round)")
    }
  }
}
