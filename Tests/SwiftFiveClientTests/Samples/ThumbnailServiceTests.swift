import AVFoundation
import TestSupport
import Testing

@Suite struct ThumbnailServiceTests {
  @Test func `a server's program makes a poster and a strip`() async throws {
    let previews = try await ThumbnailService(stripCount: 5).previews(
      of: Files.fixtures.appendingPathComponent("h264-rotated.mov"))
    #expect(previews.strip.count == 5 && previews.failures == 0)
    #expect(previews.posterTime <= CMTime(value: 1, timescale: 5))
    // Each is a JPEG file.
    for data in previews.strip + [previews.poster] { #expect(data.starts(with: [0xFF, 0xD8, 0xFF])) }
    await #expect(throws: (any Error).self) {
      try await ThumbnailService(stripCount: 2).previews(of: Files.fixtures.appendingPathComponent("speech.m4a"))
    }
  }

  @Test func `an older program collects what comes`() async {
    let collector = ThumbnailCollector()
    let (widths, cancelled) = await withCheckedContinuation { continuation in
      collector.collect(from: Files.fixtures.appendingPathComponent("h264-aac.mov"), at: [0, 1, 2.5]) {
        continuation.resume(returning: ($0, $1))
      }
    }
    #expect(widths == [64, 64, 64] && cancelled == 0)
  }
}
