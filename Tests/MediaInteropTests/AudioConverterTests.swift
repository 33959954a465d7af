import MediaInterop
import MediaSupport
import Testing

@Suite struct AudioConverterTests {
  static func format(
    _ rate: Int, _ layout: ChannelLayout = .stereo, _ type: SampleFormat = .f32, planar: Bool = false
  ) -> AudioFormat {
    AudioFormat(sampleRate: rate, layout: layout, sampleFormat: type, isPlanar: planar)
  }

  static func convert(_ source: AudioFormat, _ destination: AudioFormat, count: Int, step: Int) throws -> [UInt8] {
    let converter = try AudioConverter(from: source, to: destination)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: count, by: step) {
      let buffer = ComputedAudio.buffer(source, start: start, count: min(step, count - start))
      bytes += ComputedAudio.bytes(of: try converter.convert(buffer))
    }
    bytes += ComputedAudio.bytes(of: try converter.drain())
    return bytes
  }

  @Test(arguments: [(44100, 48000), (48000, 44100), (8000, 48000), (96000, 44100), (22050, 16000)], [1, 100, 10007])
  func `the count of samples is exact`(_ rates: (Int, Int), _ count: Int) throws {
    for step in [count, 480, 1] where step <= count && count / step < 200 {
      let bytes = try Self.convert(Self.format(rates.0), Self.format(rates.1), count: count, step: step)
      #expect(bytes.count == (count * rates.1 + rates.0 - 1) / rates.0 * 8)
    }
  }

  @Test func `a resampled tone stays in its place`() throws {
    let decoded = values(
      try Self.convert(Self.format(44100), Self.format(48000), count: 44100, step: 1000), as: Float.self)
    let expected = values(
      ComputedAudio.bytes(of: ComputedAudio.buffer(Self.format(48000), count: 48000)), as: Float.self)
    try #require(decoded.count == expected.count)
    // Not the ends, where the filter sees silence beyond.
    let middle = 2000..<94000
    #expect(rootMeanSquare(Array(decoded[middle]), Array(expected[middle])) < 0.001)
  }

  @Test func `equal formats pass without a copy`() throws {
    let converter = try AudioConverter(from: Self.format(48000), to: Self.format(48000))
    let buffer = ComputedAudio.buffer(Self.format(48000), count: 100)
    #expect(try converter.convert(buffer).planes == buffer.planes)
    #expect(try converter.drain().sampleCount == 0)
  }

  @Test func `types and arrangements change exactly`() throws {
    let wide = try Self.convert(
      Self.format(48000, .stereo, .s16), Self.format(48000, .stereo, .s32, planar: true), count: 1000, step: 1000)
    let source = values(
      ComputedAudio.bytes(of: ComputedAudio.buffer(Self.format(48000, .stereo, .s16), count: 1000)), as: Int16.self)
    let planes = values(wide, as: Int32.self)
    try #require(planes.count == 2000)
    for index in 0..<1000 {
      #expect(planes[index] == Int32(source[2 * index]) << 16)
      #expect(planes[1000 + index] == Int32(source[2 * index + 1]) << 16)
    }
  }

  @Test func `channels are mixed without overload`() throws {
    let surround = try #require(ChannelLayout(name: "5.1"))
    let bytes = try Self.convert(Self.format(48000, surround), Self.format(48000), count: 4800, step: 4800)
    let mixed = values(bytes, as: Float.self)
    #expect(mixed.count == 9600)
    #expect(mixed.allSatisfy { abs($0) <= 1 })
    #expect(mixed.contains { abs($0) > 0.1 })
  }

  /// One loud channel of the source, by its place, and the peak of each channel of the destination.
  static func peaks(of place: Int, in source: ChannelLayout, mixedTo destination: ChannelLayout) throws -> [Float] {
    let converter = try AudioConverter(from: format(48000, source), to: format(48000, destination))
    let mono = ComputedAudio.buffer(format(48000, .mono), count: 4800)
    let tone = values(ComputedAudio.bytes(of: mono), as: Float.self)
    var samples = tone.flatMap { sample in (0..<source.count).map { $0 == place ? sample : 0 } }
    let bytes = try samples.withUnsafeMutableBytes { samples in
      let buffer = PCMBuffer(format: format(48000, source), sampleCount: tone.count, planes: [samples.baseAddress!])
      return ComputedAudio.bytes(of: try converter.convert(buffer)) + ComputedAudio.bytes(of: try converter.drain())
    }
    let mixed = values(bytes, as: Float.self)
    return (0..<destination.count).map { channel in
      stride(from: channel, to: mixed.count, by: destination.count).map { abs(mixed[$0]) }.max() ?? 0
    }
  }

  /// 5.1 with two and four speakers overhead, whose names this library does not have, and a layout of one side, which it
  /// refuses.
  @Test(arguments: [0x503F, 0x2D03F, 0x60F | 0x30_0000_0000, 0x4 | 0x1000] as [UInt64])
  func `speakers that the library does not know are heard in those below them`(mask: UInt64) throws {
    let source = ChannelLayout(count: mask.nonzeroBitCount, mask: mask)
    for name in ["mono", "stereo", "5.1", "7.1"] {
      let destination = try #require(ChannelLayout(name: name))
      for place in 0..<source.count {
        let speaker = (0..<64).filter { mask >> UInt64($0) & 1 != 0 }[place]
        let peaks = try Self.peaks(of: place, in: source, mixedTo: destination)
        // Mono and stereo have no low frequencies.
        let isHeard = speaker != 3 || name.hasSuffix(".1")
        #expect(peaks.contains { $0 > 0.01 } == isHeard, "\(speaker) in \(name): \(peaks)")
      }
    }
  }

  @Test func `sound overhead on the left is heard on the left`() throws {
    let source = ChannelLayout(count: 8, mask: 0x503F)
    let peaks = try Self.peaks(of: 6, in: source, mixedTo: .stereo)
    #expect(peaks[0] > 0.01)
    #expect(peaks[1] == 0)
  }

  @Test func `low frequencies are heard in a layout of as many channels without a place for them`() throws {
    for (source, destination) in [("2.1", "3.0"), ("3.1", "quad"), ("4.1", "5.0")] {
      let layout = try #require(ChannelLayout(name: source))
      let place = (layout.mask & 0x7).nonzeroBitCount
      let peaks = try Self.peaks(of: place, in: layout, mixedTo: try #require(ChannelLayout(name: destination)))
      #expect(peaks.contains { $0 > 0.01 }, "\(source) to \(destination): \(peaks)")
    }
  }

  @Test func `samples of another format are refused`() throws {
    let converter = try AudioConverter(from: Self.format(48000), to: Self.format(44100))
    #expect(throws: MediaError.self) {
      try converter.convert(ComputedAudio.buffer(Self.format(44100), count: 10))
    }
  }
}
