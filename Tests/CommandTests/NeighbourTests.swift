import Foundation
import TestSupport
import Testing

/// Jobs side by side in one folder: each makes what it makes alone.
@Suite struct NeighbourTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `jobs in passes and in segments share no file`() throws {
    let source = ["transcode", Files.fixture("h264-aac-small.mp4")]
    let common = ["-q", "--speed", "fast", "--keyframe-interval", "0.5"]
    let jobs = [
      ("a.mp4", ["--target-ssim", "0.98"]), ("b.mp4", ["--target-ssim", "0.97"]),
      ("a.mov", ["--target-ssim", "0.975"]),
      ("c.mp4", ["--parallel", "segment"]), ("d.mp4", ["--parallel", "segment", "--crf", "30"]),
    ].map { (output: $0, arguments: source + [$0] + common + $1) }
    let alone = try jobs.map { job in
      #expect(try Command(job.arguments, in: folder).ending().exit == 0)
      defer { try? FileManager.default.removeItem(at: folder.file(job.output)) }
      return try Data(contentsOf: folder.file(job.output))
    }
    let running = try jobs.map { try Command($0.arguments, in: folder) }
    for command in running { #expect(command.ending().exit == 0) }
    #expect(try jobs.map { try Data(contentsOf: folder.file($0.output)) } == alone)
    #expect(folder.names == jobs.map(\.output).sorted())
  }
}
