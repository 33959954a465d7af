import Foundation
import TestSupport
import Testing

/// What the user wants a file to say of itself, read by ffprobe and exiftool.
@Suite(
  .enabled(if: [Tool.ffprobe, .ffmpeg, .exiftool].allSatisfy { $0.isInstalled(for: "nobody reads our metadata") }))
struct MetadataOptionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Facts: Decodable {
    struct Part: Decodable { var tags: [String: String]? }
    var format: Part
    var streams: [Part]

    /// By names in small letters.
    static func tags(_ part: Part) -> [String: String] {
      Dictionary((part.tags ?? [:]).map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    }
  }

  /// A movie with a title, an artist and a place.
  private func source(_ name: String = "in.mov") throws -> String {
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("h264-aac.mov"), "-map", "0", "-c", "copy", "-movflags", "use_metadata_tags",
      "-metadata", "title=Old", "-metadata", "artist=Somebody", "-metadata",
      "com.apple.quicktime.location.ISO6709=+48.1372+011.5756/", folder.path(name),
    ])
    return folder.path(name)
  }

  private func facts(_ name: String) throws -> Facts {
    let output = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "json", folder.path(name),
    ])
    return try JSONDecoder().decode(Facts.self, from: output.data)
  }

  private func transcode(_ arguments: [String], exit: Int32 = 0) throws -> Command.Ending {
    let ending = try Command(["transcode"] + arguments, in: folder).ending()
    #expect(ending.exit == exit, "\(arguments): \(ending.errors)")
    return ending
  }

  @Test(arguments: ["out.mov", "out.mp4", "out.mkv", "out.m4a", "out.mp3", "out.flac"])
  func `an item is set, and takes the place of the source's`(name: String) throws {
    _ = try transcode([
      try source(), name, "--video-codec", name.hasSuffix("a") || name.hasSuffix("3") ? "none" : "copy", "--metadata",
      "title=New", "--metadata", "albumName=Färöer = Inseln",
    ])
    let tags = Facts.tags(try facts(name).format)
    #expect(tags["title"] ?? tags["com.apple.quicktime.title"] == "New", "\(tags)")
    #expect(tags["album"] ?? tags["com.apple.quicktime.album"] == "Färöer = Inseln", "\(tags)")
    #expect(!tags.values.contains("Old"), "\(tags)")
    #expect(tags.values.contains("Somebody"), "\(tags)")
  }

  /// What ffprobe calls what people call so; exiftool and ffprobe have names of their own for containers' fields.
  private static let peoplesNames: [(name: String, value: String, read: [String])] = [
    ("album", "A", ["album"]), ("Album_Artist", "B", ["album_artist", "albumartist"]), ("composer", "C", ["composer"]),
    ("genre", "Jazz", ["genre"]), ("date", "2024-05-01", ["date", "date_recorded"]),
    ("track", "3/12", ["track", "part_number"]), ("disc", "1/2", ["disc"]), ("comment", "D", ["comment"]),
    ("copyright", "E", ["copyright"]), ("lyrics", "F", ["lyrics", "lyrics-eng", "lyrics-xxx", "lyrics-und"]),
  ]

  @Test(arguments: ["out.m4a", "out.mp3", "out.flac", "out.mka.mkv"])
  func `items are set by the names that people use`(name: String) throws {
    let wishes = Self.peoplesNames.flatMap { ["--metadata", "\($0.name)=\($0.value)"] }
    _ = try transcode([try source(), name, "--video-codec", "none"] + wishes)
    let tags = Facts.tags(try facts(name).format)
    for wish in Self.peoplesNames {
      let texts = wish.read.compactMap { tags[$0] }
      // Some fields are numbers, whose whole is elsewhere.
      #expect(texts.contains { wish.value.hasPrefix($0) && !$0.isEmpty }, "\(name) \(wish.name): \(tags)")
    }
  }

  @Test func `numbers of iTunes' are numbers in the file`() throws {
    _ = try transcode([
      try source(), "out.m4a", "--video-codec", "none", "--metadata", "itsk/cpil=1", "--metadata", "itsk/pgap=1",
      "--metadata", "itsk/trkn=3/12", "--metadata", "kind of media=9",
    ])
    let tags = Facts.tags(try facts("out.m4a").format)
    #expect(tags["compilation"] == "1" && tags["gapless_playback"] == "1", "\(tags)")
    #expect(tags["track"] == "3/12" && tags["media_type"] == "9", "\(tags)")
  }

  @Test func `a comment takes the place of a comment, not of a description`() throws {
    _ = try transcode([
      try source(), "a.m4a", "--video-codec", "none", "--metadata", "comment=Old one", "--metadata",
      "description=Stays",
    ])
    _ = try transcode([folder.path("a.m4a"), "b.m4a", "--audio-codec", "copy", "--metadata", "comment=New one"])
    let values = Facts.tags(try facts("b.m4a").format).values
    #expect(values.contains("New one") && values.contains("Stays") && !values.contains("Old one"), "\(values)")
  }

  @Test func `a name of nothing is told the names that there are`() throws {
    let ending = try transcode(["in.mov", "out.mp4", "--metadata", "titel=x"], exit: 64)
    #expect(ending.errors.contains("album_artist") && ending.errors.contains("titel=x"), "\(ending.errors)")
  }

  @Test(arguments: ["out.mov", "out.mp4", "out.mkv"])
  func `where the recording was made is left out, and everything`(name: String) throws {
    _ = try transcode([try source(), name, "--video-codec", "copy", "--strip-location"])
    let data = String(decoding: try Data(contentsOf: folder.file(name)), as: UTF8.self)
    #expect(!data.contains("+48.1372"))
    #expect(Facts.tags(try facts(name).format).values.contains("Somebody"))
    _ = try transcode([
      folder.path("in.mov"), name, "--video-codec", "copy", "--strip-metadata", "--metadata", "title=Only", "--force",
    ])
    let tags = Facts.tags(try facts(name).format)
    #expect(tags.values.contains("Only"), "\(tags)")
    #expect(!tags.values.contains("Somebody") && !tags.values.contains { $0.contains("+48") }, "\(tags)")
  }

  @Test func `an empty value leaves an item out, and the ledger says on whose wish`() throws {
    let plan = try transcode([try source(), "out.mp4", "--metadata", "title=", "--strip-location", "--plan"])
    #expect(plan.output.contains("(--metadata)") && plan.output.contains("(--strip-location)"), "\(plan.output)")
    _ = try transcode([folder.path("in.mov"), "out.mp4", "--metadata", "title=", "--video-codec", "copy"])
    #expect(!Facts.tags(try facts("out.mp4").format).values.contains("Old"))
    // It adds nothing that a container would need a place for.
    _ = try transcode([folder.path("in.mov"), "out.ts", "--metadata", "title=", "--plan"])
  }

  @Test(arguments: ["out.mov", "out.mkv"])
  func `tracks have languages and items of their own`(name: String) throws {
    _ = try transcode([
      Files.fixture("h264-two-audio.mp4"), name, "--video-codec", "copy", "--language", "2:de", "--language", "3:en-GB",
      "--track-metadata", "2:title=Kommentar",
    ])
    let streams = try facts(name).streams.map { Facts.tags($0) }
    #expect(["deu", "ger"].contains(streams[1]["language"] ?? ""), "\(streams)")
    #expect((streams[2]["language"] ?? "").hasPrefix("en"), "\(streams)")
    // ffprobe does not read a movie's metadata of tracks.
    let texts =
      name == "out.mov"
      ? try Tool.exiftool.run(["-ee", folder.path(name)]).text : streams[1].values.joined(separator: "\n")
    #expect(texts.contains("Kommentar"), "\(texts)")
  }

  @Test func `a private language stays`() throws {
    _ = try transcode([Files.fixture("h264-aac.mov"), "in.mov", "--video-codec", "copy", "--language", "2:x-elvish"])
    let ledger = try LedgerDocument.transcoding(
      folder.path("in.mov"), to: folder.path("out.mp4"), ["--video-codec", "copy"])
    #expect(ledger.kept.first { $0.fact == "track.2.language" }?.from == "x-elvish", "\(ledger)")
  }

  @Test(
    arguments: [
      (["--metadata", "title"], 64), (["--metadata", "colour=red"], 64), (["--metadata", "/x=1"], 64),
      (["--metadata", "itsk/tmpo=abc"], 64), (["--metadata", "itsk/trkn=3/x"], 64),
      (["--metadata", "itsk/gnre=a"], 64),
      (["--metadata", "itsk/covr=zz"], 64), (["--track-metadata", "1:common/artwork=zz"], 64),
      (["--language", "2:"], 64), (["--language", "x:de"], 64), (["--track-metadata", "title=x"], 64),
      (["--language", "9:de"], 69), (["--track-metadata", "9:title=x"], 69),
    ] as [([String], Int32)])
  func `what cannot be set is refused`(options: [String], exit: Int32) throws {
    _ = try transcode([Files.fixture("h264-aac.mov"), "out.mp4"] + options, exit: exit)
    #expect(folder.names.isEmpty)
  }
}
