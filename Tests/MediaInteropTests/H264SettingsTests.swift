import Foundation
import MediaInterop
import MediaSupport
import TestSupport
import Testing

@Suite struct H264SettingsTests {
  /// What ffprobe reads from a stream encoded with these settings.
  static func probe(_ settings: H264Encoder.Settings, frames: Bool = false) throws -> String {
    let (packets, encoder) = try H264EncoderTests.encode(settings, times: (0..<4).map { $0 * 20 })
    return try Tool.ffprobe.run(
      ["-v", "error", "-f", "h264", frames ? "-show_frames" : "-show_streams", "-of", "default=nw=1", "/dev/stdin"],
      input: H264EncoderTests.annexB(packets, encoder)
    ).text
  }

  @Test func `colour and shape are in the stream`() throws {
    var settings = H264EncoderTests.settings()
    settings.color = ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: true, chromaLocation: 2)
    settings.sampleAspectRatio = Rational(4, 3)
    let text = try Self.probe(settings)
    for line in [
      "color_primaries=bt2020", "color_transfer=smpte2084", "color_space=bt2020nc", "color_range=pc",
      "chroma_location=topleft", "sample_aspect_ratio=4:3",
    ] {
      #expect(text.contains(line), "\(line)")
    }
  }

  @Test func `what is cropped is not shown`() throws {
    var settings = H264EncoderTests.settings()
    settings.crop = .init(left: 2, top: 4, right: 6, bottom: 8)
    let text = try Self.probe(settings)
    #expect(text.contains("width=152") && text.contains("height=84"))
  }

  @Test(arguments: [
    (H264Options.Profile.baseline, "Constrained Baseline"), (.main, "Main"), (.high, "High"),
  ])
  func `profiles and levels are in the stream`(_ profile: H264Options.Profile, _ name: String) throws {
    var settings = H264EncoderTests.settings(preset: .medium)
    settings.options.profile = profile
    settings.options.level = 41
    let text = try Self.probe(settings)
    #expect(text.contains("profile=\(name)\n"))
    #expect(text.contains("level=41\n"))
  }

  @Test(arguments: [(FieldOrder.topFirst, "1"), (.bottomFirst, "0")])
  func `fields are coded in their order`(_ order: FieldOrder, _ isTopFirst: String) throws {
    var settings = H264EncoderTests.settings()
    settings.fieldOrder = order
    let text = try Self.probe(settings, frames: true)
    #expect(text.contains("interlaced_frame=1\n") && text.contains("top_field_first=\(isTopFirst)\n"))
  }

  /// The messages' own bytes: this libavcodec does not read them in H.264.
  @Test func `high dynamic range is in the stream`() throws {
    var settings = H264EncoderTests.settings()
    func color(_ x: Int32, _ y: Int32) -> MasteringDisplay.Chromaticity {
      .init(x: Rational(x, 50000), y: Rational(y, 50000))
    }
    settings.masteringDisplay = MasteringDisplay(
      primaries: .init(
        red: color(35400, 14600), green: color(8500, 39850), blue: color(6550, 2300), whitePoint: color(15635, 16450)),
      luminance: .init(minimum: Rational(5, 1000), maximum: Rational(1000, 1)))
    settings.contentLightLevel = ContentLightLevel(maximum: 1000, maximumAverage: 400)
    let (packets, _) = try H264EncoderTests.encode(settings, times: [0, 20])
    let messages = H264EncoderTests.units(packets[0]).filter { $0.type == 6 }.map(\.bytes)
    func bigEndian(_ values: [UInt32], _ bytes: Int) -> [UInt8] {
      values.flatMap { value in (0..<bytes).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * (bytes - 1 - $0))) } }
    }
    // D.1.29: green, blue, red and white, then the largest luminance.
    let chromaticities = bigEndian([8500, 39850, 6550, 2300, 35400, 14600, 15635, 16450], 2)
    let display = messages.first { $0.dropFirst().first == 137 }
    #expect(display?.dropFirst(3).starts(with: chromaticities) == true)
    #expect(display?.dropFirst(3 + 16).starts(with: bigEndian([10_000_000], 4)) == true)
    let light = messages.first { $0.dropFirst().first == 144 }
    #expect(light?.dropFirst(3).starts(with: bigEndian([1000, 400], 2)) == true)
  }

  @Test func `an average bit rate is nearly kept`() throws {
    var settings = H264EncoderTests.settings(width: 320, height: 240)
    settings.rateControl = .averageBitRate(400_000)
    settings.options.receiverBuffer = .init(maximumBitRate: 600_000, size: 600_000)
    let (packets, _) = try H264EncoderTests.encode(settings, times: (0..<120).map { Int64($0) * 20 })
    let bitRate = Double(packets.reduce(0) { $0 + $1.bytes.count }) * 8 / 4
    #expect(bitRate > 280_000 && bitRate < 520_000)
  }

  @Test func `lossless pictures are exact`() throws {
    var settings = H264EncoderTests.settings()
    settings.rateControl = .constantQuantizer(0)
    let (packets, encoder) = try H264EncoderTests.encode(settings, times: [0, 20, 40])
    let decoded = try H264EncoderTests.decode(packets, encoder, pixelFormat: "yuv420p")
    let sources = try (0..<3).flatMap {
      ComputedPictures.bytes(of: try ComputedPictures.picture(width: 160, height: 96, index: $0))
    }
    #expect(decoded == sources)
  }

  @Test func `what cannot be honoured is refused by name`() {
    let refusals: [(String, (inout H264Encoder.Settings) -> Void)] = [
      ("width", { $0.width = 161 }), ("height", { $0.height = 95 }),
      ("height", { ($0.height, $0.fieldOrder) = (98, .topFirst) }), ("width and height", { $0.width = 20000 }),
      ("crop", { $0.crop = .init(left: 1) }), ("crop", { $0.crop = .init(left: 80, right: 80) }),
      ("bitDepth", { $0.bitDepth = 9 }), ("constantQuality", { $0.rateControl = .constantQuality(crf: 52) }),
      ("constantQuality", { $0.rateControl = .constantQuality(crf: .nan) }),
      ("averageBitRate", { $0.rateControl = .averageBitRate(10) }),
      ("constantQuantizer", { $0.rateControl = .constantQuantizer(70) }),
      ("receiverBuffer", { $0.options.receiverBuffer = .init(maximumBitRate: 0, size: 0) }),
      ("profile", { ($0.options.profile, $0.chroma) = (.high, .yuv422) }),
      ("profile", { ($0.options.profile, $0.options.entropyCoding) = (.baseline, .cabac) }),
      ("profile", { ($0.options.profile, $0.rateControl) = (.high, .constantQuantizer(0)) }),
      ("level", { $0.options.level = 43 }), ("level", { ($0.options.level, $0.width, $0.height) = (10, 1920, 1080) }),
      ("expectedFrameRate", { $0.expectedFrameRate = Rational(0, 1) }),
      ("masteringDisplay", { $0.masteringDisplay = MasteringDisplay(primaries: nil, luminance: nil) }),
      ("maximumKeyFrameInterval", { $0.maximumKeyFrameInterval = 0 }),
      ("sampleAspectRatio", { $0.sampleAspectRatio = Rational(0, 1) }),
    ]
    for (name, change) in refusals {
      var settings = H264EncoderTests.settings()
      change(&settings)
      let error = #expect(throws: MediaError.self) { _ = try H264Encoder(settings) }
      #expect(error?.kind == .unsupportedSettings && error?.message.contains("setting \(name) ") == true, "\(name)")
    }
  }

  @Test func `pictures that are not the encoder's are refused`() throws {
    let encoder = try H264Encoder(H264EncoderTests.settings())
    let small = try ComputedPictures.picture(width: 80, height: 96, index: 0)
    let right = try ComputedPictures.picture(width: 160, height: 96, index: 0)
    let deep = try ComputedPictures.picture(.yuv420p10, width: 160, height: 96, index: 0)
    func kind(_ picture: Picture, _ pts: Int64) -> MediaError.Kind? {
      do {
        try encoder.encode(picture, pts: pts) { _ in }
        return nil
      } catch { return (error as? MediaError)?.kind }
    }
    #expect(kind(small, 0) == .invalidOperation)
    #expect(kind(deep, 0) == .invalidOperation)
    #expect(kind(right, 10) == nil)
    #expect(kind(right, 10) == .invalidOperation)
    try encoder.finish { _ in }
    #expect(kind(right, 20) == .invalidOperation)
  }
}
