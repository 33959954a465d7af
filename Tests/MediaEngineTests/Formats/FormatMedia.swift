import Foundation
import MediaInterop
import MovieFile
import Testing

/// The files that the tests of formats read: the project's own, and those of strangers where they are there.
enum FormatMedia {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let fixtures = files(in: root.appending(path: "Fixtures/media"))
  private static let sharedDirectory = root.deletingLastPathComponent().appending(path: "shared/media")
  static let shared = ["audio", "mov", "mp4", "other", "derived", "subs"].flatMap {
    files(in: sharedDirectory.appending(path: $0))
  }
  static let hasShared = !shared.isEmpty
  static let sharedReason: Comment = "SKIPPED: needs ../shared/media; this check did not run"

  static func fixture(_ name: String) -> String { root.appending(path: "Fixtures/media/\(name)").path }
  static func shared(_ name: String) -> String { sharedDirectory.appending(path: name).path }

  private static func files(in directory: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.sorted().filter { !$0.hasPrefix(".") && !$0.hasSuffix(".md") }.map {
      directory.appending(path: $0).path
    }
  }

  /// The movie's own reading; `nil` for files of other containers.
  static func movie(_ path: String) throws -> Movie? {
    let probe = try Demuxer.probe(.file(path))
    return probe.isFormat("mov") ? try Movie(path: path) : nil
  }

  /// The first packets of a stream.
  static func packets(_ path: String, stream: Int, count: Int) throws -> [Packet] {
    let demuxer = try Demuxer(.file(path))
    demuxer.select(streams: [stream])
    var packets: [Packet] = []
    while packets.count < count, let packet = try demuxer.read() { packets.append(packet) }
    return packets
  }
}
