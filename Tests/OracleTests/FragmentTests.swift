import AVFoundation
import MovieFile
import TestSupport
import Testing

/// Files in fragments say to other implementations what ordinary files say.
@Suite struct FragmentTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  struct Case: CustomTestStringConvertible, Sendable {
    var source: String
    var output: String
    var type: AVFileType
    /// Keeps the fragments of a QuickTime movie.
    var isForNetwork = false

    var testDescription: String { "\(source) → \(output)\(isForNetwork ? " in fragments" : "")" }
  }

  static let cases: [Case] = [
    Case(source: "h264-aac.mov", output: "out.mp4", type: .mp4),
    Case(source: "h264-aac.mov", output: "out.mov", type: .mov),
    Case(source: "h264-aac.mov", output: "out.mov", type: .mov, isForNetwork: true),
    Case(source: "h264-vfr.mov", output: "out.mp4", type: .mp4),
    Case(source: "h264-late-audio.mov", output: "out.mp4", type: .mp4),
    Case(source: "h264-two-audio.mp4", output: "out.mp4", type: .mp4),
    Case(source: "h264-aac-small.mp4", output: "out.m4v", type: .m4v),
    Case(source: "hevc10-hlg.mp4", output: "out.mp4", type: .mp4),
    Case(source: "prores-pcm24.mov", output: "out.mov", type: .mov, isForNetwork: true),
    Case(source: "speech.m4a", output: "out.m4a", type: .m4a),
  ]

  /// The same file twice: ordinary, and in fragments of a quarter of a second.
  private func make(_ run: Case) async throws -> (plain: String, fragmented: String) {
    let paths = (folder.path("plain-" + run.output), folder.path("fragmented-" + run.output))
    try await LibraryCopy.make(Files.fixture(run.source), to: paths.0, as: run.type)
    try await LibraryCopy.make(Files.fixture(run.source), to: paths.1, as: run.type) { writer in
      writer.movieFragmentInterval = CMTime(value: 1, timescale: 4)
      writer.shouldOptimizeForNetworkUse = run.isForNetwork
    }
    return paths
  }

  @Test(
    .enabled(if: Tool.ffprobe.isInstalled(for: "fragments are not compared with its reading")), arguments: cases)
  func `AW-60 ffprobe finds every sample of the ordinary file in the fragmented one`(run: Case) async throws {
    let paths = try await make(run)
    let (plain, fragmented) = (try Probe.read(paths.plain), try Probe.read(paths.fragmented))
    #expect(plain.tracks.map(\.facts) == fragmented.tracks.map(\.facts))
    for (one, other) in zip(plain.tracks, fragmented.tracks) {
      let (packets, others) = (plain.packets(of: one), fragmented.packets(of: other))
      // It puts samples of PCM together as it likes.
      if one.codec_name?.hasPrefix("pcm_") == true {
        #expect(packets.reduce(0) { $0 + (Int($1.size) ?? 0) } == others.reduce(0) { $0 + (Int($1.size) ?? 0) })
        continue
      }
      #expect(packets.map(\.data_hash) == others.map(\.data_hash))
      #expect(packets.map(\.pts) == others.map(\.pts))
      #expect(packets.map(\.dts) == others.map(\.dts))
      #expect(packets.map(\.isKey) == others.map(\.isKey))
    }
  }

  @Test(
    .enabled(if: Tool.gstreamer.isInstalled(for: "fragments are not compared with qtdemux's reading")),
    arguments: cases.filter { !$0.source.contains("pcm") })
  func `AW-60 qtdemux finds every sample of the ordinary file in the fragmented one`(run: Case) async throws {
    let paths = try await make(run)
    let movie = try Movie(path: paths.plain)
    for (index, kind) in [HandlerType.video, .audio].enumerated()
    where movie.tracks.contains(where: { $0.kind == kind }) {
      let pad = ["video_0", "audio_0"][index]
      let (plain, fragmented) = (try Demuxed.read(paths.plain, pad: pad), try Demuxed.read(paths.fragmented, pad: pad))
      // The frame rate is its guess from the first fragment.
      #expect(
        plain.format.filter { !$0.hasPrefix("framerate") } == fragmented.format.filter { !$0.hasPrefix("framerate") })
      // Of sound it leaves out packets at the ends of which nothing is heard: not the same ones in fragments.
      #expect(abs(plain.buffers.count - fragmented.buffers.count) <= (kind == .video ? 0 : 2))
      let start = (0...1).first { plain.buffers.dropFirst($0).first?.size == fragmented.buffers.first?.size } ?? 0
      let count = min(plain.buffers.count - start, fragmented.buffers.count)
      let (buffers, others) = (plain.buffers.dropFirst(start).prefix(count), fragmented.buffers.prefix(count))
      #expect(buffers.map(\.size) == others.map(\.size))
      #expect(buffers.map(\.isSync) == others.map(\.isSync))
      // A fragment's times are rounded to nanoseconds one by one. From 1.26 on, GStreamer applies the numbers of iTunes to
      // the ordinary file of sound alone, by a whole packet.
      let differences = zip(buffers, others).compactMap { one, other in
        one.presentationTime.flatMap { time in other.presentationTime.map { $0 - time } }
      }
      let shift = differences.first ?? 0
      #expect(abs(shift) <= 2 || kind == .audio && abs(abs(shift) - (buffers.first?.duration ?? 0)) <= 2)
      #expect(differences.allSatisfy { abs($0 - shift) <= 3 })
    }
  }

  @Test(
    .enabled(if: Tool.mediainfo.isInstalled(for: "fragments are not compared with its reading")), arguments: cases)
  func `AW-60 mediainfo reports the same of the fragmented file`(run: Case) async throws {
    let paths = try await make(run)
    let (plain, fragmented) = (try MediaInfoReport.read(paths.plain), try MediaInfoReport.read(paths.fragmented))
    #expect(plain.facts == fragmented.facts)
  }

  @Test(.enabled(if: Tool.chromium.isInstalled(for: "fragments are not played by a browser")))
  func `AW-60 Chromium plays a fragmented file to its last picture`() async throws {
    let paths = try await make(Case(source: "h264-aac.mov", output: "out.mp4", type: .mp4))
    let playback = try Browser.play("fragmented-out.mp4", in: folder)
    #expect(playback.error == nil)
    let last = try #require(try LastPicture.read(paths.plain))
    #expect(playback.pictures == last.count)
    #expect(abs(playback.lastPicture - last.time.seconds) < 0.001)
  }
}
