import Foundation
import MediaDump
import TestSupport
import Testing

@Suite("Dumps of the fixtures")
struct FixtureDumpTests {
  @Test(arguments: Files.names(in: Files.fixtures))
  func `the summary of each fixture is its golden`(_ name: String) throws {
    try expectGolden(MediaDump.text(of: Files.fixtures.appending(path: name)), "summary/\(name)")
  }

  /// One of each kind of index: QuickTime's, ISO's with all kinds of track, fragments, iTunes metadata.
  @Test(arguments: ["h264-aac.mov", "h264-two-audio.mp4", "h264-fragmented.mp4", "h264-one-frame.mov", "speech.m4a"])
  func `all that is told of a movie is its golden`(_ name: String) throws {
    try expectGolden(
      MediaDump.text(of: Files.fixtures.appending(path: name), options: [.boxes, .samples, .checksums]), "all/\(name)")
  }

  /// Containers without boxes of their own, through the public API.
  @Test(arguments: ["h264-aac.ts", "vp9-opus.webm", "speech.mp3", "speech.wav"])
  func `the samples of other containers are their golden`(_ name: String) throws {
    // From version 7 on, libavformat gives more samples of linear PCM at once.
    let isNewer = name == "speech.wav" && Tool.ffmpegVersion ?? 0 >= 7
    try expectGolden(
      MediaDump.text(of: Files.fixtures.appending(path: name), options: [.boxes, .samples, .checksums]),
      "all/\(name)\(isNewer ? ".ffmpeg7" : "")")
  }

  @Test func `the structure tells no bytes`() throws {
    try expectGolden(
      MediaDump.text(
        of: Files.fixtures.appending(path: "h264-vfr.mov"), options: [.boxes, .samples, .checksums, .structureOnly]),
      "structure/h264-vfr.mov")
  }
}
