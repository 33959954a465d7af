import AVFoundation
import TestSupport
import Testing

/// Files of export sessions, as other programs read them.
@Suite(
  .enabled(if: Tool.ffprobe.isInstalled(for: "exported files are not read by ffprobe")),
  .enabled(if: Tool.mediainfo.isInstalled(for: "exported files are not read by mediainfo")))
struct ExportTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func export(
    _ file: String, _ preset: String, _ type: AVFileType, _ configure: (AVAssetExportSession) -> Void = { _ in }
  ) async throws -> URL {
    let asset = AVURLAsset(url: URL(fileURLWithPath: Files.fixture(file)))
    let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
    configure(session)
    let url = folder.file("out.\(type.fileExtensions[0])")
    try? FileManager.default.removeItem(at: url)
    try await session.export(to: url, as: type)
    return url
  }

  struct Form: Sendable, CustomTestStringConvertible {
    var preset: String
    var type: AVFileType
    var codecs: [String]
    var size: [Int]
    var source = "h264-aac.mov"
    var testDescription: String { "\(preset) \(type.fileExtensions[0]) of \(source)" }
  }

  static let forms = [
    Form(preset: AVAssetExportPresetLowQuality, type: .mp4, codecs: ["h264", "aac"], size: [224, 126]),
    Form(preset: AVAssetExportPreset640x480, type: .mov, codecs: ["h264", "aac"], size: [480, 270]),
    Form(preset: AVAssetExportPresetAppleM4VCellular, type: .m4v, codecs: ["h264", "aac"], size: [176, 100]),
    Form(preset: AVAssetExportPresetHighestQuality, type: .mp4, codecs: ["h264", "aac"], size: [480, 270]),
    Form(preset: AVAssetExportPresetHEVC1920x1080, type: .mp4, codecs: ["hevc", "aac"], size: [480, 270]),
    Form(preset: AVAssetExportPresetAppleM4A, type: .m4a, codecs: ["aac"], size: []),
    Form(
      preset: AVAssetExportPresetAppleProRes422LPCM, type: .mov, codecs: ["prores", "pcm_s24le"], size: [160, 90],
      source: "prores-pcm24.mov"),
    Form(
      preset: AVAssetExportPresetAppleProRes4444LPCM, type: .mov, codecs: ["prores", "pcm_s16le"], size: [480, 270]),
    Form(
      preset: AVAssetExportPresetMediumQuality, type: .mov, codecs: ["aac"], size: [], source: "speech.wav"),
  ]

  @Test(arguments: forms)
  func `EX-02, EX-03, EX-04, EX-05, EX-07, EX-08: each preset's codecs and size`(form: Form) async throws {
    let url = try await export(form.source, form.preset, form.type)
    let probe = try Probe.read(url.path)
    #expect(probe.tracks.map(\.codec_name) == form.codecs)
    #expect(probe.tracks.compactMap(\.width) + probe.tracks.compactMap(\.height) == form.size)
    let source = try Probe.read(Files.fixture(form.source))
    // Pictures keep their times, and the sound its length.
    #expect(probe.times("v:0").count == (form.size.isEmpty ? 0 : source.times("v:0").count))
    for (one, other) in zip(probe.times("v:0"), source.times("v:0")) { #expect(abs(one - other) < 0.002) }
    let report = try MediaReport.mediainfo(url)
    let kinds = report.compactMap { $0["@type"] }
    #expect(kinds == ["General"] + (form.size.isEmpty ? [] : ["Video"]) + ["Audio"])
    // What it shows is what the source shows, to the eye.
    if !form.size.isEmpty {
      let graph = "[1:v]scale=\(form.size[0]):\(form.size[1]):flags=bicubic[s];[0:v][s]ssim"
      let text = try Tool.ffmpeg.run([
        "-v", "info", "-i", url.path, "-i", Files.fixture(form.source), "-lavfi", graph, "-f", "null", "-",
      ]).errors
      let value = text.components(separatedBy: "All:").last.flatMap { Double($0.prefix(8)) } ?? 0
      #expect(value > 0.9, "\(form.preset): SSIM \(value)")
    }
  }

  @Test func `EX-45: a clip that was held upright stays upright`() async throws {
    for (preset, type) in [(AVAssetExportPresetLowQuality, .mp4), (AVAssetExportPresetPassthrough, .mov)]
      as [(String, AVFileType)]
    {
      let probe = try Probe.read(try await export("h264-rotated.mov", preset, type).path)
      let source = try Probe.read(Files.fixture("h264-rotated.mov"))
      let rotation = probe.tracks.first?.side_data_list?.compactMap(\.rotation).first
      #expect(rotation == source.tracks.first?.side_data_list?.compactMap(\.rotation).first && rotation != nil)
    }
  }

  @Test func `EX-09: high dynamic range becomes standard in H.264, and stays in HEVC`() async throws {
    let standard = try Probe.read(try await export("hevc10-hdr10.mp4", AVAssetExportPreset1280x720, .mp4).path)
    #expect(standard.tracks.first?.color_transfer == "bt709" && standard.tracks.first?.pix_fmt == "yuv420p")
    let high = try Probe.read(try await export("hevc10-hdr10.mp4", AVAssetExportPresetHEVC1920x1080, .mp4).path)
    #expect(high.tracks.first?.color_transfer == "smpte2084" && high.tracks.first?.pix_fmt == "yuv420p10le")
  }

  @Test(arguments: [
    ("h264-aac.mov", AVFileType.mov), ("h264-aac.mov", .mp4), ("h264-aac.mov", .mkv), ("h264-vfr.mov", .mp4),
    ("hevc10-hlg.mp4", .mov), ("h264-rotated.mov", .mov), ("speech.m4a", .m4a), ("speech.mp3", .mp3),
    ("vp9-opus.webm", .webm), ("pcm24-stereo.wav", .wav),
  ])
  func `EX-06: what passes through keeps every sample's bytes`(file: String, type: AVFileType) async throws {
    let url = try await export(file, AVAssetExportPresetPassthrough, type)
    let (before, after) = (
      try Probe.read(Files.fixture(file), appliesEdits: false), try Probe.read(url.path, appliesEdits: false)
    )
    #expect(before.tracks.map(\.codec_name) == after.tracks.map(\.codec_name))
    for (one, other) in zip(before.tracks, after.tracks) {
      #expect(before.packets(of: one).map(\.data_hash) == after.packets(of: other).map(\.data_hash))
    }
  }

  @Test func `EX-06: what cannot pass through is encoded for the file's type`() async throws {
    let probe = try Probe.read(try await export("h264-aac.mov", AVAssetExportPresetPassthrough, .webm).path)
    #expect(probe.tracks.map(\.codec_name) == ["vp9", "opus"])
    let sound = try Probe.read(try await export("speech.wav", AVAssetExportPresetPassthrough, .mp3).path)
    #expect(sound.tracks.map(\.codec_name) == ["mp3"])
  }

  @Test func `EX-05, EX-35: a part of sound is as long as it was asked for`() async throws {
    let url = try await export("speech.wav", AVAssetExportPresetAppleM4A, .m4a) { session in
      session.timeRange = CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 1))
    }
    let samples = try Tool.ffmpeg.run(["-v", "error", "-i", url.path, "-f", "s16le", "-ac", "1", "-"]).bytes.count / 2
    // ffmpeg 5 leaves the padding of the last packet in.
    #expect((44_100..<44_100 + 1024).contains(samples), "\(samples)")
  }

  @Test func `EX-35: a part that passes through shows the pictures of that part`() async throws {
    let url = try await export("h264-aac.mov", AVAssetExportPresetPassthrough, .mov) { session in
      session.timeRange = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 2, timescale: 1))
    }
    let format = try MediaReport.mediainfo(url).first?["Duration"].flatMap(Double.init) ?? 0
    #expect(abs(format - 2) < 0.05)
    let source = Set(try Probe.read(Files.fixture("h264-aac.mov")).hashes("v:0"))
    let part = try Probe.read(url.path, appliesEdits: false).hashes("v:0")
    #expect(!part.isEmpty && Set(part).isSubset(of: source) && part.count < source.count)
  }

  /// A text and a chapter go on across the start of the part, and a chapter across its end.
  @Test(
    arguments: [AVAssetExportPresetPassthrough, AVAssetExportPreset640x480], [AVFileType.mp4, .mov])
  func `EX-35: texts and chapters are cut to the part`(preset: String, type: AVFileType) async throws {
    let url = try await export("h264-two-audio.mp4", preset, type) { session in
      session.timeRange = CMTimeRange(
        start: CMTime(value: 71, timescale: 100), duration: CMTime(value: 123, timescale: 100))
    }
    let chapters = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "chapter=start_time,end_time", "-of", "csv=p=0", url.path,
    ]).text.split(whereSeparator: { ",\n".contains($0) }).compactMap { Double($0) }
    try #require(chapters.count == 4)
    for (found, wanted) in zip(chapters, [0, 0.29, 0.29, 1.23]) { #expect(abs(found - wanted) < 0.003, "\(chapters)") }
    let texts = try Probe.read(url.path).times("s:0")
    try #require(texts.count >= 3)
    for (found, wanted) in zip(texts, [0, 0.19, 0.29]) { #expect(abs(found - wanted) < 0.003, "\(texts)") }
  }

  @Test func `EX-12: a movie for the network has its tables before its media`() async throws {
    for isOptimized in [false, true] {
      let url = try await export("h264-aac.mov", AVAssetExportPresetPassthrough, .mp4) {
        $0.shouldOptimizeForNetworkUse = isOptimized
      }
      let report = try MediaReport.mediainfo(url).first
      #expect(report?["IsStreamable"] == (isOptimized ? "Yes" : "No"))
    }
  }

  @Test func `EX-42: subtitles, chapters and languages come along`() async throws {
    let url = try await export("h264-two-audio.mp4", AVAssetExportPreset640x480, .mp4)
    let (source, made) = (try Probe.read(Files.fixture("h264-two-audio.mp4")), try Probe.read(url.path))
    #expect(made.streams.filter { $0.codec_type == "subtitle" }.count == 1)
    #expect(made.tracks.map { $0.tags?["language"] } == source.tracks.prefix(2).map { $0.tags?["language"] })
    #expect(try chapters(url.path) == chapters(Files.fixture("h264-two-audio.mp4")))
  }

  @Test func `EX-42: a movie's chapters are a list in Matroska, and no subtitles`() async throws {
    let url = try await export("h264-two-audio.mp4", AVAssetExportPresetPassthrough, .mkv)
    let (source, made) = (try Probe.read(Files.fixture("h264-two-audio.mp4")), try Probe.read(url.path))
    #expect(made.streams.map(\.codec_type) == source.streams.map(\.codec_type).filter { $0 != "data" })
    #expect(try chapters(url.path) == chapters(Files.fixture("h264-two-audio.mp4")))
    #expect(try chapters(url.path).count == 2)
  }

  /// The titles of chapters.
  private func chapters(_ path: String) throws -> [String] {
    try Tool.ffprobe.run(["-v", "error", "-show_chapters", "-of", "csv=p=0:nk=1", path]).text
      .split(separator: "\n").map { $0.split(separator: ",").suffix(1).joined() }
  }
}
