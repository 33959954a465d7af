import Foundation
import TestSupport
import Testing

/// High dynamic range in codecs whose players do not show it.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no tones are mapped"))) struct ToneMappingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func transcode(_ source: String, _ output: String, _ options: [String]) throws -> LedgerDocument {
    try .transcoding(source, to: folder.path(output), ["--speed", "ultrafast", "--crf", "2"] + options)
  }

  private func colors(_ name: String) throws -> [String?] {
    let stream = try #require(try Probe.read(folder.path(name)).streams.first)
    return [stream.pix_fmt, stream.color_primaries, stream.color_transfer, stream.color_space]
  }

  /// ST 2084's constants.
  private static let (m1, m2, c1, c2, c3) = (0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875)

  private static func light(ofPQ value: Double) -> Double {
    let root = pow(value, 1 / m2)
    return pow(max(0, root - c1) / (c2 - c3 * root), 1 / m1) * 10_000
  }

  private static func signal(ofLight light: Double) -> Double {
    let power = pow(max(0, light) / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  /// A pixel of BT.2020, 0 to 1, as BT.709's, by ITU-R BT.2390 (5.4) and BT.2407 (2).
  private static func mapped(_ pixel: [Double], isHLG: Bool, peak: Double) -> [Double] {
    var light: [Double]
    if isHLG {
      let scene = pixel.map { $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - 0.55991073) / 0.17883277) + 0.28466892) / 12 }
      let luminance = 0.2627 * scene[0] + 0.6780 * scene[1] + 0.0593 * scene[2]
      light = scene.map { $0 * pow(luminance, 0.2) * 1000 }
    } else {
      light = pixel.map { Self.light(ofPQ: $0) }
    }
    let brightest = light.max() ?? 0
    let top = signal(ofLight: peak)
    let (value, most) = (signal(ofLight: min(brightest, peak)) / top, signal(ofLight: 203) / top)
    let knee = 1.5 * most - 0.5
    var shown = brightest
    if value > knee {
      let t = (value - knee) / (1 - knee)
      shown = Self.light(
        ofPQ: ((2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee)
          + (3 * t * t - 2 * t * t * t) * most) * top)
    }
    light = light.map { brightest > 0 ? $0 * shown / brightest / 203 : 0 }
    let matrix = [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]]
    var result = matrix.map { row in zip(row, light).reduce(0) { $0 + $1.0 * $1.1 } }
    let grey = min(max(0.2126 * result[0] + 0.7152 * result[1] + 0.0722 * result[2], 0), 1)
    let (low, high) = (result.min() ?? 0, result.max() ?? 0)
    var share = 1.0
    if low < 0 { share = min(share, grey / (grey - low)) }
    if high > 1 { share = min(share, (1 - grey) / (high - grey)) }
    result = result.map { min(max(grey + ($0 - grey) * share, 0), 1) }
    return result.map { pow($0, 1 / 2.4) }
  }

  /// Smooth pictures from black to the brightest light, in many colours.
  private func makeSource(isHLG: Bool, peak: Int) throws -> String {
    let name = folder.path("source.mp4")
    let light = isHLG ? "" : ":max-cll=\(peak),\(peak / 2)"
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i",
      "gradients=s=320x180:x0=0:y0=0:x1=319:y1=179:nb_colors=6:c0=black:c1=0xC03020:c2=0x808080:c3=0x20B040:c4=0x4060D0:c5=white",
      "-frames:v", "3", "-vf", "scale=out_color_matrix=bt2020:out_range=tv,format=yuv420p10", "-c:v", "libx265",
      "-tag:v", "hvc1", "-x265-params",
      "log-level=none:crf=1:colorprim=9:transfer=\(isHLG ? 18 : 16):colormatrix=9\(light)", name,
    ])
    return name
  }

  @Test(arguments: [(false, 1000), (false, 4000), (true, 1000)])
  func `H.264 of high dynamic range is BT.709, by the curve of BT.2390`(isHLG: Bool, peak: Int) throws {
    let source = try makeSource(isHLG: isHLG, peak: peak)
    let ledger = try transcode(source, "out.mp4", ["--video-codec", "h264"])
    #expect(try colors("out.mp4") == ["yuv420p", "bt709", "bt709", "bt709"])
    let told = ledger.changed.filter { $0.reason?.hasPrefix("tone-mapped") == true }.map(\.fact)
    #expect(told.contains("track.1.video.color.transfer") && told.contains("track.1.video.color.primaries"))
    let sideData = try Tool.ffprobe.run(["-v", "error", "-show_streams", "-show_frames", folder.path("out.mp4")]).text
    #expect(!sideData.contains("Mastering display") && !sideData.contains("Content light"))
    func pixels(_ path: String, _ matrix: String, _ format: String) throws -> [UInt8] {
      let scale =
        "scale=in_color_matrix=\(matrix):in_range=tv:flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp"
      return try Tool.ffmpeg.run([
        "-v", "error", "-i", path, "-vf", "\(scale),format=\(format)", "-frames:v", "1", "-f", "rawvideo", "-",
      ]).bytes
    }
    let before = try pixels(source, "bt2020", "rgb48le")
    let after = try pixels(folder.path("out.mp4"), "bt709", "rgb24")
    #expect(before.count == 2 * after.count)
    var sum = 0.0
    for place in stride(from: 0, to: after.count - 2, by: 3) {
      let pixel = (0..<3).map {
        Double(UInt16(before[2 * (place + $0)]) | UInt16(before[2 * (place + $0) + 1]) << 8) / 65535
      }
      let wanted = Self.mapped(pixel, isHLG: isHLG, peak: Double(peak))
      for component in 0..<3 { sum += pow(wanted[component] * 255 - Double(after[place + component]), 2) }
    }
    let quality = 10 * log10(255 * 255 * Double(after.count) / sum)
    #expect(quality >= 35, "\(quality) dB")
  }

  @Test(arguments: [
    (["--preset", "web-720p"], "mp4", true), (["--target-size", "200k"], "mp4", true),
    (["--video-codec", "mjpeg"], "mov", true), (["--video-codec", "hevc", "--profile", "main"], "mp4", true),
    (["--video-codec", "hevc", "--pixel-format", "yuv420p"], "mkv", true), ([], "mp4", false), ([], "webm", false),
    (["--preset", "webm"], "webm", true), (["--preset", "webm", "--tone-map", "off"], "webm", false),
    (["--video-codec", "hevc", "--tone-map", "on"], "mp4", true),
    (["--video-codec", "h264", "--tone-map", "off"], "mp4", false), (["--video-codec", "prores"], "mov", false),
    (["--video-codec", "h264", "--pixel-format", "yuv420p10"], "mp4", false), (["--preset", "archive"], "mkv", false),
  ])
  func `tones are mapped where nobody would see them`(options: [String], container: String, isMapped: Bool) throws {
    let name = "out." + container
    let ending = try Command(
      ["transcode", Files.fixture("hevc10-hdr10.mp4"), name] + options
        + (container == "webm" || options.contains("prores") || options.contains("archive")
          ? [] : ["--speed", "ultrafast"]),
      in: folder
    ).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try colors(name)[2] == (isMapped ? "bt709" : "smpte2084"))
    #expect(ending.errors.contains("tone-mapped") == isMapped, "\(ending.errors)")
    // Where nobody said what becomes of it, the way to browsers is named.
    #expect(ending.errors.contains("--preset web-1080p") == (name == "out.mp4" && options.isEmpty), "\(ending.errors)")
  }

  @Test func `what has no high dynamic range is left alone`() throws {
    for options in [[], ["--tone-map", "off"]] {
      _ = try transcode(Files.fixture("h264-aac-small.mp4"), "\(options.count).mp4", options)
    }
    #expect(FileManager.default.contentsEqual(atPath: folder.path("0.mp4"), andPath: folder.path("2.mp4")))
  }
}
