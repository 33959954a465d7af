import AVFoundation
import TestSupport
import Testing

@Suite("Clients: a clip that is written with the settings of a preset")
struct PresetTranscoderTests {
  @Test(
    .enabled(if: Tool.ffprobe.path != nil, "ffprobe is not installed"),
    arguments: [
      (AVOutputSettingsPreset.preset640x480, "h264", "480", "270"), (.hevc1920x1080, "hevc", "480", "270"),
    ])
  func `the file has the preset's codecs and size, and all that the clip has`(
    _ preset: AVOutputSettingsPreset, codec: String, width: String, height: String
  ) async throws {
    let folder = try TemporaryFolder()
    let source = Files.fixture("h264-aac.mov")
    let output = folder.file("out.mov")
    try await PresetTranscoder(asset: AVURLAsset(url: URL(fileURLWithPath: source)), preset: preset).write(to: output)
    let (before, after) = (try Probe.read(source), try Probe.read(output.path))
    #expect(after.tracks.map(\.codec_name) == [codec, "aac"])
    #expect(after.tracks[0].width.map(String.init) == width && after.tracks[0].height.map(String.init) == height)
    #expect(after.tracks[1].channels == before.tracks[1].channels)
    #expect(after.tracks[1].sample_rate == before.tracks[1].sample_rate)
    let (times, written) = (before.times("v:0"), after.times("v:0"))
    #expect(times.count == written.count && zip(times, written).allSatisfy { abs($0 - $1) < 0.001 })
  }

  @Test func `the preset is one of those that are offered`() async throws {
    #expect(PresetTranscoder.preset(for: CGSize(width: 1280, height: 720)) == .hevc1920x1080)
    #expect(PresetTranscoder.preset(for: CGSize(width: 2160, height: 3840)) == .hevc3840x2160)
    let folder = try TemporaryFolder()
    let asset = AVURLAsset(url: URL(fileURLWithPath: Files.fixture("h264-aac.mov")))
    await #expect(throws: PresetTranscoder.Failure.self) {
      try await PresetTranscoder(asset: asset, preset: .mvhevc960x960).write(to: folder.file("out.mov"))
    }
    #expect(folder.names.isEmpty)
  }
}
