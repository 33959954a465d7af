import Foundation
import TestSupport
import Testing

/// XMP packets, as exiftool writes and reads them.
@Suite(.enabled(if: [Tool.ffmpeg, .exiftool].allSatisfy { $0.isInstalled(for: "nobody writes or reads our XMP") }))
struct XMPTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A file with a packet that has a title, and a place.
  private func source(_ container: String, hasPlace: Bool = false) throws -> String {
    let path = folder.path("in.\(container)")
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("h264-aac.mov"), "-map", "0:v", "-map", "0:a", "-c", "copy", path,
    ])
    let place = hasPlace ? ["-XMP:GPSLatitude=48.1372", "-XMP:GPSLongitude=11.5756"] : []
    try Tool.exiftool.run(["-q", "-overwrite_original", "-XMP:Title=Of the packet"] + place + [path])
    return path
  }

  /// What exiftool reads in XMP, a line for each property.
  private func properties(_ name: String) throws -> [String] {
    try Tool.exiftool.run(["-s", "-s", "-XMP:all", folder.path(name)]).text
      .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("XMPToolkit") }
  }

  @Test(
    arguments: ["mov", "mp4"],
    [
      ("out.mov", []), ("out.mp4", []), ("out.mp4", ["--no-fast-start"]), ("out.m4v", []),
      ("out.mp4", ["--fragment", "1"]),
    ]
      as [(String, [String])])
  func `a packet is kept where the container has it`(container: String, output: (name: String, options: [String]))
    throws
  {
    let source = try source(container)
    let ledger = try LedgerDocument.transcoding(
      source, to: folder.path(output.name), ["--video-codec", "copy"] + output.options)
    #expect(ledger.kept.contains { $0.fact == "metadata.udta/XMP_" }, "\(ledger)")
    #expect(try properties(output.name) == ["Title: Of the packet"])
    let bytes = try Data(contentsOf: folder.file(output.name))
    // An ISO file has it in a box of its own at the top level, a QuickTime movie among its user data.
    #expect((bytes.range(of: Data("XMP_".utf8)) != nil) == output.name.hasSuffix("mov"))
  }

  @Test func `a packet that a container has no place for is told of`() throws {
    let ledger = try LedgerDocument.transcoding(source("mp4"), to: folder.path("out.mkv"), ["--video-codec", "copy"])
    #expect(ledger.dropped.contains { $0.fact == "metadata.udta/XMP_" }, "\(ledger)")
  }

  @Test(arguments: ["mov", "mp4"])
  func `a packet that names a place goes with the place`(container: String) throws {
    let source = try source(container, hasPlace: true)
    let ledger = try LedgerDocument.transcoding(
      source, to: folder.path("out.mp4"), ["--video-codec", "copy", "--strip-location"])
    #expect(ledger.dropped.first { $0.fact == "metadata.udta/XMP_" }?.reason == "--strip-location", "\(ledger)")
    #expect(try properties("out.mp4").isEmpty)
    _ = try LedgerDocument.transcoding(source, to: folder.path("kept.mp4"), ["--video-codec", "copy"])
    #expect(try properties("kept.mp4").contains { $0.hasPrefix("GPSLatitude") })
  }
}
