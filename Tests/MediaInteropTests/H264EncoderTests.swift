import MediaInterop
import MediaSupport
import TestSupport
import Testing

@Suite struct H264EncoderTests {
  static let timeBase = TimeBase(1, 600)

  /// A stream of computed pictures at the given times.
  static func encode(
    _ settings: H264Encoder.Settings, times: [Int64], format: PixelFormat = .yuv420p,
    keyFrames: Set<Int64> = []
  ) throws -> (packets: [Packet], encoder: H264Encoder) {
    let encoder = try H264Encoder(settings)
    var packets: [Packet] = []
    for (index, pts) in times.enumerated() {
      let picture = try ComputedPictures.picture(
        format, width: settings.width, height: settings.height, index: index)
      try encoder.encode(picture, pts: pts, duration: 20, forceKeyFrame: keyFrames.contains(pts)) {
        packets.append($0)
      }
    }
    try encoder.finish { packets.append($0) }
    return (packets, encoder)
  }

  static func settings(width: Int = 160, height: Int = 96, preset: EncoderSpeed = .veryfast)
    -> H264Encoder.Settings
  {
    var settings = H264Encoder.Settings(width: width, height: height, timeBase: timeBase)
    settings.preset = preset
    settings.expectedFrameRate = Rational(30, 1)
    return settings
  }

