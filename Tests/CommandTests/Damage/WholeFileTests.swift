import Foundation
import TestSupport
import Testing

/// Files with nothing wrong in them, which are copied with all of their packets and samples.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no other program decodes what is copied")))
struct WholeFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    .enabled(if: Files.hasShared, "strangers' media is not there"),
    arguments: [
      // The sample that is decoded last is not shown last, and lasts long.
      ("mp4/rails_video.mp4", "mp4"), ("mp4/rails_video.mp4", "ts"),
      // Its configuration announces a field that it does not have.
      ("audio/ep7.m4b", "mkv"), ("audio/ep7.m4b", "ts"),
      // The stream that it was cut out of was longer.
      ("mp4/flac-sample.mp4", "flac"), ("mp4/flac-sample.mp4", "mkv"),
      // The tag frame of the file that its frames were taken from is one of them.
      ("mp4/bbb_mp3_ac3_5s.mp4", "mp3"), ("mp4/small-shot-mp3.mp4", "mp3"),
      // Packets that last longer than they decode to.
      ("mp4/sample_eac3.mp4", "mkv"), ("mp4/sample_eac3.mp4", "ts"), ("mp4/h265_with_metadata_track.mp4", "ts"),
      // Only some of the parameter sets lie in band.
      ("mp4/video_dovi_1920x1080_60fps_dvav_09.mp4", "ts"),
    ])
  func `strangers' files are copied`(name: String, container: String) throws {
    let output = "out.\(container)"
    let ending = try copy(Files.shared(name), to: output)
    #expect(ending.exit == 0, "\(ending.errors)")
    let (before, after) = (try Probe.read(Files.shared(name)), try Probe.read(folder.path(output)))
    for (index, track) in after.tracks.filter({ $0.codec_type == "audio" }).enumerated() {
      let sources = before.tracks.filter { $0.codec_type == "audio" }
      // Of several only that one fits into a file of MP3.
      let source = try #require(
        sources.count == 1 ? sources[index] : sources.first { $0.codec_name == track.codec_name })
      #expect(after.packets(of: track).count == before.packets(of: source).count, "\(track.codec_name ?? "")")
    }
    let pictures = after.tracks.first { $0.codec_type == "video" }
    if let pictures, let source = before.tracks.first(where: { $0.codec_type == "video" }) {
      #expect(after.packets(of: pictures).count == before.packets(of: source).count)
      #expect(pictures.width == source.width)
    }
  }

  @Test(
    .enabled(if: Files.hasShared, "strangers' media is not there"), arguments: ["flac", "mp3", "wav", "ogg"],
    [
      "mp4-basic.mp4", "sample_edit_list_only_preroll_sync_sample.mp4", "sample_shorter_audio.mp4", "sample_eac3.mp4",
    ])
  func `tables that round the length of every packet are no damage`(container: String, name: String) throws {
    let ending = try Command.run(
      "transcode", Files.shared("mp4/\(name)"), "out.\(container)", "--video-codec", "none", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
  }

  @Test func `sound that begins behind nothing has no padding at the end of an Ogg file`() throws {
    try make(
      ["-f", "lavfi", "-i", "testsrc=d=1.5", "-itsoffset", "0.5", "-f", "lavfi", "-i", "sine=r=48000:d=1"]
        + ["-c:v", "mpeg4", "-c:a", "alac", folder.path("in.mov")])
    let ending = try Command.run("transcode", "in.mov", "out.ogg", "--video-codec", "none", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try samples("out.ogg") == 48_000)
  }

  /// What the edit list cuts off in front is more than an encoder's delay, and only movies can hide it.
  @Test(arguments: ["mkv", "ts"])
  func `trimmed sound is encoded where a copy would show what was cut off`(container: String) throws {
    let output = "out.\(container)"
    let ending = try Command.run(
      "transcode", Files.fixture("h264-trimmed.mov"), output, "--speed", "ultrafast", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    let plan = try Command.run("transcode", Files.fixture("h264-trimmed.mov"), output, "--plan", in: folder)
    #expect(plan.output.contains("cannot hide"), "the reason is told: \(plan.output)")
    let refused = try copy(Files.fixture("h264-trimmed.mov"), to: "copy.\(container)")
    #expect(refused.exit == 69, "\(refused.errors)")
  }

  @Test func `PCM of unsigned bytes becomes a form that AIFF has`() throws {
    try make(["-f", "lavfi", "-i", "sine=r=8000:d=1", "-c:a", "pcm_u8", folder.path("in.wav")])
    let ending = try Command.run("transcode", "in.wav", "out.aiff", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try samples("out.aiff") == 8000)
  }

  @Test(arguments: ["ogg", "webm"])
  func `six channels with speakers at the sides become Opus`(container: String) throws {
    try make(["-f", "lavfi", "-i", "sine=r=48000:d=1,aformat=channel_layouts=5.1(side)", folder.path("in.flac")])
    let ending = try Command.run("transcode", "in.flac", "out.\(container)", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try Probe.read(folder.path("out.\(container)")).streams.first?.channels == 6)
  }

  /// Text comes from a reader of its own, at another moment in every run.
  @Test(arguments: ["h264-two-audio.mp4", "many-facts.mov"], ["mov", "mkv"])
  func `the order of text among pictures and sound is the same in every run`(name: String, container: String) throws {
    let bytes = try (0..<6).map { run in
      let output = "\(run).\(container)"
      let ending = try Command.run(
        "transcode", Files.fixture(name), output, "--speed", "ultrafast", "-q", in: folder)
      #expect(ending.exit == 0, "\(ending.errors)")
      return try Data(contentsOf: folder.file(output))
    }
    #expect(Set(bytes).count == 1)
  }

  @Test func `copied FLAC says how long it is itself`() throws {
    try make(["-f", "lavfi", "-i", "sine=r=44100:d=4", "-c:a", "flac", folder.path("all.flac")])
    try make(["-i", folder.path("all.flac"), "-t", "1", "-c", "copy", "-strict", "-2", folder.path("part.mp4")])
    for output in ["out.flac", "out.mkv", "out.mp4"] {
      let ending = try copy("part.mp4", to: output)
      #expect(ending.exit == 0, "\(ending.errors)")
      #expect(try samples("part.mp4") == samples(output), "\(output)")
    }
    let duration = try #require(Probe.read(folder.path("out.flac")).streams.first?.duration.flatMap(Double.init))
    #expect(abs(duration - Double(try samples("part.mp4")) / 44_100) < 0.001)
  }

  /// The padding is longer than a frame.
  @Test func `MP3 whose last frame is not heard goes into movies`() throws {
    try make(["-f", "lavfi", "-i", "sine=r=8000:d=2.02", "-c:a", "libmp3lame", folder.path("in.mp3")])
    for output in ["out.mov", "out.mp4"] {
      let ending = try copy("in.mp3", to: output)
      #expect(ending.exit == 0, "\(ending.errors)")
    }
    let tables = try MovieTables(of: folder.path("out.mp4"))
    let sound = try #require(tables.audio.first)
    #expect(abs(sound.presentedDuration(movieTimeScale: tables.movieTimeScale) - 2.02) < 0.002)
  }

  @Test(arguments: ["20", "60", "120"])
  func `Opus of movies ends where it did`(milliseconds: String) throws {
    try make(
      ["-f", "lavfi", "-i", "sine=r=48000:d=3.01", "-c:a", "libopus", "-frame_duration", milliseconds]
        + [folder.path("in.mp4")])
    for output in ["out.webm", "out.mkv", "out.ogg"] {
      let ending = try copy("in.mp4", to: output)
      #expect(ending.exit == 0, "\(ending.errors)")
      #expect(try samples(output) == 144_480, "\(output)")
    }
    let ending = try copy("in.mp4", to: "out.ts")
    #expect(ending.exit == 0, "\(ending.errors)")
  }

  @Test func `a hole in the sound stays where it is in a transport stream`() throws {
    try make(
      ["-f", "lavfi", "-i", "sine=r=48000:d=2", "-af", "asetpts='PTS+gt(N,20)*0.3/TB'", "-c:a", "aac"]
        + [folder.path("in.mkv")])
    let ending = try copy("in.mkv", to: "out.ts")
    #expect(ending.exit == 0, "\(ending.errors)")
    let (before, after) = (try times("in.mkv"), try times("out.ts"))
    #expect(before.count == after.count)
    #expect(zip(before.dropFirst(), before).contains { $0 - $1 > 0.2 })
    #expect(zip(before, after).allSatisfy { abs(($0 - before[0]) - ($1 - after[0])) < 0.0015 })
  }

  @Test func `pictures that all have one time are no movie`() throws {
    try make(["-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=1", "-c:v", "mpeg4", folder.path("in.mp4")])
    var bytes = [UInt8](try Data(contentsOf: folder.file("in.mp4")))
    let table = try #require((0..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual("stts".utf8) })
    // Version and flags, the count, and of the only entry samples and duration.
    for index in table + 16..<table + 20 { bytes[index] = 0 }
    try Data(bytes).write(to: folder.file("in.mp4"))
    let ending = try copy("in.mp4", to: "out.mp4")
    #expect(ending.exit == 65)
    #expect(ending.errors.contains("its 25 pictures have one time"), "\(ending.errors)")
  }

  /// libavformat logs an error about a picture that it cannot attach, as about media that it cannot read.
  @Test(arguments: ["image/webp", "image/unheard-of", ""])
  func `a picture of an unknown kind in FLAC is no damage of the sound`(mediaType: String) throws {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture("speech.flac"))))
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    let picture = Array("RIFF".utf8) + [UInt8](repeating: 0, count: 60)
    // A front cover without a description, of unknown size, depth and colours.
    let block =
      number(3) + number(mediaType.utf8.count) + Array(mediaType.utf8) + [UInt8](repeating: 0, count: 20)
      + number(picture.count) + picture
    // The block goes behind the signature and STREAMINFO, which is never the fixture's last block.
    try #require(bytes.starts(with: Array("fLaC".utf8) + [0]))
    let header: [UInt8] = [6] + Array(number(block.count).dropFirst())
    bytes.insert(contentsOf: header + block, at: 42)
    try Data(bytes).write(to: folder.file("in.flac"))
    let verified = try Command.run("verify", "in.flac", in: folder)
    #expect(verified.exit == 0, "\(verified)")
    let made = try Command.run("transcode", "in.flac", "out.m4a", in: folder)
    #expect(made.exit == 0, "\(made.errors)")
  }

  private func make(_ arguments: [String]) throws { try Tool.ffmpeg.run(["-v", "error"] + arguments) }

  private func copy(_ source: String, to output: String) throws -> Command.Ending {
    try Command(["transcode", source, output, "--video-codec", "copy", "--audio-codec", "copy"], in: folder).ending()
  }

  /// As ffmpeg decodes them, of the first channel.
  private func samples(_ name: String) throws -> Int {
    try Tool.ffmpeg.run(["-v", "error", "-i", folder.path(name), "-ac", "1", "-f", "s16le", "-"]).data.count / 2
  }

  private func times(_ name: String) throws -> [Double] { try Probe.read(folder.path(name)).times("a:0") }
}
