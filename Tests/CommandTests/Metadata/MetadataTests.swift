import Foundation
import TestSupport
import Testing

/// Metadata on its way through the command.
@Suite struct MetadataTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A movie with a title, a comment and two chapters.
  private func source(_ name: String) throws {
    try folder.write(
      """
      ;FFMETADATA1
      title=Grüße
      comment=two chapters
      [CHAPTER]
      TIMEBASE=1/1000
      START=0
      END=2000
      title=First
      [CHAPTER]
      TIMEBASE=1/1000
      START=2000
      END=4000
      title=Second
      """, to: "metadata.txt")
    _ = try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("h264-aac.mov"), "-i", folder.path("metadata.txt"), "-map", "0:v",
      "-map", "0:a", "-map_metadata", "1", "-c", "copy", folder.path(name),
    ])
  }

  private func inspected(_ name: String) throws -> [String: Any] {
    let result = try Command.run("inspect", "--json", name, in: folder)
    #expect(result.exit == 0, "\(result)")
    let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    return try #require((document?["files"] as? [[String: Any]])?.first)
  }

  private func values(_ facts: [String: Any]) -> [String: String] {
    let items = facts["metadata"] as? [[String: String]] ?? []
    return Dictionary(items.map { ($0["identifier"] ?? "", $0["value"] ?? "") }) { first, _ in first }
  }

  /// FFmpeg puts such chapters into the movie's list, and not into the track of chapters.
  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "files with chapters")), arguments: ["mp4", "mkv"])
  func `chapters without titles come from the list that a movie has beside its track`(_ kind: String) throws {
    let chapters = ["title=First\n", "", "title=Third\n", ""].enumerated().map { index, title in
      "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(index * 1000)\nEND=\(index * 1000 + 1000)\n\(title)"
    }
    try folder.write(";FFMETADATA1\n" + chapters.joined(), to: "chapters.txt")
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("h264-aac.mov"), "-i", folder.path("chapters.txt"), "-map", "0:v",
      "-map_metadata", "1", "-c", "copy", folder.path("in.mp4"),
    ])
    let ending = try Command.run("transcode", "in.mp4", "out.\(kind)", "--video-codec", "copy", in: folder)
    #expect(ending.exit == 0, "\(ending)")
    for name in ["in.mp4", "out.\(kind)"] {
      let lines = try Command.run("inspect", name, in: folder).output.split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("chapter at ") }
      let starts = lines.map { $0.split(separator: " ")[2].prefix(8) }
      #expect(starts == ["00:00:00", "00:00:01", "00:00:02", "00:00:03"], "\(lines)")
      #expect(lines.map { $0.hasSuffix("First") || $0.hasSuffix("Third") } == [true, false, true, false])
    }
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "files with metadata")), arguments: ["mp4", "mov"])
  func `what the file says of itself is kept and shown`(_ kind: String) throws {
    try source("in.\(kind)")
    let result = try Command.run("transcode", "in.\(kind)", "out.\(kind)", in: folder)
    #expect(result.exit == 0, "\(result)")
    let before = try inspected("in.\(kind)")
    let after = values(try inspected("out.\(kind)"))
    #expect(after.values.contains("Grüße"))
    for (identifier, value) in values(before) where !value.contains("Lavf") {
      #expect(after[identifier] == value, "\(identifier)")
    }
    let chapters = before["chapters"] as? [[String: Any]] ?? []
    #expect(chapters.map { $0["title"] as? String } == ["First", "Second"])
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "files with metadata")))
  func `CL-06 a container that has no place for metadata says so in the ledger`() throws {
    try source("in.mp4")
    let result = try Command.run("transcode", "in.mp4", "out.ts", "--plan", in: folder)
    #expect(result.exit == 0, "\(result)")
    #expect(result.output.contains("Grüße (ts has no place for it)"), "\(result)")
  }

  @Test(arguments: ["wav", "flac", "caf"])
  func `CL-06 chunks that no file gets are lines of the ledger`(container: String) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("pcm24-stereo.wav")))
    if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
    bytes += Data("iXML".utf8) + Data([4, 0, 0, 0]) + Data("<a/>".utf8)
    try bytes.write(to: folder.file("in.wav"))
    let result = try Command.run("transcode", "in.wav", "out.\(container)", "--plan", in: folder)
    #expect(result.exit == 0, "\(result)")
    #expect(result.output.contains("caaf/iXML: 4 bytes (\(container) has no place for it)"), "\(result)")
  }

  /// FLAC, Ogg and MP3 are written with JPEG and PNG alone.
  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "files with a cover")), arguments: ["flac", "ogg", "mp3", "mka"])
  func `a cover of a kind that is not written is dropped, and said to be`(container: String) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "color=green:s=64x64", "-frames:v", "1", folder.path("cover.bmp"),
    ])
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-i", folder.path("cover.bmp"), "-map", "0", "-map", "1",
      "-c:a", "aac", "-c:v", "copy", "-disposition:v", "attached_pic", folder.path("in.m4a"),
    ])
    let output = "out.\(container)"
    let plan = try Command.run("transcode", "in.m4a", output, "--plan", in: folder)
    #expect(plan.output.contains("itsk/covr") && plan.output.contains("has no place for it"), "\(plan)")
    let result = try Command.run("transcode", "in.m4a", output, in: folder)
    #expect(result.exit == 0, "\(result)")
    // A comment of Vorbis would hold the bytes as text.
    let streams = try Probe.read(folder.path(output)).streams
    #expect(streams.map(\.codec_type) == ["audio"])
    #expect(streams.first?.tags?.keys.contains { $0.hasPrefix("METADATA_BLOCK") } != true)
    let after = values(try inspected(output))
    #expect(!after.keys.contains { $0.contains("PICTURE") }, "\(after)")
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "files with metadata")), arguments: ["mp4", "mkv", "flac", "mp3"])
  func `a user's text of ID3 is promised and kept`(container: String) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("speech.mp3"), "-c", "copy", "-metadata", "custom_key=cv",
      folder.path("in.mp3"),
    ])
    let output = "out.\(container)"
    let result = try Command.run("transcode", "in.mp3", output, "--require", "metadata", in: folder)
    #expect(result.exit == 0, "\(result)")
    #expect(values(try inspected(output)).values.contains("cv"))
  }

  @Test func `an output has its source's times on request`() throws {
    let source = folder.path("in.mov")
    try FileManager.default.copyItem(atPath: Files.fixture("h264-aac.mov"), toPath: source)
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: source)
    func time(_ name: String) throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: folder.path(name))[.modificationDate] as? Date
    }
    let kept = try Command.run("transcode", "in.mov", "kept.mp4", "--video-codec", "copy", "--keep-times", in: folder)
    #expect(kept.exit == 0, "\(kept)")
    #expect(try time("kept.mp4") == date)
    let plain = try Command.run("transcode", "in.mov", "new.mp4", "--video-codec", "copy", in: folder)
    #expect(plain.exit == 0, "\(plain)")
    #expect(try time("new.mp4") != date)
    // A pipe has no times, and neither has the standard output.
    let piped = try Command.run("transcode", "in.mov", "-", "--format", "mkv", "--keep-times", in: folder)
    #expect(piped.exit == 64, "\(piped.exit)")
  }
}
