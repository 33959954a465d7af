import Foundation
import TestSupport
import Testing

/// Pictures for two eyes: the boxes that say so, and what becomes of the second eye.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "pictures for two eyes are not made")))
struct StereoTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func box(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
    let payload = contents.flatMap { $0 }
    return MovieBoxes.bytes(UInt32(8 + payload.count)) + Array(type.utf8) + payload
  }

  private static let version: [UInt8] = [0, 0, 0, 0]
  /// Of a second layer: what configures it is read by nobody here.
  private static let layers = box("lhvC", [1, 0xF0, 0, 0xFC, 0xCF, 0])
  private static let usage = box(
    "vexu",
    box(
      "eyes", box("stri", version, [3]), box("hero", version, [1]),
      box("cams", box("blin", version, MovieBoxes.bytes(UInt32(19_240)))),
      box("cmfy", box("dadj", version, MovieBoxes.bytes(Int32(200))))),
    box("proj", box("prji", version, Array("rect".utf8))))
  private static let lens = box("hfov", MovieBoxes.bytes(UInt32(64_000)))

  /// A movie whose sample entry tells of two eyes.
  private func source(_ kind: String) throws -> String {
    let plain = folder.path("plain.\(kind)")
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc=d=0.4:s=64x64:r=25", "-pix_fmt", "yuv420p", "-c:v", "libx265",
      "-x265-params", "log-level=none", "-tag:v", "hvc1", plain,
    ])
    let movie = [UInt8](try Data(contentsOf: URL(fileURLWithPath: plain)))
    let path = ["moov", "trak", "mdia", "minf", "stbl", "stsd"]
    let changed = MovieBoxes.changing(path, of: movie) { contents in
      // Behind the count there is one entry, whose size grows.
      let added = Self.layers + Self.usage + Self.lens
      let entry = Array(contents[8...])
      let size = entry[0..<4].reduce(0) { $0 << 8 | UInt32($1) }
      let entryEnd = Int(size)
      return (
        "stsd",
        Array(contents[..<8]) + MovieBoxes.bytes(size + UInt32(added.count)) + entry[4..<entryEnd] + added
          + entry[entryEnd...]
      )
    }
    try Data(changed).write(to: folder.file("in.\(kind)"))
    return folder.path("in.\(kind)")
  }

  private static let facts = [
    "spatial.views": "left and right eye", "spatial.heroEye": "left", "spatial.baseline": "19.24 mm",
    "spatial.disparity": "0.02", "spatial.projection": "Rectilinear", "spatial.fieldOfView": "64.0 degrees",
  ]

  private static func spatial(_ entries: [LedgerDocument.Entry]) -> [String: String?] {
    let prefix = "track.1.video."
    let found = entries.filter { $0.fact.hasPrefix(prefix + "spatial") }
    return Dictionary(found.map { (String($0.fact.dropFirst(prefix.count)), $0.from) }) { first, _ in first }
  }

  @Test(arguments: [("mov", "mov"), ("mov", "mp4"), ("mp4", "mov"), ("mp4", "m4v")])
  func `a copy into a movie keeps the boxes`(from: String, to: String) throws {
    let output = folder.path("out.\(to)")
    let ledger = try LedgerDocument.transcoding(source(from), to: output, ["--video-codec", "copy"])
    #expect(Self.spatial(ledger.kept) == Self.facts)
    let movie = [UInt8](try Data(contentsOf: URL(fileURLWithPath: output)))
    for box in [Self.layers, Self.usage, Self.lens] { #expect(movie.firstRange(of: box) != nil) }
  }

  @Test func `a copy elsewhere says that the second eye is lost`() throws {
    let output = folder.path("out.mkv")
    let ledger = try LedgerDocument.transcoding(source("mov"), to: output, ["--video-codec", "copy"])
    #expect(Self.spatial(ledger.dropped) == Self.facts)
    let reasons = Set(ledger.dropped.filter { $0.fact.contains(".spatial") }.map(\.reason))
    #expect(reasons == ["mkv has no place for it beside the pictures"])
  }

  @Test func `a transport stream has a stream for each layer, and takes no copy of both`() throws {
    let words = ["transcode", try source("mov"), folder.path("out.ts"), "--video-codec", "copy"]
    let refused = try Tool.avwrite.run(words, accepting: [69])
    #expect(refused.errors.contains("cannot carry pictures in layers"), "\(refused.errors)")
  }

  @Test(arguments: ["h264", "hevc"])
  func `encoded pictures are of one eye, and say so`(codec: String) throws {
    let output = folder.path("out.mp4")
    let ledger = try LedgerDocument.transcoding(
      source("mov"), to: output, ["--video-codec", codec, "--speed", "ultrafast"])
    #expect(Self.spatial(ledger.dropped) == Self.facts)
    let views = ledger.dropped.first { $0.fact.hasSuffix(".views") }
    #expect(views?.reason == "only one view is decoded and encoded")
  }
}
