import Foundation
import TestSupport
import Testing

/// What goes into the containers that libavformat writes comes out of them, read by other programs.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no other program reads our containers")))
struct LibraryContainerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func copy(_ source: String, to name: String) throws -> String {
    let path = folder.path(name)
    try Tool.avwrite.run(["transcode", source, path, "-q", "--video-codec", "copy", "--audio-codec", "copy"])
    return path
  }

  /// A hash of each decoded picture, without its time.
  private func pictures(_ path: String) throws -> [Substring] {
    let text = try Tool.ffmpeg.run(["-v", "error", "-i", path, "-map", "0:v:0", "-f", "framemd5", "-"]).text
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
  }

  @Test(arguments: [
    "h264-aac-small.mp4", "h264-two-audio.mp4", "hevc10-hdr10.mp4", "h264-vfr.mov", "mjpeg-pcm.mov", "prores-pcm24.mov",
    "speech.mp3", "speech.flac", "speech.opus", "aac-5.1.m4a", "h264-aac.mkv", "vp9-opus.webm",
  ])
  func `Matroska has every packet of its source, byte for byte`(name: String) throws {
    let source = Files.fixture(name)
    let (written, original) = (try Probe.read(copy(source, to: "out.mkv")), try Probe.read(source))
    // Text has another form there.
    func media(_ probe: Probe) -> [Probe.Stream] {
      probe.streams.filter { ["video", "audio"].contains($0.codec_type) }
    }
    #expect(media(written).count == media(original).count)
    for (stream, other) in zip(media(written), media(original)) {
      #expect(stream.codec_name == other.codec_name)
      // PCM has no packets of its own: any number of samples is one.
      if stream.codec_name?.hasPrefix("pcm") == true { continue }
      #expect(written.hashes("\(stream.index)") == original.hashes("\(other.index)"))
    }
  }

  @Test(arguments: [
    "h264-aac-small.mp4", "hevc10-hdr10.mp4", "h264-open-gop.ts", "mpeg4-odd.mp4", "h264-interlaced.mov",
  ])
  func `a transport stream decodes to its source's pictures`(name: String) throws {
    let source = Files.fixture(name)
    #expect(try pictures(copy(source, to: "out.ts")) == pictures(source))
  }

  @Test(arguments: ["ts", "mkv"])
  func `tracks keep their languages`(container: String) throws {
    let path = try copy(Files.fixture("h264-two-audio.mp4"), to: "out.\(container)")
    let languages = try Probe.read(path).streams.filter { $0.codec_type == "audio" }.map { $0.tags?["language"] }
    // Both have ISO 639-2's codes for libraries.
    #expect(languages == ["eng", "ger"])
  }

  @Test(.enabled(if: Tool.mediainfo.isInstalled(for: "HDR facts in Matroska are not compared")))
  func `HDR10 facts survive in Matroska`() throws {
    let report = try MediaInfoReport.read(copy(Files.fixture("hevc10-hdr10.mp4"), to: "out.mkv"))
    let video = try #require(report.tracks.first { $0["@type"] == "Video" })
    let original = try #require(
      MediaInfoReport.read(Files.fixture("hevc10-hdr10.mp4")).tracks.first { $0["@type"] == "Video" })
    for fact in [
      "transfer_characteristics", "colour_primaries", "matrix_coefficients", "MasteringDisplay_ColorPrimaries",
      "MasteringDisplay_Luminance", "MaxCLL", "MaxFALL",
    ] {
      #expect(video[fact] != nil && video[fact] == original[fact], "\(fact)")
    }
  }

  @Test(arguments: ["flac", "mp3", "aiff", "mkv", "ogg", "caf", "wav"])
  func `texts and the cover arrive under the container's own names`(container: String) throws {
    let (cover, source) = (folder.path("cover.png"), folder.path("in.m4a"))
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", "color=red:s=64x48", "-frames:v", "1", cover])
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "sine=d=0.5", "-i", cover, "-map", "0", "-map", "1", "-c:v", "copy",
      "-disposition:v", "attached_pic", "-metadata", "title=Glide", "-metadata", "artist=Nobody", "-metadata",
      "album=None", source,
    ])
    let path = folder.path("out.\(container)")
    try Tool.avwrite.run(["transcode", source, path, "-q"])
    let fields = "format_tags:stream_tags:stream=codec_name"
    let text = try Tool.ffprobe.run(["-v", "error", "-show_entries", fields, "-of", "default=nk=1:nw=1", path]).text
    for value in ["Glide", "Nobody", "None"] { #expect(text.contains(value), "\(value)") }
    let keepsCover = !["caf", "wav"].contains(container)
    #expect(text.contains("png") == keepsCover)
  }

  @Test(arguments: ["flac", "ogg", "mkv", "mp4"])
  func `FLAC says how many samples it has, and their sum`(container: String) throws {
    let path = folder.path("out.\(container)")
    try Tool.avwrite.run(["transcode", Files.fixture("pcm24-stereo.wav"), path, "-q", "--audio-codec", "flac"])
    let raw = folder.path("raw.flac")
    // Copied, the stream's header is the one that we wrote. Ogg's is in its first page, which is not rewritten.
    try Tool.ffmpeg.run(["-v", "error", "-i", path, "-c", "copy", raw])
    let header = try Array(FileHandle(forReadingFrom: URL(fileURLWithPath: raw)).read(upToCount: 42) ?? Data())
    try #require(header.count == 42)
    let hasSum = header[26..<42].contains { $0 != 0 }
    #expect(hasSum == (container != "ogg"))
  }

  @Test func `a file without the clock or the library's version, whatever the container`() throws {
    for container in ["mkv", "ts", "flac", "ogg", "aiff", "caf"] {
      let paths = ["a", "b"].map { folder.path("\($0).\(container)") }
      for path in paths { try Tool.avwrite.run(["transcode", Files.fixture("speech.wav"), path, "-q"]) }
      let bytes = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
      #expect(bytes[0] == bytes[1], "\(container)")
    }
  }

  @Test func `subtitles with styles keep them`() throws {
    let (text, source) = (folder.path("in.srt"), folder.path("in.mkv"))
    try Data("1\n00:00:00,000 --> 00:00:01,000\nOne\n\n".utf8).write(to: URL(fileURLWithPath: text))
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("h264-aac-small.mp4"), "-i", text, "-map", "0", "-map", "1", "-c", "copy",
      "-c:s", "ass", source,
    ])
    let path = folder.path("out.mkv")
    try Tool.avwrite.run([
      "transcode", source, path, "-q", "--video-codec", "copy", "--audio-codec", "copy", "--copy", "subtitle",
    ])
    func script(_ path: String) throws -> String {
      try Tool.ffmpeg.run(["-v", "error", "-i", path, "-map", "0:s", "-c", "copy", "-f", "ass", "-"]).text
    }
    #expect(try script(path) == script(source))
    #expect(try script(path).contains("[V4+ Styles]"))
  }

  @Test(arguments: ["mkv", "webm", "ogg"])
  func `Vorbis is copied with its headers`(container: String) throws {
    let source = folder.path("in.ogg")
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", "sine=d=1:r=48000", "-c:a", "libvorbis", source])
    let path = try copy(source, to: "out.\(container)")
    #expect(try Probe.read(path).streams.first?.codec_name == "vorbis")
    #expect(try Probe.read(path).hashes("a:0") == Probe.read(source).hashes("a:0"))
  }
}
