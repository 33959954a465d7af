import TestSupport
import Testing

@testable import AVWritePipeline

/// The check of a finished file.
@Suite struct VerifierTests {
  /// libavformat writes the pictures of an open group in front before zero, where Matroska has no times for readers.
  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "no file without times is made")))
  func `an output that cannot be read to its end fails for the reader's reason`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("out.mkv")
    try Tool.ffmpeg.run(["-v", "error", "-i", Files.fixture("h264-open-gop.ts"), "-c", "copy", path])
    let pictures = TrackFacts(
      id: 1, kind: .video, position: 1, codec: "avc1", video: TrackFacts.Video(width: 320, height: 180))
    let plan = Plan(
      container: .mkv, tracks: [TrackPlan(source: pictures, action: .copy, reason: "")], ledger: Ledger())
    let verifier = Verifier(plan: plan, counts: [SampleCounts.Track(samples: 36)], path: path, input: "in.ts")
    let error = #expect(throws: JobError.self) { _ = try verifier.verify(.tables) }
    #expect(error?.code == .verificationFailed)
    let reason = "verification failed: the output: the container does not state when each of its pictures is shown"
    #expect(error?.message.hasPrefix(reason) == true, "\(error?.message ?? "")")
  }
}
