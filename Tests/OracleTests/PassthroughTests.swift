import Foundation
import TestSupport
import Testing

/// Copied media: every byte of it, and its times, are in the output as they were in the source.
@Suite(
  .enabled(if: Tool.ffprobe.isInstalled(for: "copied samples are not compared with their source's")),
  .enabled(if: Tool.ffmpeg.isInstalled(for: "copied samples are not compared with their source's")))
struct PassthroughTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func copy(_ source: String, _ name: String) throws -> String {
    try Tool.avwrite.run([
      "transcode", source, folder.path(name), "--video-codec", "copy", "--audio-codec", "copy", "-q",
    ])
    return folder.path(name)
  }

  /// Movies with the framing that ours have, and packets of other containers that need none.
  static let sameFraming: [(source: String, output: String)] = [
    ("h264-aac.mov", "out.mov"), ("h264-aac.mov", "out.mp4"), ("h264-aac-small.mp4", "out.mp4"),
    ("h264-aac-small.mp4", "out.mov"), ("h264-anamorphic.mp4", "out.mp4"), ("h264-anamorphic.mp4", "out.mov"),
    ("h264-fragmented.mp4", "out.mp4"), ("h264-interlaced.mov", "out.mov"), ("h264-interlaced.mov", "out.mp4"),
    ("h264-late-audio.mov", "out.mov"), ("h264-late-audio.mov", "out.mp4"), ("h264-one-frame.mov", "out.mov"),
    ("h264-pcm.mov", "out.mov"), ("h264-rotated.mov", "out.mov"), ("h264-rotated.mov", "out.mp4"),
    ("h264-trimmed.mov", "out.mov"), ("h264-two-audio.mp4", "out.mp4"), ("h264-two-audio.mp4", "out.mov"),
    ("h264-vfr.mov", "out.mov"), ("h264-vfr.mov", "out.mp4"), ("hevc10-hdr10.mp4", "out.mp4"),
    ("hevc10-hdr10.mp4", "out.mov"), ("hevc10-hlg.mp4", "out.mp4"), ("hevc10-hlg.mp4", "out.mov"),
    ("mjpeg-pcm.mov", "out.mov"), ("mpeg4-odd.mp4", "out.mp4"), ("mpeg4-odd.mp4", "out.mov"),
    ("prores-pcm24.mov", "out.mov"), ("aac-5.1.m4a", "out.m4a"), ("aac-5.1.m4a", "out.mov"),
    ("speech.m4a", "out.m4a"), ("speech.m4a", "out.mp4"), ("speech.mp3", "out.mp3"),
    ("speech-bare.mp3", "out.mp3"), ("speech.mp3", "out.mov"), ("speech.wav", "out.wav"), ("speech.wav", "out.mov"),
    ("pcm24-stereo.wav", "out.wav"), ("speech.flac", "out.mp4"),
  ]

  @Test(arguments: sameFraming)
  func `every sample keeps its bytes and its times`(source: String, output: String) throws {
    let source = Files.fixture(source)
    try expectSameSamples(source, copy(source, output), toTheEnd: true)
  }

  /// Matroska's and WebM's times are whole milliseconds: ours are exact where the sample rate tells.
  @Test(arguments: [("h264-flac-srt.mkv", "out.mp4"), ("vp9-opus.webm", "out.mp4")])
  func `every sample of another container keeps its bytes`(source: String, output: String) throws {
    let source = Files.fixture(source)
    let copied = try copy(source, output)
    let (before, after) = try (Probe.read(source, appliesEdits: false), Probe.read(copied, appliesEdits: false))
    #expect(before.tracks.map(\.codec_name) == after.tracks.map(\.codec_name))
    for (one, other) in zip(before.tracks, after.tracks) {
      #expect(before.packets(of: one).map(\.data_hash) == after.packets(of: other).map(\.data_hash))
    }
  }

  @Test(
    arguments: ["h264-aac.ts", "h264-open-gop.ts", "h264-size-change.ts"], ["out.mp4", "out.mov", "out.ts"])
  func `every NAL unit keeps its bytes when start codes become lengths`(source: String, output: String) throws {
    let source = Files.fixture(source)
    let copied = try copy(source, output)
    let units = try Payload.units(source, stream: "v:0", codec: "h264")
    #expect(units.count > 10)
    #expect(try Payload.units(copied, stream: "v:0", codec: "h264") == units)
  }

  @Test(arguments: ["out.mp4", "out.mov", "out.m4a"])
  func `every frame of AAC keeps its bytes when its header becomes a sample entry`(output: String) throws {
    let source = Files.fixture("h264-aac.ts")
    if output.hasSuffix("m4a") {
      try Tool.avwrite.run([
        "transcode", source, folder.path(output), "--video-codec", "none", "--audio-codec", "copy", "-q",
      ])
    } else {
      _ = try copy(source, output)
    }
    let frames = try Payload.aac(source, stream: "a:0")
    #expect(frames.count > 1000)
    #expect(try Payload.aac(folder.path(output), stream: "a:0") == frames)
  }

  /// Movies of many writers. Samples that lie wholly behind the last edit are not part of what is shown, and not
  /// copied.
  @Test(
    .enabled(if: Files.hasShared, "../shared/media is absent"),
    arguments: [
      "mov/VideoTrack_25_VFR_2sec.mov", "mov/awesome_movie.mov", "mov/bt601.mov", "mov/ios9.mov",
      "mov/iphone14promax_1080p_split3.mov", "mov/prores_frame.mov", "mov/sample_twos_pcm.mov",
      "mov/sideways_movie.mov", "mov/sowt-with-video.mov", "mov/test-720p-h264-24fps.mov",
      "mov/water_180_mvhevc_5frames.mov", "mp4/bbb_720p_aac51.mp4",
      "mp4/bbb_800x640_768kbps_30fps_avc_2b_firstpts_10_sec.mp4",
      "mp4/bbb_800x640_768kbps_30fps_avc_pyramid_3b.mp4", "mp4/bbb_800x640_768kbps_30fps_vp9.mp4",
      "mp4/bbb_mp3_ac3_5s.mp4", "mp4/edit_list_positive_shift.mp4", "mp4/h265_with_metadata_track.mp4",
      "mp4/hdr10-video-with-sdr-container.mp4", "mp4/hlg10-color-test.mp4", "mp4/nasa_13013_rotated.mp4",
      "mp4/portrait_4k60.mp4", "mp4/prog_8s.mp4", "mp4/rotated_video.mp4", "mp4/sample.mp4", "audio/sample_alac.mp4",
      "mp4/sample_av1.mp4", "mp4/sample_ac3_aac.mp4", "mp4/sample_eac3.mp4", "mp4/sample_no_bframes.mp4",
      "mp4/sample_opus.mp4", "mp4/sample_portrait.mp4", "mp4/sample_rotate_and_reflect.mp4",
      "mp4/sample_shorter_audio.mp4", "mp4/sample_with_colr_mdcv_and_clli.mp4", "mp4/test_non_zero_start.mp4",
      "mp4/video_with_rectangular_samples.mp4",
    ])
  func `samples of movies of other writers keep their bytes and their times`(name: String) throws {
    let source = Files.shared(name)
    try expectSameSamples(
      source, copy(source, "out." + (name as NSString).pathExtension.lowercased()), toTheEnd: false)
  }

  @Test(.enabled(if: Files.hasShared, "../shared/media is absent"))
  func `every NAL unit keeps its bytes when lengths of two bytes become four`() throws {
    let source = Files.shared("mp4/sample_2_byte_NAL_length.mp4")
    let copied = try copy(source, "out.mp4")
    let units = try Payload.units(source, stream: "v:0", codec: "h264")
    #expect(units.count > 10)
    #expect(try Payload.units(copied, stream: "v:0", codec: "h264") == units)
  }

  /// - Parameter toTheEnd: whether the output must have every last sample of the source.
  private func expectSameSamples(_ source: String, _ output: String, toTheEnd: Bool) throws {
    let (before, after) = try (Probe.read(source, appliesEdits: false), Probe.read(output, appliesEdits: false))
    // What the edit list needs or shows.
    let edited = toTheEnd ? before : try Probe.read(source, appliesEdits: true)
    #expect(before.tracks.map(\.codec_type) == after.tracks.map(\.codec_type))
    for (one, other) in zip(before.tracks, after.tracks) {
      if one.codec_name?.hasPrefix("pcm_") == true {
        #expect(one.codec_name == other.codec_name)
        let number = before.tracks.filter { $0.codec_type == "audio" && $0.index < one.index }.count
        let bytes = try Payload.bytes(source, stream: "a:\(number)")
        #expect(try !bytes.isEmpty && Payload.bytes(output, stream: "a:\(number)") == bytes)
        continue
      }
      try expectSamePackets(
        (one, before.packets(of: one)), (other, after.packets(of: other)), count: edited.packets(of: one).count)
    }
  }

  private func expectSamePackets(
    _ before: (stream: Probe.Stream, packets: [Probe.Packet]), _ after: (stream: Probe.Stream, packets: [Probe.Packet]),
    count: Int
  ) throws {
    #expect(!after.packets.isEmpty)
    let kept = Array(before.packets.prefix(count))
    #expect(kept.map(\.data_hash) == after.packets.map(\.data_hash))
    #expect(kept.map(\.isKey) == after.packets.map(\.isKey))
    let (tick, newTick) = (before.stream.tick, after.stream.tick)
    // Time scales may differ, by the sample rate; a tick of it is all that may be lost.
    let tolerance = tick == newTick ? 0.000_001 : max(tick, newTick)
    for time: KeyPath<Probe.Packet, Int64?> in [\.pts, \.dts] {
      let (times, newTimes) = (seconds(kept, time, tick), seconds(after.packets, time, newTick))
      let moved = zip(times, newTimes).filter { (one: Double, other: Double) in abs(one - other) > tolerance }
      // The picture within which an edit begins is stored as it is shown: from the edit's start on.
      #expect(moved.count <= (time == \.pts ? 1 : 0) && moved.allSatisfy { one, other in other > one })
    }
    // What the source has more of comes after all that is shown.
    let lastShown = after.packets.compactMap(\.pts).max() ?? 0
    for extra in before.packets.dropFirst(count) {
      #expect(Double(extra.pts ?? 0) * tick > Double(lastShown) * newTick)
    }
  }

  /// Times relative to the first.
  private func seconds(_ packets: [Probe.Packet], _ time: KeyPath<Probe.Packet, Int64?>, _ tick: Double) -> [Double] {
    let first: Int64 = packets.first.flatMap { $0[keyPath: time] } ?? 0
    return packets.map { packet in
      let ticks: Int64 = packet[keyPath: time] ?? first
      return Double(ticks - first) * tick
    }
  }
}
