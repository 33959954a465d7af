import Foundation
import TestSupport
import Testing

/// AAC with spectral band replication and parametric stereo, however it is signalled.
@Suite(
  .enabled(if: Tool.ffmpeg.isInstalled(for: "no other program decodes AAC")),
  .enabled(if: Files.hasShared, "strangers' media is not there, and no encoder makes it"))
struct ReplicatedSoundTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let stream = Files.shared("audio/aac_he_v2.aac")

  private func run(_ arguments: String...) throws {
    let ending = try Command(["transcode"] + arguments + ["--force"], in: folder).ending()
    try #require(ending.exit == 0, "\(ending.errors)")
  }

  /// Rate, channels and samples as ffmpeg decodes them.
  private func sound(_ path: String) throws -> [Int] {
    try Tool.ffmpeg.run(["-v", "error", "-y", "-i", path, folder.path("decoded.wav")])
    let stream = try #require(Probe.read(folder.path("decoded.wav")).streams.first)
    let seconds = try #require(stream.duration.flatMap(Double.init))
    let rate = try #require(stream.sample_rate.flatMap { Int($0) })
    return [rate, stream.channels ?? 0, Int((seconds * Double(rate)).rounded())]
  }

  /// Returns whether a cut has its length as ffmpeg reads it. From 7 on it takes what lies before the cut off the start
  /// alone, and counts that at half the rate.
  private func isCut(_ sound: [Int]) -> Bool { [[44_100, 2, 44_428], [44_100, 2, 44_742]].contains(sound) }

  @Test func `what only the stream shows is decoded`() throws {
    for name in ["mp4", "m4a", "mkv"] {
      try Tool.ffmpeg.run(["-v", "error", "-i", Self.stream, "-c", "copy", folder.path("in.\(name)")])
      try run("in.\(name)", "out.wav")
      #expect(try sound(folder.path("out.wav")) == [44_100, 2, 53_248], "\(name)")
    }
    try run(Files.shared("mp4/whitenoise-he-aac-5s.mp4"), "out.wav")
    #expect(try sound(folder.path("out.wav")) == [48_000, 2, 247_808])
  }

  /// The configuration tells of replication, and not of stereo.
  @Test func `stereo that only the stream shows is decoded`() throws {
    guard Tool.mkvmerge.isInstalled(for: "no explicit signalling is tested") else { return }
    try Tool.mkvmerge.run(["-q", "--aac-is-sbr", "0:1", "-o", folder.path("in.mkv"), Self.stream])
    try Tool.ffmpeg.run(["-v", "error", "-i", folder.path("in.mkv"), "-c", "copy", folder.path("in.m4a")])
    for name in ["in.mkv", "in.m4a"] {
      try run(name, "out.wav")
      #expect(try sound(folder.path("out.wav")) == [44_100, 2, 53_248], "\(name)")
    }
    // What is cut off at the start is cut off once, whatever counts it.
    try run("in.m4a", "cut.m4a", "--start", "0.2", "--audio-codec", "copy")
    try run("cut.m4a", "out.wav")
    #expect(try sound(folder.path("out.wav")) == [44_100, 2, 44_428])
    #expect(try isCut(sound(folder.path("cut.m4a"))))
  }

  @Test func `what is cut off the start is cut off once`() throws {
    try Tool.ffmpeg.run(["-v", "error", "-i", Self.stream, "-c", "copy", folder.path("in.m4a")])
    try run("in.m4a", "cut.m4a", "--start", "0.2", "--audio-codec", "copy")
    try run("cut.m4a", "out.wav")
    #expect(try sound(folder.path("out.wav")) == [44_100, 2, 44_428])
    try run("cut.m4a", "copy.m4a", "--audio-codec", "copy")
    #expect(try isCut(sound(folder.path("copy.m4a"))))
  }

  @Test func `the packet table of a Core Audio file says what is heard`() throws {
    for (output, arguments) in [("out.wav", []), ("out.m4a", ["--audio-codec", "copy"])] as [(String, [String])] {
      let ending = try Command(
        ["transcode", Files.shared("audio/ColdFunk.caf"), output] + arguments, in: folder
      ).ending()
      try #require(ending.exit == 0, "\(ending.errors)")
    }
    #expect(try sound(folder.path("out.wav"))[2] == 378_006)
    let tables = try MovieTables(of: folder.path("out.m4a"))
    let heard = try #require(tables.audio.first).presentedDuration(movieTimeScale: tables.movieTimeScale)
    #expect(abs(heard - 378_006.0 / 44_100) < 0.002)
  }
}
