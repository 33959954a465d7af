import AVFoundation
import TestSupport
import Testing

/// Broken files end in nil and an error that does not change, whatever ranges are asked for.
@Suite("Random access in damaged files")
struct DamagedRangesTests {
  /// Reads several ranges of every track, and says how it ended.
  private static func read(_ url: URL, settings: [String: Any]?) throws -> [AVError.Code] {
    let asset = AVURLAsset(url: url)
    var codes: [AVError.Code] = []
    for track in asset.tracks where settings == nil || [.video, .audio].contains(track.mediaType) {
      guard let reader = try? AVAssetReader(asset: asset) else { continue }
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
      output.supportsRandomAccess = true
      reader.add(output)
      if reader.startReading() {
        for start in [0.9, 0.3, 0, 2.5] {
          while output.copyNextSampleBuffer() != nil {}
          output.reset(forReadingTimeRanges: [
            NSValue(
              timeRange: CMTimeRange(
                start: CMTime(seconds: start, preferredTimescale: 600), duration: CMTime(value: 1, timescale: 5))),
            NSValue(
              timeRange: CMTimeRange(
                start: CMTime(seconds: start + 0.4, preferredTimescale: 600), duration: .positiveInfinity)),
          ])
        }
        while output.copyNextSampleBuffer() != nil {}
        output.markConfigurationAsFinal()
      }
      #expect(output.copyNextSampleBuffer() == nil)
      switch reader.status {
      case .completed: #expect(reader.error == nil)
      case .failed:
        let error = try #require(reader.error as? AVError)
        #expect((error as NSError).domain == AVFoundationErrorDomain)
        codes.append(error.code)
      default: Issue.record("the reader is \(reader.status)")
      }
    }
    return codes
  }

  private static func expectStable(_ url: URL) async throws {
    for isDecoding in [false, true] {
      let codes = try await bounded(by: 120) {
        try (0..<2).map { _ in try read(url, settings: isDecoding ? [:] : nil) }
      }
      #expect(codes[0] == codes[1], "\(url.lastPathComponent)")
      #expect(!codes[0].contains(.unknown), "\(url.lastPathComponent)")
    }
  }

  @Test(arguments: Files.names(in: Files.corrupt))
  func `files with one thing wrong`(_ name: String) async throws {
    try await Self.expectStable(Files.corrupt.appendingPathComponent(name))
  }

  @Test(arguments: [
    "h264-aac.mov", "h264-fragmented.mp4", "h264-flac-srt.mkv", "vp9-opus.webm", "h264-aac.ts", "speech.mp3",
    "speech.opus", "speech.flac", "speech.wav",
  ])
  func `files that are cut anywhere, or whose bytes are changed anywhere`(_ name: String) async throws {
    let folder = try TemporaryFolder()
    let whole = [UInt8](try Data(contentsOf: MediaFiles.fixture(name)))
    var random = SeededGenerator(seed: UInt64(whole.count))
    for round in 0..<Rounds.count(4, full: 60) {
      var bytes = whole
      if round % 2 == 0 {
        bytes.removeLast(Int.random(in: 1..<whole.count, using: &random))
      } else {
        for _ in 0..<Int.random(in: 1...40, using: &random) {
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
        }
      }
      let url = folder.file("\(round)-\(name)")
      try Data(bytes).write(to: url)
      try await Self.expectStable(url)
    }
  }
}
