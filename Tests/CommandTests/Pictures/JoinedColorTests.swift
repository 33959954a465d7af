import Foundation
import TestSupport
import Testing

/// Inputs of a join whose colours differ: a track has the colours of the first one.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no colours are joined"))) struct JoinedColorTests {
  /// The colours of a clip.
  enum Colors: Sendable {
    case bt601, bt709, pq, hlg

    var isHighRange: Bool { self == .pq || self == .hlg }

    /// H.273's numbers of primaries, transfer function and matrix.
    var numbers: (primaries: Int, transfer: Int, matrix: Int) {
      switch self {
      case .bt601: (6, 6, 6)
      case .bt709: (1, 1, 1)
      case .pq: (9, 16, 9)
      case .hlg: (9, 18, 9)
      }
    }

    /// The shares of red and blue in luma.
    var luma: (red: Double, blue: Double) {
      switch self {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .pq, .hlg: (0.2627, 0.0593)
      }
    }

    /// The matrix, row by row, from BT.709's red, green and blue to these.
    var fromBT709: [[Double]] {
      switch self {
      case .bt601: [[1.0654, -0.0554, -0.0100], [-0.0196, 1.0364, -0.0167], [0.0016, 0.0044, 0.9940]]
      case .bt709: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
      case .pq, .hlg: [[0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956]]
      }
    }

    /// The matrix from these to BT.709's.
    var toBT709: [[Double]] {
      switch self {
      case .bt601: [[0.9395, 0.0502, 0.0103], [0.0178, 0.9658, 0.0164], [-0.0016, -0.0044, 1.0060]]
      case .bt709: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
      case .pq, .hlg: [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]]
      }
    }

    /// ST 2084's constants.
    private static let (m1, m2, c1, c2, c3) = (0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875)
    /// HLG's constants.
    private static let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)

    /// Returns the light in cd/m² that a screen shows for signals of 0 to 1: ITU-R BT.1886 with a white of 203 cd/m² (BT.2408), ST
    /// 2084, and BT.2100's HLG on a screen of 1000 cd/m².
    func light(of signals: [Double]) -> [Double] {
      switch self {
      case .bt601, .bt709: return signals.map { pow(max(0, $0), 2.4) * 203 }
      case .pq:
        return signals.map {
          let root = pow($0, 1 / Self.m2)
          return pow(max(0, root - Self.c1) / (Self.c2 - Self.c3 * root), 1 / Self.m1) * 10_000
        }
      case .hlg:
        let scene = signals.map { $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - Self.c) / Self.a) + Self.b) / 12 }
        let luminance = 0.2627 * scene[0] + 0.6780 * scene[1] + 0.0593 * scene[2]
        return scene.map { $0 * pow(luminance, 0.2) * 1000 }
      }
    }

    func signals(ofLight light: [Double]) -> [Double] {
      switch self {
      case .bt601, .bt709: return light.map { pow(max(0, $0 / 203), 1 / 2.4) }
      case .pq:
        return light.map {
          let power = pow(max(0, $0) / 10_000, Self.m1)
          return pow((Self.c1 + Self.c2 * power) / (1 + Self.c3 * power), Self.m2)
        }
      case .hlg:
        let luminance = (0.2627 * light[0] + 0.6780 * light[1] + 0.0593 * light[2]) / 1000
        return light.map {
          let scene = luminance > 0 ? max(0, $0 / 1000) * pow(luminance, 1 / 1.2 - 1) : 0
          return scene <= 1.0 / 12 ? sqrt(3 * scene) : Self.a * log(12 * scene - Self.b) + Self.c
        }
      }
    }

    /// Returns red, green and blue, 0 to 1, of Y, Cb and Cr of 10 bits.
    func signals(of samples: [Double]) -> [Double] {
      let (y, cb, cr) = ((samples[0] - 64) / 876, (samples[1] - 512) / 896, (samples[2] - 512) / 896)
      let (red, blue) = (y + 2 * (1 - luma.red) * cr, y + 2 * (1 - luma.blue) * cb)
      return [red, (y - luma.red * red - luma.blue * blue) / (1 - luma.red - luma.blue), blue]
    }

    func samples(of signals: [Double]) -> [Double] {
      let y = luma.red * signals[0] + (1 - luma.red - luma.blue) * signals[1] + luma.blue * signals[2]
      return [
        64 + 876 * y, 512 + 896 * (signals[2] - y) / (2 * (1 - luma.blue)),
        512 + 896 * (signals[0] - y) / (2 * (1 - luma.red)),
      ]
    }

    /// Returns samples of these colours as samples of others.
    func converted(_ samples: [Double], to others: Colors) -> [Double] {
      func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
        matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
      }
      var light = light(of: signals(of: samples))
      if fromBT709 != others.fromBT709 { light = product(others.fromBT709, product(toBT709, light)) }
      return others.samples(of: others.signals(ofLight: light))
    }
  }

  private static let patches = ["white", "0x808080", "0xA07050", "0x5070A0"]
  private static let side = 64

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a second of patches, whose encoded samples are those of the same colours in the clip's own matrix.
  private func makeClip(_ name: String, _ colors: Colors) throws {
    let inputs = Self.patches.flatMap {
      ["-f", "lavfi", "-i", "color=\($0):s=\(Self.side)x\(Self.side):r=25:d=1"]
    }
    let numbers = colors.numbers
    let tags = "colorprim=\(numbers.primaries):transfer=\(numbers.transfer):colormatrix=\(numbers.matrix)"
    let matrix = colors == .bt601 ? "bt601" : colors == .bt709 ? "bt709" : "bt2020"
    let names = [1: "bt709", 6: "smpte170m", 9: "bt2020"]
    let coding =
      colors.isHighRange
      ? ["-c:v", "libx265", "-x265-params", "log-level=none:crf=4:" + tags, "-tag:v", "hvc1"]
      : [
        "-c:v", "libx264", "-crf", "4", "-color_primaries", names[numbers.primaries]!, "-color_trc",
        names[numbers.transfer]!, "-colorspace", names[numbers.matrix]!,
      ]
    let format = colors.isHighRange ? "yuv420p10" : "yuv420p"
    try Tool.ffmpeg.run(
      ["-v", "error"] + inputs + [
        "-filter_complex",
        // From version 7 on, ffmpeg's encoders have the names of the filters.
        "hstack=inputs=\(Self.patches.count),scale=out_color_matrix=\(matrix):out_range=tv,format=\(format)"
          + ",setparams=color_primaries=\(numbers.primaries):color_trc=\(numbers.transfer):colorspace=\(numbers.matrix)",
      ] + coding + [folder.path(name)])
  }

  /// Returns the samples in the middle of each patch, of 10 bits, of the last picture before a time.
  private func samples(_ name: String, at seconds: Double) throws -> [[Double]] {
    let bytes = try Tool.ffmpeg.run([
      "-v", "error", "-ss", "\(seconds)", "-i", folder.path(name), "-frames:v", "1", "-vf", "format=yuv420p10le", "-f",
      "rawvideo", "-",
    ]).bytes
    let width = Self.side * Self.patches.count
    func sample(_ place: Int) -> Double { Double(UInt16(bytes[2 * place]) | UInt16(bytes[2 * place + 1]) << 8) }
    let half = Self.side / 2
    return Self.patches.indices.map { patch in
      let chroma = half / 2 * width / 2 + patch * half + half / 2
      let size = width * Self.side
      return [
        sample(half * width + patch * Self.side + half), sample(size + chroma), sample(size + size / 4 + chroma),
      ]
    }
  }

  @Test(
    arguments: [
      (Colors.bt709, Colors.bt601), (.bt601, .bt709), (.pq, .bt709), (.hlg, .bt709), (.pq, .hlg), (.hlg, .bt601),
    ], ["mp4", "mkv"])
  func `inputs of other colours are shown in those of the first one`(
    _ colors: (first: Colors, second: Colors), _ container: String
  ) throws {
    try makeClip("1.mp4", colors.first)
    try makeClip("2.mp4", colors.second)
    let name = "joined." + container
    let ending = try Command(["join", "1.mp4", "2.mp4", "-o", name], in: folder).ending()
    #expect(ending.exit == 0, "\(ending)")
    #expect(ending.errors.contains("converted: input.2.track.1"), "\(ending.errors)")
    // Flat patches are coded almost as they are: five of 10 bits are hardly more than one of 8.
    func expect(_ found: [[Double]], _ wanted: [[Double]]) {
      for (found, wanted) in zip(found, wanted) {
        #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= 5 }, "\(found) instead of \(wanted)")
      }
    }
    expect(try samples(name, at: 0.5), try samples("1.mp4", at: 0.5))
    expect(
      try samples(name, at: 1.5),
      try samples("2.mp4", at: 0.5).map { colors.second.converted($0, to: colors.first) })
  }

  @Test(arguments: ["mp4", "mkv"]) func `pictures of high dynamic range behind others are mapped as by a transcode`(
    container: String
  ) throws {
    try makeClip("1.mp4", .bt709)
    try makeClip("2.mp4", .pq)
    let name = "joined." + container
    try Tool.avwrite.run(["join", folder.path("1.mp4"), folder.path("2.mp4"), "-o", folder.path(name)])
    try Tool.avwrite.run([
      "transcode", folder.path("2.mp4"), folder.path("mapped.mp4"), "--video-codec", "h264", "--crf", "4",
    ])
    for (found, wanted) in zip(try samples(name, at: 1.5), try samples("mapped.mp4", at: 0.5)) {
      #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= 5 }, "\(found) instead of \(wanted)")
    }
  }
}
