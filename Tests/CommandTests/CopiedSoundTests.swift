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
}
