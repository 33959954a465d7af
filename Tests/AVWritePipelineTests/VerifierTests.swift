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

  /// A transport stream does not say how long its last picture is shown. It has 25 pictures of 40 ms.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "no transport stream is made")),
    arguments: [(40, 40, true), (40, 540, true), (60, 40, false), (60, 60, false)] as [(Int64, Int64, Bool)])
  func `a length that the file does not state is told as written, and what it states is judged`(
    distance: Int64, last: Int64, isRight: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("out.ts")
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "mpeg2video", path,
    ])
    func time(_ milliseconds: Int64) -> ExactTime { ExactTime(value: milliseconds, scale: 1000) }
    let counts = SampleCounts(trackCount: 1)
    for start in stride(from: 0, to: 25 * distance, by: Int(distance)) {
      let end = start == 24 * distance ? start + last : start + distance
      counts.add(1, from: time(start), to: time(end), isPicture: true, track: 0)
    }
    let pictures = TrackFacts(
      id: 1, kind: .video, position: 1, codec: "mp2v", video: TrackFacts.Video(width: 64, height: 48))
    let plan = Plan(container: .ts, tracks: [TrackPlan(source: pictures, action: .copy, reason: "")], ledger: Ledger())
    let verifier = Verifier(plan: plan, counts: counts.snapshot, path: path, input: "in.mp4")
    guard isRight else {
      let error = #expect(throws: JobError.self) { _ = try verifier.verify(.tables) }
      #expect(error?.code == .verificationFailed)
      return
    }
    let told = try #require(verifier.verify(.tables).tracks.first).duration
    #expect(abs(told.seconds - time(24 * distance + last).seconds) < 0.0001)
  }
}