  /// The NAL units of a packet: types and bytes.
  static func units(_ packet: Packet) -> [(type: UInt8, bytes: [UInt8])] {
    var units: [(UInt8, [UInt8])] = []
    var rest = packet.bytes[...]
    while rest.count >= 4 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let unit = [UInt8](rest.dropFirst(4).prefix(length))
      units.append((unit[0] & 31, unit))
      rest = rest.dropFirst(4 + length)
    }
    return units
  }

  /// The stream with start codes and its headers in front.
  static func annexB(_ packets: [Packet], _ encoder: H264Encoder) -> [UInt8] {
    let slices = packets.flatMap { packet in Self.units(packet).map(\.bytes) }
    return ([encoder.sps, encoder.pps] + slices).flatMap { [0, 0, 0, 1] + $0 }
  }

  static func decode(_ packets: [Packet], _ encoder: H264Encoder, pixelFormat: String) throws -> [UInt8] {
    try Tool.ffmpeg.run(
      [
        "-v", "error", "-f", "h264", "-i", "/dev/stdin", "-f", "rawvideo", "-fps_mode", "passthrough",
        "-pix_fmt", pixelFormat, "pipe:1",
      ], input: annexB(packets, encoder)
    ).bytes
  }

  @Test func `pictures come back nearly as they were`() throws {
    let settings = Self.settings()
    let times = (0..<40).map { Int64($0) * 20 }
    let (packets, encoder) = try Self.encode(settings, times: times)
    let decoded = try Self.decode(packets, encoder, pixelFormat: "yuv420p")
    let size = 160 * 96 * 3 / 2
    try #require(decoded.count == 40 * size)
    for index in 0..<40 {
      let source = try ComputedPictures.picture(width: 160, height: 96, index: index)
      #expect(psnr(ComputedPictures.bytes(of: source), decoded[(index * size)...].prefix(size)) > 32)
    }
  }

  /// Encoders side by side reuse each other's memory, so what is read before it is written shows.
  @Test func `the same input gives the same bytes, whatever else runs`() async throws {
    let streams = try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
      for index in 0..<24 {
        group.addTask {
          let format = index % 2 == 0 ? PixelFormat.yuv420p : .nv12
          let times = (0..<12).map { Int64($0) * 20 }
          return try Self.encode(Self.settings(), times: times, format: format).packets.map { [UInt8]($0.bytes) }
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(streams.count == 1)
  }

  @Test func `every picture keeps its own time`() throws {
    // Uneven steps, from a time that is not zero.
    var times: [Int64] = [1001]
    for index in 1..<50 { times.append(times[index - 1] + [20, 25, 10, 40][index % 4]) }
    let (packets, _) = try Self.encode(Self.settings(preset: .medium), times: times)
    #expect(packets.compactMap(\.pts).sorted() == times)
    #expect(packets.contains { $0.pts != $0.dts })
    #expect(packets.allSatisfy { $0.dts! <= $0.pts! })
    #expect(zip(packets, packets.dropFirst()).allSatisfy { $0.dts! < $1.dts! })
    #expect(packets.allSatisfy { $0.duration == 20 && $0.timeBase == Self.timeBase })
  }

  @Test func `without reordering, decode times are presentation times`() throws {
    var settings = Self.settings()
    settings.reordersFrames = false
    let times = (0..<30).map { Int64($0) * 20 }
    let (packets, _) = try Self.encode(settings, times: times)
    #expect(packets.map(\.pts) == times.map { $0 })
    #expect(packets.map(\.dts) == times.map { $0 })
  }

  @Test func `one picture is a stream`() throws {
    let (packets, encoder) = try Self.encode(Self.settings(preset: .medium), times: [77])
    #expect(packets.map(\.pts) == [77])
    #expect(packets.map(\.isKeyFrame) == [true])
    #expect(encoder.delayedFrames == 0)
  }

  @Test func `key frames come where they are forced`() throws {
    let times = (0..<60).map { Int64($0) * 20 }
    var settings = Self.settings(preset: .medium)
    settings.maximumKeyFrameInterval = nil
    let (packets, _) = try Self.encode(settings, times: times, keyFrames: [260, 500])
    #expect(Set(packets.filter(\.isKeyFrame).compactMap(\.pts)).isSuperset(of: [0, 260, 500]))
    for packet in packets { #expect(packet.isKeyFrame == Self.units(packet).contains { $0.type == 5 }) }
  }

  @Test func `key frames come at least as often as was asked`() throws {
    var settings = Self.settings()
    settings.maximumKeyFrameInterval = 10
    let (packets, _) = try Self.encode(settings, times: (0..<40).map { Int64($0) * 20 })
    #expect(packets.filter(\.isKeyFrame).count >= 4)
  }

  @Test func `headers stay outside the samples, and the version is in the first`() throws {
    let (packets, encoder) = try Self.encode(Self.settings(), times: (0..<20).map { Int64($0) * 20 })
    #expect(encoder.sps.first.map { $0 & 31 } == 7)
    #expect(encoder.pps.first.map { $0 & 31 } == 8)
    let types = packets.map { Self.units($0).map(\.type) }
    #expect(types.first?.first == 6)
    #expect(types.dropFirst().allSatisfy { !$0.contains(6) })
    #expect(types.joined().allSatisfy { $0 != 7 && $0 != 8 })
    #expect(String(decoding: Self.units(packets[0])[0].bytes, as: UTF8.self).contains("x264"))
  }

  @Test func `droppable pictures are those that nothing refers to`() throws {
    let (packets, _) = try Self.encode(Self.settings(preset: .medium), times: (0..<40).map { Int64($0) * 20 })
    #expect(packets.contains { $0.isDroppable })
    for packet in packets {
      let slices = Self.units(packet).filter { $0.type == 1 || $0.type == 5 }
      #expect(packet.isDroppable == slices.allSatisfy { $0.bytes[0] & 0x60 == 0 })
    }
  }

  @Test func `low delay holds back one picture`() throws {
    var settings = Self.settings(preset: .medium)
    settings.isLowDelay = true
    let encoder = try H264Encoder(settings)
    var count = 0
    for index in 0..<10 {
      let picture = try ComputedPictures.picture(width: 160, height: 96, index: index)
      try encoder.encode(picture, pts: Int64(index) * 20) { _ in count += 1 }
    }
    #expect(count == 9)
    try encoder.finish { _ in count += 1 }
    #expect(count == 10)
  }

  @Test(
    .enabled(if: H264Encoder.supportedBitDepths.contains(10), "libx264 was built for 8 bits only"),
    arguments: [PixelFormat.yuv420p10, .yuv422p10, .yuv444p10])
  func `pictures of ten bits come back nearly as they were`(_ format: PixelFormat) throws {
    var settings = Self.settings()
    settings.bitDepth = 10
    settings.chroma = format == .yuv420p10 ? .yuv420 : format == .yuv422p10 ? .yuv422 : .yuv444
    let (packets, encoder) = try Self.encode(settings, times: (0..<5).map { Int64($0) * 20 }, format: format)
    let decoded = try Self.decode(packets, encoder, pixelFormat: format.name)
    let size = decoded.count / 5
    for index in 0..<5 {
      let source = try ComputedPictures.picture(format, width: 160, height: 96, index: index)
      #expect(psnrOfTenBits(ComputedPictures.bytes(of: source), decoded[(index * size)...].prefix(size)) > 32)
    }
  }

  @Test func `chroma of every sampling comes back`() throws {
    for (format, chroma) in [(PixelFormat.yuv422p, H264Encoder.Chroma.yuv422), (.yuv444p, .yuv444), (.gray8, .gray)] {
      var settings = Self.settings()
      settings.chroma = chroma
      let (packets, encoder) = try Self.encode(settings, times: [0, 20, 40], format: format)
      let decoded = try Self.decode(packets, encoder, pixelFormat: format.name)
      let source = ComputedPictures.bytes(
        of: try ComputedPictures.picture(format, width: 160, height: 96, index: 0))
      #expect(decoded.count == 3 * source.count)
      #expect(psnr(source, decoded.prefix(source.count)) > 32)
    }
  }
}
