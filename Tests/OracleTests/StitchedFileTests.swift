import AVFoundation
import TestSupport
import Testing

/// What several encoders made in parts is one film to other players.
@Suite(.serialized) struct StitchedFileTests {
  let folder: TemporaryFolder
  private let hasFile: Bool

  init() throws {
    folder = try TemporaryFolder()
    hasFile = Tool.ffmpeg.isInstalled(for: "no source of some length is made")
    guard hasFile else { return }
    try SegmentSource.make(at: folder.path("source.mp4"))
    try Tool.avwrite.run(
      ["transcode", folder.path("source.mp4"), folder.path("out.mp4"), "-q", "--parallel", "segment"]
        + ["--keyframe-interval", "5", "--crf", "18"])
  }

  @Test(.enabled(if: Tool.chromium.isInstalled(for: "our output is not played by a browser")))
  func `Chromium plays it to its last picture`() throws {
    guard hasFile else { return }
    let playback = try Browser.play("out.mp4", in: folder, rate: 16)
    #expect(playback.error == nil)
    #expect(playback.pictures == SegmentSource.pictureCount && [playback.width, playback.height] == SegmentSource.size)
    #expect(abs(playback.currentTime - playback.duration) < 0.002)
  }

  @Test(.enabled(if: Tool.gstreamer.isInstalled(for: "our output is not decoded by GStreamer")))
  func `GStreamer decodes every picture without a word`() throws {
    guard hasFile else { return }
    #expect(try GStreamerDecoding.pictureCount(of: folder.path("out.mp4")) == SegmentSource.pictureCount)
  }
}
