import Foundation
import TestSupport
import Testing

/// Files that Matroska holds beside its media, as mkvmerge and mkvextract find them.
@Suite(
  .enabled(
    if: [Tool.mkvmerge, .mkvextract].allSatisfy { $0.isInstalled(for: "attached files are not compared") }))
struct AttachmentTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Identification: Decodable {
    struct Attachment: Decodable, Equatable {
      var file_name: String
      var content_type: String
      var description: String
      var size: Int
    }
    var attachments: [Attachment]
  }

  private func attachments(_ path: String) throws -> [Identification.Attachment] {
    try JSONDecoder().decode(Identification.self, from: Tool.mkvmerge.run(["-J", path]).data).attachments
  }

  /// The bytes of an attached file, by its number.
  private func contents(_ path: String, _ number: Int) throws -> [UInt8] {
    let file = folder.path("extracted")
    try Tool.mkvextract.run([path, "attachments", "\(number):\(file)"])
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
  }

  /// Bytes as those of a font are: of all values, and more than a buffer of any reader holds.
  private static let font: [UInt8] = {
    var generator = SeededGenerator(seed: 5)
    return (0..<300_001).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }()

  private static let files = [
    Identification.Attachment(
      file_name: "Grüße Sans.ttf", content_type: "font/ttf", description: "of the titles", size: font.count),
    Identification.Attachment(file_name: "notes.txt", content_type: "text/plain", description: "", size: 5),
    Identification.Attachment(file_name: "logo.svg", content_type: "image/svg+xml", description: "", size: 6),
  ]

  /// Matroska with these files and a cover.
  private func source() throws -> String {
    let path = folder.path("in.mkv")
    let contents = [Self.font, Array("notes".utf8), Array("<svg/>".utf8)]
    var arguments = ["-q", "-o", path]
    for (file, contents) in zip(Self.files, contents) {
      try Data(contents).write(to: folder.file(file.file_name))
      if !file.description.isEmpty { arguments += ["--attachment-description", file.description] }
      arguments += ["--attachment-mime-type", file.content_type, "--attach-file", folder.path(file.file_name)]
    }
    for name in Self.pictures {
      try Data(Self.png).write(to: folder.file(name))
      arguments += ["--attachment-description", "seen: \(name)", "--attachment-mime-type", "image/png"]
      arguments += ["--attach-file", folder.path(name)]
    }
    try Tool.mkvmerge.run(arguments + [Files.fixture("h264-aac.mkv")])
    return path
  }

  /// A cover, and a picture that is none.
  private static let pictures = ["cover.png", "still.png"]

  /// The beginning of a picture, which says its size: nobody decodes it.
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]

  @Test(arguments: [["--video-codec", "copy"], ["--speed", "ultrafast", "--max-size", "64x64"]])
  func `they go with the media into Matroska, byte for byte`(options: [String]) throws {
    let (source, output) = (try source(), folder.path("out.mkv"))
    let ledger = try LedgerDocument.transcoding(source, to: output, options + ["--require", "attachments,cover"])
    let found = try attachments(output)
    #expect(found.filter { $0.content_type != "image/png" } == Self.files)
    let pictures = found.filter { $0.content_type == "image/png" && $0.size == Self.png.count }
    #expect(pictures.map(\.file_name) == Self.pictures)
    #expect(pictures.map(\.description) == Self.pictures.map { "seen: \($0)" })
    for (index, attachment) in found.enumerated() where attachment.file_name == Self.files[0].file_name {
      #expect(try contents(output, index + 1) == Self.font)
    }
    let facts = ledger.kept.filter { $0.fact.hasPrefix("attachment.") }
    #expect(facts.count == 10)
    #expect(facts.first?.from == "Grüße Sans.ttf")
    #expect(!ledger.changed.contains { $0.fact.hasPrefix("attachment.") })
    // Another reader finds the media between them.
    if Tool.ffmpeg.isInstalled(for: "the media beside attached files is not decoded") {
      try Tool.ffmpeg.run(["-v", "error", "-xerror", "-i", output, "-map", "0:v:0", "-map", "0:a", "-f", "null", "-"])
    }
  }

  @Test func `they go into a pipe, too`() throws {
    let options = ["--format", "mkv", "--video-codec", "copy", "-q"]
    let output = try Tool.avwrite.run(["transcode", try source(), "-"] + options)
    try output.data.write(to: folder.file("piped.mkv"))
    #expect(try attachments(folder.path("piped.mkv")).filter { $0.content_type != "image/png" } == Self.files)
  }

  @Test(arguments: ["mov", "mp4", "ts", "webm"])
  func `a container without a place for them says so of each`(container: String) throws {
    let codec = container == "webm" ? ["--video-codec", "vp9", "--speed", "ultrafast"] : ["--video-codec", "copy"]
    let ledger = try LedgerDocument.transcoding(source(), to: folder.path("out.\(container)"), codec)
    let dropped = ledger.dropped.filter { $0.fact.hasPrefix("attachment.") }
    #expect(dropped.filter { !$0.fact.dropFirst(11).contains(".") }.map(\.from) == Self.files.map(\.file_name))
    #expect(dropped.allSatisfy { $0.reason == "\(container) has no place for it" })
  }

  @Test func `without what the file says of itself it keeps its fonts`() throws {
    let output = folder.path("out.mkv")
    let ledger = try LedgerDocument.transcoding(source(), to: output, ["--video-codec", "copy", "--strip-metadata"])
    #expect(try attachments(output) == [Self.files[0]])
    let dropped = ledger.dropped.filter { $0.fact.hasPrefix("attachment.") && !$0.fact.dropFirst(11).contains(".") }
    #expect(dropped.map(\.from) == ["notes.txt", "logo.svg"])
    #expect(dropped.allSatisfy { $0.reason == "--strip-metadata" })
  }

  @Test func `a difference tells of files that are not there, and of other bytes`() throws {
    let (source, other) = (try source(), folder.path("other.mkv"))
    try Data(Self.font.dropLast() + [Self.font[0] ^ 1]).write(to: folder.file(Self.files[0].file_name))
    try Tool.mkvmerge.run([
      "-q", "-o", other, "--attachment-description", "of the titles", "--attachment-mime-type", "font/ttf",
      "--attach-file", folder.path(Self.files[0].file_name), Files.fixture("h264-aac.mkv"),
    ])
    let ledger = try LedgerDocument.differences(source, other)
    #expect(ledger.converted.contains { $0.fact == "attachment.1.contents" })
    #expect(ledger.dropped.contains { $0.fact == "attachment.2" && $0.from == "notes.txt" })
  }
}
