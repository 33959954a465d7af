import Foundation
import TestSupport
import Testing

/// Movies that other programs write, as we read them by their tables.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no other program writes movies to read")))
struct MovieReadingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The bytes of a packet of MPEG audio, of 16 bits and two channels.
  private static let longestPacket = 1152 * 2 * 2

  private func sound(_ path: String) throws -> [UInt8] {
    try Tool.ffmpeg.run(["-v", "error", "-i", path, "-f", "s16le", "-c:a", "pcm_s16le", "pipe:1"]).bytes
  }

  @Test(arguments: ["adpcm_ima_qt", "pcm_mulaw", "pcm_alaw", "pcm_s8", "pcm_s16be", "pcm_s16le", "alac", "mp2"])
  func `sound is decoded to the same samples as elsewhere`(coding: String) throws {
    let movie = folder.path("\(coding).mov")
    try Tool.ffmpeg.run(["-v", "error", "-i", Files.fixture("pcm24-stereo.wav"), "-c:a", coding, movie])
    let ours = folder.path("\(coding).wav")
    try Tool.avwrite.run(["transcode", movie, ours, "-q", "--audio-codec", "pcm", "--sample-format", "s16le"])
    let (made, expected) = (try sound(ours), try sound(movie))
    // From version 7 on, ffmpeg decodes the last packet whole where an edit shows a part of it.
    let rest = expected.count - made.count
    #expect(made.count > 1000 && expected.starts(with: made) && rest >= 0 && rest <= Self.longestPacket)
  }

  @Test func `pictures with few composition offsets below zero are copied to any container`() throws {
    let movie = folder.path("negative.mp4")
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("h264-aac.mov"), "-an", "-c", "copy", "-frames:v", "5", "-movflags",
      "negative_cts_offsets", movie,
    ])
    for container in ["mkv", "ts", "mov"] {
      let copy = folder.path("copy.\(container)")
      try Tool.avwrite.run(["transcode", movie, copy, "-q"])
      #expect(try sizes(copy).count == 5, "\(container)")
    }
  }

  /// An edit of the fixture begins in the middle of a picture.
  @Test func `the picture within which an edit begins is copied and decoded`() throws {
    let copy = folder.path("copy.mkv")
    try Tool.avwrite.run(["transcode", Files.fixture("h264-trimmed.mov"), copy, "-q", "--audio-codec", "none"])
    let times = try Tool.ffprobe.run([
      "-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of", "csv=p=0", copy,
    ]).text.split(separator: "\n").compactMap { Double($0.filter { $0.isNumber || $0 == "." || $0 == "-" }) }
    // It is shown for half of its 40 ms.
    #expect(times.first == 0)
    #expect(times.dropFirst().first.map { abs($0 - 0.02) < 0.001 } == true)
  }

  private func sizes(_ path: String) throws -> [Substring] {
    try Tool.ffprobe.run([
      "-v", "error", "-select_streams", "v", "-show_entries", "packet=size", "-of", "csv=p=0", path,
    ]).text.split(separator: "\n")
  }
}
