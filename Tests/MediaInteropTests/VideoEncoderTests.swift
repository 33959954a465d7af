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
    settings.speed = .superfast
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
    (.jpeg, .yuv422p, "yuvj422p", "mjpeg", 30), (.av1, .yuv420p, "yuv420p", "ivf", 30),
    (.av1, .yuv420p10, "yuv420p10le", "ivf", 30), (.vp9, .yuv420p, "yuv420p", "ivf", 30),
    (.vp9, .yuv420p10, "yuv420p10le", "ivf", 30), (.vp9, .yuv444p, "yuv444p", "ivf", 30),
  ]

  /// x265 wrote behind a row of its look-ahead: the heap broke in about two runs of five.
  @Test func `narrow pictures of HEVC leave the memory beside them alone`() async {
    await #expect(processExitsWith: .success) {
      for width in [16, 32, 48, 50, 64] + [16, 32, 48] {
        let encoder = try VideoEncoder(
          VideoEncoder.Settings(codec: .hevc, width: width, height: 64, format: .yuv420p, timeBase: Self.timeBase))
        for index in 0..<24 {
          let picture = try ComputedPictures.picture(.yuv420p, width: width, height: 64, index: index)
          try encoder.encode(picture, pts: Int64(index) * 20, duration: 20) { _ in }
        }
        try encoder.finish { _ in }
      }
    }
  }

  /// What `demuxer` reads.
  private static func stream(_ packets: [Packet], _ encoder: VideoEncoder, for demuxer: String) -> [UInt8] {
    switch demuxer {
    case "ivf":
      IVF.file(packets, fourCC: encoder.settings.codec == .av1 ? "AV01" : "VP90", width: width, height: height)
    case "mjpeg": packets.flatMap { [UInt8]($0.bytes) }
    default: encoder.parameters.extradata + packets.flatMap { [UInt8]($0.bytes) }
    }
  }

  @Test(arguments: codecs)
  func `pictures come back nearly as they were`(
    codec: VideoEncoder.Codec, format: PixelFormat, raw: String, demuxer: String, bound: Double
  ) throws {
    var settings = Self.settings(codec, format)
    if codec == .jpeg { settings.rateControl = .constantQuality(3) }
    let (packets, encoder) = try Self.encode(settings, count: 30)
    #expect(packets.count == 30)
    let decoded = try Tool.ffmpeg.run(
      ["-v", "error", "-f", demuxer, "-i", "/dev/stdin", "-f", "rawvideo", "-pix_fmt", raw, "pipe:1"],
      input: Self.stream(packets, encoder, for: demuxer)
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

  @Test(arguments: 1...5) func `a short stream has times as well`(count: Int) throws {
    let packets = try Self.encode(Self.settings(.hevc, .yuv420p), count: count).packets
    #expect(Set(packets.compactMap(\.pts)) == Set((0..<count).map { Int64($0) * 20 }))
    let decodeTimes = packets.compactMap(\.dts)
    #expect(zip(decodeTimes, decodeTimes.dropFirst()).allSatisfy { $0 < $1 })
    #expect(packets.allSatisfy { $0.dts! <= $0.pts! && $0.dts! >= -60 })
  }

  @Test(arguments: [VideoEncoder.Codec.av1, .vp9])
  func `packets of hidden pictures are in the order of presentation`(codec: VideoEncoder.Codec) throws {
    let (packets, _) = try Self.encode(Self.settings(codec, .yuv420p), count: 40)
    #expect(packets.compactMap(\.pts) == (0..<40).map { Int64($0) * 20 })
    #expect(packets.allSatisfy { $0.dts == $0.pts && $0.duration == 20 })
  }

  @Test(arguments: [VideoEncoder.Codec.hevc, .av1, .vp9], [false, true])
  func `a picture is a key frame where that is asked`(codec: VideoEncoder.Codec, isLowDelay: Bool) throws {
    var settings = Self.settings(codec, .yuv420p)
    settings.isLowDelay = isLowDelay
    let (packets, _) = try Self.encode(settings, count: 30, keyFrames: [13])
    #expect(packets.filter(\.isKeyFrame).compactMap(\.pts) == [0, 260])
    #expect(packets.count == 30)
    // At a bit rate, too, which AV1's encoder refuses.
    settings.rateControl = .averageBitRate(200_000)
    let rated = try Self.encode(settings, count: 30, keyFrames: [13]).packets
    #expect(rated.filter(\.isKeyFrame).compactMap(\.pts) == [0, 260])
    #expect(rated.count == 30)
  }

  @Test(arguments: [VideoEncoder.Codec.hevc, .av1, .vp9])
  func `key frames are no farther from each other than the limit`(codec: VideoEncoder.Codec) throws {
    var settings = Self.settings(codec, .yuv420p)
    settings.keyFrameLimit = .pictures(10)
    let places = try Self.encode(settings, count: 45).packets.filter(\.isKeyFrame).compactMap(\.pts)
    #expect(zip(places, places.dropFirst() + [45 * 20]).allSatisfy { $1 - $0 <= 10 * 20 }, "\(places)")
    settings.keyFrameLimit = .pictures(1)
    #expect(try Self.encode(settings, count: 5).packets.allSatisfy(\.isKeyFrame))
  }

  @Test func `every picture of a codec for editing is a key frame`() throws {
    #expect(try Self.encode(Self.settings(.jpeg, .yuv420p), count: 3).packets.allSatisfy(\.isKeyFrame))
    #expect(try Self.encode(Self.settings(.ffv1, .yuv420p), count: 3).packets.allSatisfy(\.isKeyFrame))
  }

  @Test(
    arguments: [VideoEncoder.Codec.hevc, .av1, .vp9, .ffv1], [nil, VideoEncoder.RateControl.averageBitRate(300_000)])
  func `the same pictures give the same bytes`(
    codec: VideoEncoder.Codec, rateControl: VideoEncoder.RateControl?
  ) throws {
    if codec == .ffv1, rateControl != nil { return }
    var settings = Self.settings(codec, .yuv420p10)
    settings.rateControl = rateControl
    let streams = try (0..<3).map { _ in try Self.encode(settings, count: 25).packets.map { [UInt8]($0.bytes) } }
    #expect(Set(streams).count == 1)
  }

  @Test func `a greater scale of JPEG's quantiser makes smaller pictures`() throws {
    let sizes = try [2.0, 3, 10, 31].map { scale in
      var settings = Self.settings(.jpeg, .yuv420p)
      settings.rateControl = .constantQuality(scale)
      return try Self.encode(settings, count: 3).packets.reduce(0) { $0 + $1.bytes.count }
    }
    #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 > $1 }, "\(sizes)")
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
    #expect(throws: MediaError.self) { try VideoEncoder(Self.settings(.av1, .yuv444p)) }
    for (codec, least) in [(VideoEncoder.Codec.hevc, 16), (.av1, 64), (.ffv1, 4), (.vp9, 1), (.proRes(.standard), 1)] {
      var settings = Self.settings(codec, codec.pixelFormats[0])
      (settings.width, settings.height) = (least, least)
      if codec == .ffv1 { settings.format = .yuv420p }
      _ = try VideoEncoder(settings)
      settings.width -= 1
      #expect(throws: MediaError.self) { try VideoEncoder(settings) }
    }
    let qualities: [(VideoEncoder.Codec, Double)] = [
      (.hevc, 51.5), (.av1, 0), (.av1, 64), (.av1, 30.5), (.vp9, 64), (.jpeg, 1), (.proRes(.standard), 3), (.ffv1, 3),
    ]
    for (codec, quality) in qualities {
      var settings = Self.settings(codec, codec.pixelFormats[0])
      settings.rateControl = .constantQuality(quality)
      #expect(throws: MediaError.self, "\(codec) \(quality)") { try settings.validate() }
    }
    let encoder = try VideoEncoder(Self.settings(.hevc, .yuv420p))
    let picture = try ComputedPictures.picture(.yuv420p, width: 64, height: 64, index: 0)
    #expect(throws: MediaError.self) { try encoder.encode(picture, pts: 0) { _ in } }
    try encoder.finish { _ in Issue.record("a stream without pictures has no packets") }
  }
}
