import Foundation
import TestSupport
import Testing

/// Copied sound of other containers: as many samples are heard as the source has, one packet right behind the other.
@Suite struct CopiedSoundTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["vp9-opus.webm", "speech.opus", "h264-aac.mkv", "h264-flac-srt.mkv", "h264-aac.ts"])
  func `sound that is copied to mp4 has its samples`(name: String) throws {
    let source = Files.fixture(name)
    let ending = try Command.run(
      "transcode", source, "out.mp4", "--video-codec", "copy", "--audio-codec", "copy", in: folder)
    try #require(ending.exit == 0, "\(ending.errors)")
    let (before, after) = (try MediaTimes(of: source), try MediaTimes(of: folder.path("out.mp4")))
    let (sound, copied) = (try #require(before.audio.first), try #require(after.audio.first))

    let tables = try MovieTables(of: folder.path("out.mp4"))
    let table = try #require(tables.audio.first)
    let presented = table.presentedDuration(movieTimeScale: tables.movieTimeScale) * sound.sampleRate
    #expect(Int(presented.rounded()) == sound.sampleCount)
    #expect(sound.codec == copied.codec)
    #expect(sound.packetCount == copied.packetCount)

    // Of packets that are as long as each other, none begins before or behind the end of the one before.
    let starts = copied.packets.map { Int(($0 * sound.sampleRate).rounded()) }
    let lengths = Set(zip(starts.dropFirst(2), starts.dropFirst(1)).map { $0 - $1 })
    #expect(lengths.count == 1, "\(lengths)")

    // And the pictures are where they were beside the sound.
    let (firstPicture, firstSound) = (before.video.first?.start, sound.start)
    if let firstPicture, let firstSound {
      let (picture, heard) = (try #require(after.video.first?.start), try #require(copied.start))
      #expect(abs((picture - heard) - (firstPicture - firstSound)) < 0.000_001)
    }
  }

  @Test func `copied Opus says what is dropped at its start and how long a decoder needs`() throws {
    for name in ["vp9-opus.webm", "speech.opus"] {
      let ending = try Command.run(
        "transcode", Files.fixture(name), "\(name).mp4", "--video-codec", "none", "--audio-codec", "copy", in: folder)
      try #require(ending.exit == 0, "\(ending.errors)")
      let dump = try Command.run("dump", "\(name).mp4", in: folder).output
      #expect(dump.contains("pre-skip = 312"))
      #expect(dump.contains("media from 312/48000"))
      // 80 ms in packets of 20 ms.
      #expect(dump.contains("roll distance = -4"))
    }
  }

  /// The end of the sound is where the source's is, to the sample: nothing of the decoder's start or of the last
  /// packet's padding is heard.
  @Test func `Opus of Matroska decodes as it does after copying`() throws {
    let ending = try Command.run(
      "transcode", Files.fixture("vp9-opus.webm"), "out.mov", "--video-codec", "none", "--audio-codec", "pcm",
      in: folder)
    try #require(ending.exit == 0, "\(ending.errors)")
    #expect(try MediaTimes(of: folder.path("out.mov")).audio.map(\.sampleCount) == [48_000])
  }

  /// The last packet of the movie lasts for 204 of the 1024 samples that it decodes to.
  @Test func `the padding behind AAC of a movie is not heard in Matroska`() throws {
    for (source, output, codec) in [(Files.fixture("speech.m4a"), "out.mkv", "copy"), ("out.mkv", "out.wav", "pcm")] {
      let ending = try Command.run("transcode", source, output, "--audio-codec", codec, in: folder)
      try #require(ending.exit == 0, "\(ending.errors)")
    }
    // Matroska has no way to say that the first packet is not to be heard, and rounds to milliseconds.
    let count = try #require(try MediaTimes(of: folder.path("out.wav")).audio.first).sampleCount
    #expect((132_256...132_300 + 1024 + 44).contains(count), "\(count)")
  }

  // MARK: Times that a container has wrong, or not at all

  /// The number of samples that another program decodes.
  private func sampleCount(_ name: String) throws -> Int {
    try Tool.ffmpeg.run(["-v", "quiet", "-i", folder.path(name), "-ac", "1", "-f", "s16le", "pipe:1"]).bytes.count / 2
  }

  private func make(_ name: String, tone: Int = 440, seconds: Double, _ options: String...) throws {
    let source = "sine=f=\(tone):d=\(seconds):r=48000"
    try Tool.ffmpeg.run(["-v", "error", "-f", "lavfi", "-i", source] + options + [folder.path(name)])
  }

  /// Returns what the command says on its standard error.
  private func copy(_ source: String, _ output: String) throws -> String {
    let ending = try Command.run("transcode", source, output, "--audio-codec", "copy", "--force", in: folder)
    try #require(ending.exit == 0, "\(output): \(ending.errors)")
    return ending.errors
  }

  /// Chained Ogg: the second stream's times begin at zero again.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "nobody makes a chain of streams")), arguments: ["mp4", "mkv"])
  func `copied sound whose times begin again in Ogg follows on, with a warning`(container: String) throws {
    try make("one.opus", seconds: 1, "-c:a", "libopus")
    try make("two.opus", tone: 900, seconds: 1, "-c:a", "libopus")
    let chain = try Data(contentsOf: folder.file("one.opus")) + Data(contentsOf: folder.file("two.opus"))
    try chain.write(to: folder.file("chain.opus"))
    let errors = try copy("chain.opus", "out.\(container)")
    #expect(errors.contains("follows on behind"), "\(errors)")
    // Our own reader decodes the two parts, with nothing of what is not heard between them.
    let ending = try Command.run("transcode", "out.\(container)", "out.wav", in: folder)
    try #require(ending.exit == 0, "\(ending.errors)")
    let samples = try sampleCount("out.wav")
    #expect(abs(samples - 96_000) <= 960, "\(samples)")
    // A part of the second stream is found, too.
    let cut = try Command.run("cut", "chain.opus", "cut.wav", "--from", "1.25", "--to", "1.75", in: folder)
    try #require(cut.exit == 0, "\(cut.errors)")
    #expect(try sampleCount("cut.wav") == 24_000)
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "nobody makes transport streams")), arguments: ["mp4", "mkv", "ts"])
  func `copied sound whose times begin again in a transport stream follows on`(container: String) throws {
    try make("one.ts", seconds: 1, "-c:a", "aac")
    let once = try Data(contentsOf: folder.file("one.ts"))
    try (once + once).write(to: folder.file("twice.ts"))
    _ = try copy("twice.ts", "out.\(container)")
    let copied = try MediaTimes(of: folder.path("out.\(container)"))
    let sound = try #require(copied.audio.first)
    let single = try #require(try MediaTimes(of: folder.path("one.ts")).audio.first)
    #expect(sound.packetCount == 2 * single.packetCount)
    // Matroska rounds times to milliseconds.
    let starts = sound.packets.map { $0 * 48_000 }
    #expect(zip(starts.dropFirst(), starts).allSatisfy { abs($0 - $1 - 1024) < 100 }, "\(starts)")
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "nobody makes sound of one packet")),
    arguments: [
      ("in.ac3", 0.02, "ac3", "mkv"), ("in.ac3", 0.02, "ac3", "mp4"), ("in.eac3", 0.02, "eac3", "mp4"),
      ("in.ogg", 0.1, "libvorbis", "ogg"), ("in.ogg", 0.1, "libvorbis", "mkv"),
    ])
  func `sound that is too short to have times is copied`(
    name: String, seconds: Double, codec: String, container: String
  ) throws {
    try make(name, seconds: seconds, "-c:a", codec)
    _ = try copy(name, "out.\(container)")
    let (whole, copied) = (try sampleCount(name), try sampleCount("out.\(container)"))
    // Not every container says how much of the last block is heard.
    #expect(copied > whole / 2 && copied < 2 * whole, "\(copied) of \(whole)")
  }
}
