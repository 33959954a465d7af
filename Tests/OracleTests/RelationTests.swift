import AVFoundation
import Foundation
import TestSupport
import Testing

/// What tracks are to each other survives copying and encoding.
@Suite(
  .enabled(if: Tool.ffmpeg.isInstalled(for: "relations of tracks are not compared with its files'")),
  .enabled(if: Tool.ffprobe.isInstalled(for: "relations of tracks are not compared with its reading")))
struct RelationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [["--video-codec", "copy"], ["--speed", "ultrafast"]])
  func `a copied timecode track is still that of its pictures`(options: [String]) throws {
    let (source, copy) = (folder.path("source.mov"), folder.path("copy.mov"))
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("h264-aac.mov"), "-map", "0:v", "-c", "copy", "-timecode", "10:11:12:13",
      source,
    ])
    try Tool.avwrite.run(["transcode", source, copy, "--copy", "timecode", "-q"] + options)
    let probe = try Probe.read(copy)
    #expect(probe.streams.map(\.codec_type) == ["video", "data"])
    // It gives the pictures the timecode of the track that they refer to.
    #expect(probe.streams.map { $0.tags?["timecode"] } == ["10:11:12:13", "10:11:12:13"])
    // Tracks do not hold their asset.
    let asset = AVURLAsset(url: URL(fileURLWithPath: copy))
    let tracks = asset.tracks
    #expect(tracks.first?.associatedTracks(ofType: .timecode).map(\.trackID) == tracks.suffix(1).map(\.trackID))
  }

  @Test func `alternatives are still alternatives`() throws {
    let source = Files.fixture("h264-two-audio.mp4")
    try Tool.avwrite.run([
      "transcode", source, folder.path("out.mp4"), "--audio-codec", "copy", "--speed", "ultrafast", "-q",
    ])
    let (before, after) = (AVURLAsset(url: URL(fileURLWithPath: source)), AVURLAsset(url: folder.file("out.mp4")))
    #expect(!before.trackGroups.isEmpty)
    #expect(before.trackGroups.map { $0.trackIDs.count } == after.trackGroups.map { $0.trackIDs.count })
    #expect(
      before.tracks.filter { $0.mediaType == .audio }.map(\.isEnabled)
        == after.tracks.filter { $0.mediaType == .audio }.map(\.isEnabled))
  }
}
