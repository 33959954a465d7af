import Foundation
import TestSupport
import Testing

/// Tracks by number, what players present of those that are left, and options that have no effect on a source.
@Suite struct TrackChoiceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Document: Decodable {
    struct File: Decodable { var tracks: [Track] }
    struct Track: Decodable {
      var kind: String
      var enabled: Bool
    }
    var files: [File]
  }

  private func transcode(_ arguments: [String]) throws -> Command.Ending {
    let ending = try Command(["transcode"] + arguments, in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    return ending
  }

  private func tracks(_ name: String) throws -> [Document.Track] {
    let ending = try Command.run("inspect", name, "--json", in: folder)
    return try #require(JSONDecoder().decode(Document.self, from: Data(ending.output.utf8)).files.first).tracks
  }

  @Test(.enabled(if: Tool.ffprobe.isInstalled(for: "nobody says which track is presented")), arguments: ["mp4", "mkv"])
  func `one track of sound that is chosen by its number is presented unasked`(container: String) throws {
    let source = Files.fixture("h264-two-audio.mp4")
    #expect(try tracks(source).map(\.enabled)[1...2] == [true, false])
    let ending = try transcode([source, "out.\(container)", "--tracks", "1,3", "--video-codec", "copy", "-v"])
    #expect(try tracks("out.\(container)").map(\.kind) == ["video", "audio"])
    #expect(try tracks("out.\(container)").map(\.enabled) == [true, true])
    let words = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "stream_disposition=default", "-of", "csv=p=0", folder.path("out.\(container)"),
    ]).text
    #expect(words.split(separator: "\n").map { $0.prefix(1) } == ["1", "1"])
    #expect(ending.errors.contains(".enabled: no -> yes"), "\(ending.errors)")
    // Both as they were.
    _ = try transcode([source, "both.mp4", "--tracks", "1,2,3", "--video-codec", "copy"])
    #expect(try tracks("both.mp4").map(\.enabled) == [true, true, false])
  }

  @Test func `a number that no track has exits 69`() throws {
    let ending = try Command.run(
      "transcode", Files.fixture("h264-aac.mov"), "out.mp4", "--tracks", "1,7", in: folder)
    #expect(ending.exit == 69 && ending.errors.contains("--tracks names 7"), "\(ending.errors)")
  }

  @Test(
    arguments: [
      ("h264-aac-small.mp4", "out.mp4", ["--deinterlace"], "--deinterlace has no effect: no video is interlaced"),
      ("speech.wav", "out.mp4", ["--crf", "20"], "--crf has no effect: no video is encoded"),
      (
        "speech.wav", "out.mp4", ["--crf", "20", "--keyframe-interval", "2"],
        "--crf, --keyframe-interval have no effect: no video is encoded"
      ),
      (
        "h264-one-frame.mov", "out.mp4", ["--audio-bitrate", "96k"],
        "--audio-bitrate has no effect: no audio is encoded"
      ),
      ("h264-one-frame.mov", "out.mp4", ["--tone-map", "off"], "--tone-map has no effect"),
      ("hevc10-hdr10.mp4", "out.mp4", ["--tone-map", "off"], nil),
      ("h264-aac-small.mp4", "out.mp4", ["--crf", "30"], nil),
      (
        "h264-aac-small.mp4", "out.mp4", ["--language", "2:de", "--drop", "audio"],
        "--language of track 2 has no effect: no such track is written"
      ),
      (
        "h264-aac-small.mp4", "out.mp4", ["--track-metadata", "1:title=x", "--tracks", "2"],
        "--track-metadata of track 1 has no effect: no such track is written"
      ),
      (
        "h264-aac-small.mp4", "out.mp4", ["--copy", "video", "--video-codec", "h264"],
        "--video-codec has no effect: the choice of tracks leaves none to encode"
      ),
      (
        "h264-aac-small.mp4", "out.mp4", ["--tracks", "audio", "--video-codec", "h264"],
        "--video-codec has no effect: the choice of tracks leaves none to encode"
      ),
      ("h264-aac-small.mp4", "out.mp4", ["--tracks", "1,2", "--video-codec", "h264"], nil),
      ("h264-aac-small.mp4", "out.mp4", ["--tracks", "1,2", "--audio-codec", "none"], nil),
      // Another input of a batch may have sound.
      ("h264-one-frame.mov", "out.mp4", ["--tracks", "video,audio", "--audio-codec", "aac"], nil),
      ("h264-aac-small.mp4", "out.mp4", ["--copy", "audio", "--video-codec", "h264"], nil),
    ] as [(String, String, [String], String?)])
  func `CL-11 an option that has no effect on the source is told, and no error`(
    source: String, output: String, options: [String], note: String?
  ) throws {
    for plan in [[], ["--plan"]] {
      let ending = try transcode(
        [Files.fixture(source), output, "--speed", "ultrafast"] + options + plan + ["--force"])
      #expect(ending.errors.contains("warning: ") == (note != nil), "\(ending.errors)")
      if let note { #expect(ending.errors.contains("avwrite: warning: \(output): ") && ending.errors.contains(note)) }
    }
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "nothing is interlaced")), arguments: ["source.mov", "source.mkv"])
  func `--deinterlace of interlaced pictures says nothing`(name: String) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=50:duration=0.4", "-vf",
      "tinterlace=interleave_top,fieldorder=tff,format=yuv420p", "-c:v", "libx264", "-flags", "+ildct+ilme",
      "-x264opts",
      "tff=1", folder.path(name),
    ])
    let ending = try transcode([name, "out.mp4", "--deinterlace", "--speed", "ultrafast"])
    #expect(!ending.errors.contains("warning"), "\(ending.errors)")
  }
}
