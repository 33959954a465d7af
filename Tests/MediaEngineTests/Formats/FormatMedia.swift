import Foundation
import MediaInterop
import MovieFile
import TestSupport
import Testing

/// The files that the tests of formats read: the project's own, and those of strangers where they are there.
enum FormatMedia {
  static let fixtures = files(in: Files.fixtures)
  static let shared = ["audio", "mov", "mp4", "other", "derived", "subs"].flatMap {
    files(in: Files.shared.appending(path: $0))
  }
  static let hasShared = !shared.isEmpty
  static let sharedReason: Comment = "SKIPPED: needs ../shared/media; this check did not run"

  static func fixture(_ name: String) -> String { Files.fixture(name) }
  static func shared(_ name: String) -> String { Files.shared(name) }

  private static func files(in directory: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.sorted().filter { !$0.hasPrefix(".") && !$0.hasSuffix(".md") }.map {
      directory.appending(path: $0).path
    }
  }

  /// The movie's own reading; `nil` for files of other containers.
  static func movie(_ path: String) throws -> Movie? {
    let probe = try Demuxer.probe(.file(path))
    return probe.isMovie ? try Movie(path: path) : nil
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
