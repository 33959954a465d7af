import AVFoundation
import TestSupport
import Testing

/// Samples from a reader without settings to a writer without settings, as a client of the library copies a file.
@Suite(.enabled(if: Tool.ffprobe.isInstalled(for: "samples copied by the library are not compared")))
struct NilSettingsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("h264-aac.mov", "out.mov", AVFileType.mov), ("h264-aac.mov", "out.mp4", .mp4),
    ("h264-vfr.mov", "out.mov", .mov), ("h264-late-audio.mov", "out.mp4", .mp4), ("hevc10-hlg.mp4", "out.mp4", .mp4),
    ("h264-two-audio.mp4", "out.mp4", .mp4), ("h264-interlaced.mov", "out.mov", .mov),
    ("prores-pcm24.mov", "out.mov", .mov), ("h264-aac-small.mp4", "out.m4v", .m4v), ("speech.m4a", "out.m4a", .m4a),
    ("aac-5.1.m4a", "out.m4a", .m4a), ("speech.mp3", "out.mp3", .mp3), ("speech.wav", "out.wav", .wav),
  ])
  func `every sample keeps its bytes, its time and its edit`(
    source: String, output: String, type: AVFileType
  ) async throws {
    let path = folder.path(output)
    try await LibraryCopy.make(Files.fixture(source), to: path, as: type)
    for appliesEdits in [false, true] {
      let before = try Probe.read(Files.fixture(source), appliesEdits: appliesEdits)
      let after = try Probe.read(path, appliesEdits: appliesEdits)
      #expect(before.tracks.map(\.codec_name) == after.tracks.map(\.codec_name))
      for (one, other) in zip(before.tracks, after.tracks) where one.codec_name?.hasPrefix("pcm_") == false {
        let (packets, copies) = (before.packets(of: one), after.packets(of: other))
        #expect(packets.map(\.data_hash) == copies.map(\.data_hash))
        #expect(packets.map(\.flags) == copies.map(\.flags))
        #expect(one.time_base == other.time_base)
        #expect(packets.map(\.pts) == copies.map(\.pts))
        #expect(packets.map(\.dts) == copies.map(\.dts))
      }
    }
  }
}
