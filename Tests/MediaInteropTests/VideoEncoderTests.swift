import MediaInterop
import MediaSupport
import TestSupport
import Testing

@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no other program decodes what we encode")))
struct VideoEncoderTests {
  static let timeBase = TimeBase(1, 600)
  static let (width, height) = (160, 96)

  static func settings(_ codec: VideoEncoder.Codec, _ format: PixelFormat) -> VideoEncoder.Settings {
    var settings = VideoEncoder.Settings(
      codec: codec, width: width, height: height, format: format, timeBase: timeBase)
    settings.speed = "superfast"
    if codec == .jpeg { settings.color.isFullRange = true }
    return settings
  }

  static func encode(
    _ settings: VideoEncoder.Settings, count: Int, keyFrames: Set<Int> = []
  ) throws -> (packets: [Packet], encoder: VideoEncoder) {
    let encoder = try VideoEncoder(settings)
    var packets: [Packet] = []
    for index in 0..<count {
      let picture = try ComputedPictures.picture(settings.format, width: width, height: height, index: index)
      try encoder.encode(
        picture, pts: Int64(index) * 20, duration: 20, forceKeyFrame: keyFrames.contains(index)
      ) { packets.append($0) }
    }
    try encoder.finish { packets.append($0) }
    return (packets, encoder)
  }

  static let codecs: [(VideoEncoder.Codec, PixelFormat, raw: String, demuxer: String, bound: Double)] = [
    (.hevc, .yuv420p, "yuv420p", "hevc", 30), (.hevc, .yuv420p10, "yuv420p10le", "hevc", 30),
    (.hevc, .yuv422p10, "yuv422p10le", "hevc", 30), (.jpeg, .yuv420p, "yuvj420p", "mjpeg", 30),
    (.jpeg, .yuv422p, "yuvj422p", "mjpeg", 30),
  ]

  @Test(arguments: codecs)
  func picturesComeBackNearlyAsTheyWere(
    codec: VideoEncoder.Codec, format: PixelFormat, raw: String, demuxer: String, bound: Double
  ) throws {
    var settings = Self.settings(codec, format)
    if codec == .jpeg { settings.rateControl = .constantQuality(3) }
    let (packets, encoder) = try Self.encode(settings, count: 30)
    #expect(packets.count == 30)
    let stream = encoder.parameters.extradata + packets.flatMap { [UInt8]($0.bytes) }
    let decoded = try Tool.ffmpeg.run(
      ["-v", "error", "-f", demuxer, "-i", "/dev/stdin", "-f", "rawvideo", "-pix_fmt", raw, "pipe:1"],
      input: codec == .jpeg ? packets.flatMap { [UInt8]($0.bytes) } : stream
    ).bytes
    let first = try ComputedPictures.bytes(
      of: ComputedPictures.picture(format, width: Self.width, height: Self.height, index: 0))
    try #require(decoded.count == 30 * first.count)
    for index in 0..<30 {
      let source = try ComputedPictures.bytes(
        of: ComputedPictures.picture(format, width: Self.width, height: Self.height, index: index))
      let picture = decoded[(index * source.count)...].prefix(source.count)
      // Of two bytes a sample the upper one says how near it is.
      let quality =
        raw.hasSuffix("10le")
        ? psnr(Self.samples(source), Self.samples(picture)) : psnr(source, picture)
      #expect(quality > bound, "picture \(index)")
    }
  }

  /// The upper eight of ten bits.
  private static func samples(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    return stride(from: 0, to: bytes.count - 1, by: 2).map { bytes[$0] >> 2 | bytes[$0 + 1] << 6 }
  }

  @Test func `times grow, and each picture keeps its own`() throws {
    let (packets, _) = try Self.encode(Self.settings(.hevc, .yuv420p), count: 40)
    #expect(Set(packets.compactMap(\.pts)) == Set((0..<40).map { Int64($0) * 20 }))
    let decodeTimes = packets.compactMap(\.dts)
    #expect(decodeTimes.count == 40)
    #expect(zip(decodeTimes, decodeTimes.dropFirst()).allSatisfy { $0 < $1 })
    #expect(packets.allSatisfy { $0.dts! <= $0.pts! && $0.duration == 20 })
    // B pictures are decoded after what they refer to.
    #expect(packets.compactMap(\.pts) != packets.compactMap(\.pts).sorted())
    var plain = Self.settings(.hevc, .yuv420p)
    plain.reordersFrames = false
    #expect(try Self.encode(plain, count: 20).packets.allSatisfy { $0.dts == $0.pts })
  }

  @Test func `a picture is a key frame where that is asked`() throws {
    let (packets, _) = try Self.encode(Self.settings(.hevc, .yuv420p), count: 30, keyFrames: [13])
    #expect(packets.filter(\.isKeyFrame).compactMap(\.pts) == [0, 260])
    #expect(try Self.encode(Self.settings(.jpeg, .yuv420p), count: 3).packets.allSatisfy(\.isKeyFrame))
  }

  @Test func `the same pictures give the same bytes`() throws {
    let streams = try (0..<3).map { _ in
      try Self.encode(Self.settings(.hevc, .yuv420p10), count: 25).packets.map { [UInt8]($0.bytes) }
    }
    #expect(Set(streams).count == 1)
  }

  @Test(arguments: VideoEncoder.ProResProfile.allCases)
  func `every profile of ProRes has its rate`(profile: VideoEncoder.ProResProfile) throws {
    let format = VideoEncoder.Codec.proRes(profile).pixelFormats[0]
    let (packets, _) = try Self.encode(Self.settings(.proRes(profile), format), count: 3)
    #expect(packets.count == 3)
    // SMPTE RDD 36, 5.1: a frame's size, then its identifier.
    for packet in packets { #expect([UInt8](packet.bytes[4..<8]) == Array("icpf".utf8)) }
    #expect(packets.allSatisfy { $0.isKeyFrame && $0.pts == $0.dts })
  }

  @Test func `what the codec cannot take is refused`() throws {
    #expect(throws: MediaError.self) { try VideoEncoder(Self.settings(.proRes(.standard), .yuv420p)) }
    #expect(throws: MediaError.self) { try VideoEncoder(Self.settings(.hevc, .bgra)) }
    let encoder = try VideoEncoder(Self.settings(.hevc, .yuv420p))
    let picture = try ComputedPictures.picture(.yuv420p, width: 64, height: 64, index: 0)
    #expect(throws: MediaError.self) { try encoder.encode(picture, pts: 0) { _ in } }
    try encoder.finish { _ in Issue.record("a stream without pictures has no packets") }
  }
}
