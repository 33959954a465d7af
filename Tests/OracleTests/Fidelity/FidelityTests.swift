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
    #expect(losses.unexplained == [])
  }

  /// How a stranger's file is carried over.
  enum Way: String, CaseIterable, CustomTestStringConvertible {
    case mp4, mov, copy

    var testDescription: String { rawValue }
    var output: String { self == .mp4 ? "out.mp4" : "out.mov" }
    var options: [String] {
      self == .copy ? ["--video-codec", "copy", "--audio-codec", "copy"] : ["--speed", "ultrafast"]
    }
  }

  /// Three jobs for each of more than a hundred files take half an hour; `AVWRITE_FULL=mov/` is for those of one folder.
  private static let full = ProcessInfo.processInfo.environment["AVWRITE_FULL"]

  private static let strangers = Files.names(in: Files.shared).filter { name in
    let folders = ["audio/", "derived/", "mov/", "mp4/", "other/", "subs/"]
    let chosen = full.map { $0.contains("/") ? [$0] : folders } ?? folders
    return chosen.contains { name.hasPrefix($0) } && !name.hasSuffix(".md")
  }

  @Test(
    .enabled(if: Files.hasShared, "../shared/media is missing"), .enabled(if: full != nil, "AVWRITE_FULL is not set"),
    arguments: strangers, Way.allCases)
  func `what strangers' files tell is in the output or in the ledger`(name: String, way: Way) throws {
    do {
      let losses = try Losses(Files.shared(name), folder.path(way.output), options: way.options)
      #expect(losses.unreported == [])
    } catch let failure as Tool.Failure
      where ["with 65", "with 69"].contains(where: { failure.description.contains("avwrite ended \($0)") })
    {
      // What is refused is not lost in silence.
      #expect(folder.names == [])
    }
  }
}
