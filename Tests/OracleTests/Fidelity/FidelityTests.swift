import Foundation
import TestSupport
import Testing

/// Nothing is lost in silence: what ffprobe and mediainfo see in a source is in the output or in the ledger.
@Suite(
  .enabled(if: Tool.ffmpeg.isInstalled(for: "sources with many facts") && Tool.ffprobe.isInstalled(for: "a witness")),
  .enabled(if: Tool.mediainfo.isInstalled(for: "a witness")))
struct FidelityTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The fixture with the most facts, or what ffmpeg makes of it in another container.
  private func source(_ kind: String) throws -> String {
    let movie = Files.fixture("many-facts.mov")
    let path = folder.path("source.\(kind)")
    let streams =
      switch kind {
      case "mov": [String]()
      case "mkv": ["-map", "0:v:0", "-map", "0:a", "-map", "0:s", "-c", "copy", "-c:s", "srt"]
      case "mp4": ["-map", "0:v:0", "-map", "0:a", "-map", "0:s", "-c", "copy"]
      default: ["-map", "0:a:0"]
      }
    if streams.isEmpty { return movie }
    _ = try Tool.ffmpeg.run(["-v", "error", "-i", movie, "-map_metadata", "0"] + streams + [path])
    return path
  }

  /// How many facts there are at least, and how many are as they were.
  @Test(arguments: [
    ("mov", "mp4", 60, 57), ("mov", "mkv", 60, 45), ("mp4", "mov", 60, 60), ("m4a", "mp3", 25, 17),
    ("mp3", "m4a", 25, 20), ("flac", "m4a", 25, 20), ("mkv", "mp4", 50, 40), ("mov", "mov", 60, 60),
  ])
  func `each fact is in the output or in the ledger`(from: String, to: String, total: Int, kept: Int) throws {
    let losses = try Losses(try source(from), folder.path("out.\(to)"))
    #expect(losses.total >= total)
    #expect(losses.kept >= kept)
    #expect(losses.unreported == [])
  }
}
