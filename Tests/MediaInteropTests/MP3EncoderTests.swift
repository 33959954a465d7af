import MediaInterop
import MediaSupport
import TestSupport
import Testing

@Suite struct MP3EncoderTests {
  static func format(_ rate: Int, channels: Int, _ type: SampleFormat = .f32, planar: Bool = false) -> AudioFormat {
    AudioFormat(sampleRate: rate, layout: .default(count: channels), sampleFormat: type, isPlanar: planar)
  }

  static func encode(
    _ settings: MP3Encoder.Settings, _ format: AudioFormat, count: Int, step: Int = 1000
  ) throws -> (packets: [Packet], encoder: MP3Encoder) {
    let encoder = try MP3Encoder(settings)
    var packets: [Packet] = []
    for start in stride(from: 0, to: count, by: step) {
      let buffer = ComputedAudio.buffer(format, start: start, count: min(step, count - start))
      try encoder.encode(buffer) { packets.append($0) }
    }
    try encoder.finish { packets.append($0) }
    return (packets, encoder)
  }

  /// The file: the tag in the place of the first packet, and the frames.
  static func file(_ packets: [Packet], _ encoder: MP3Encoder) -> [UInt8] {
    guard let tag = encoder.tagFrame else { return packets.flatMap { [UInt8]($0.bytes) } }
    return tag + packets.dropFirst().flatMap { [UInt8]($0.bytes) }
  }

  static func decode(_ file: [UInt8]) throws -> [Float] {
    values(
      try Tool.ffmpeg.run(
        ["-v", "error", "-f", "mp3", "-i", "/dev/stdin", "-f", "f32le", "pipe:1"], input: file
      ).bytes,
      as: Float.self)
  }

  /// What goes in comes out, to the sample and in its place.
  @Test(arguments: [(44100, 2), (48000, 1), (32000, 2), (22050, 1), (16000, 2), (11025, 1), (8000, 1)])
  func `samples in are samples out`(_ rate: Int, _ channels: Int) throws {
    // With frames of 576 samples a single sample's frame is trimmed at both ends, where libavcodec trims one.
    for count in [rate < 32000 ? 600 : 1, 1151, 1152, 5000, 30001] {
      var settings = MP3Encoder.Settings(sampleRate: rate, channelCount: channels, writesTag: true)
      settings.rateControl = .constantBitRate(MP3Encoder.bitRates(sampleRate: rate).last { $0 <= 192_000 }!)
      let format = Self.format(rate, channels: channels)
      let (packets, encoder) = try Self.encode(settings, format, count: count)
      try #require(encoder.tagFrame?.count == packets[0].bytes.count)
      let decoded = try Self.decode(Self.file(packets, encoder))
      try #require(decoded.count == count * channels)
      let source = values(
        ComputedAudio.bytes(of: ComputedAudio.buffer(format, count: count)), as: Float.self)
      if count > 1 { #expect(rootMeanSquare(source, decoded) < 0.05) }
    }
  }

  @Test func `packets are whole frames with their times`() throws {
    let settings = MP3Encoder.Settings(sampleRate: 44100, channelCount: 2, writesTag: true)
    let (packets, encoder) = try Self.encode(settings, Self.format(44100, channels: 2), count: 20000, step: 333)
    #expect(encoder.initialPadding == 576 + 529)
    #expect(packets[0].isDiscarded && packets[0].duration == 0 && packets[0].pts == -1105)
    let frames = packets.dropFirst()
    #expect(frames.first?.pts == -1105)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.pts! + $0.duration == $1.pts! })
    for frame in frames {
      #expect(frame.duration == 1152 && frame.isKeyFrame)
      #expect(frame.bytes[0] == 0xFF && frame.bytes[1] & 0xE0 == 0xE0)
      // 128 kbit/s at 44100 Hz.
      #expect(frame.bytes.count == 417 || frame.bytes.count == 418)
    }
    let trimmed = frames.reduce(0) { $0 + $1.trimStart + $1.trimEnd }
    #expect(trimmed == encoder.initialPadding + encoder.trailingPadding)
    #expect(frames.count * 1152 - trimmed == 20000)
  }

  /// LAME leaves its tag out where a frame has no room for it, and the first packet is a frame of sound.
  @Test(arguments: [8000, 16000, 24000, 32000, 48000], [1, 2])
  func `every frame of every bit rate is there, with a tag or without`(rate: Int, channels: Int) throws {
    for bitRate in MP3Encoder.bitRates(sampleRate: rate) {
      var settings = MP3Encoder.Settings(sampleRate: rate, channelCount: channels, writesTag: true)
      settings.rateControl = .constantBitRate(bitRate)
      let (packets, encoder) = try Self.encode(settings, Self.format(rate, channels: channels), count: 20_000)
      #expect(packets[0].isTagPlaceholder == (encoder.tagFrame != nil), "\(bitRate)")
      let samples = packets.reduce(0) { $0 + Int($1.duration) - $1.trimStart - $1.trimEnd }
      #expect(samples == 20_000, "\(bitRate): \(samples)")
      #expect(packets.dropFirst().allSatisfy { !$0.isTagPlaceholder && $0.duration > 0 }, "\(bitRate)")
    }
  }

  @Test func `short frames spread the trim over several`() throws {
    var settings = MP3Encoder.Settings(sampleRate: 22050, channelCount: 1, writesTag: false)
    settings.rateControl = .constantBitRate(64_000)
    let (packets, encoder) = try Self.encode(settings, Self.format(22050, channels: 1), count: 7000)
    #expect(encoder.tagFrame == nil)
    #expect(packets.prefix(3).map(\.trimStart) == [576, 529, 0])
    let trimmed = packets.reduce(0) { $0 + $1.trimStart + $1.trimEnd }
    #expect(packets.count * 576 - trimmed == 7000)
  }

  @Test func `every kind of sample gives the same sound`() throws {
    var settings = MP3Encoder.Settings(sampleRate: 44100, channelCount: 2, writesTag: true)
    settings.rateControl = .constantBitRate(256_000)
    let source = values(
      ComputedAudio.bytes(of: ComputedAudio.buffer(Self.format(44100, channels: 2), count: 12000)), as: Float.self)
    for type in [SampleFormat.s16, .s32, .f32, .f64] {
      for planar in [false, true] {
        let format = Self.format(44100, channels: 2, type, planar: planar)
        let (packets, encoder) = try Self.encode(settings, format, count: 12000)
        let decoded = try Self.decode(Self.file(packets, encoder))
        try #require(decoded.count == source.count)
        #expect(rootMeanSquare(source, decoded) < 0.01, "\(type), planar: \(planar)")
      }
    }
  }

  @Test(arguments: [MP3Encoder.RateControl.averageBitRate(96_000), .variable(quality: 4)])
  func `frames of varying size keep every sample`(_ rateControl: MP3Encoder.RateControl) throws {
    var settings = MP3Encoder.Settings(sampleRate: 48000, channelCount: 2, writesTag: true)
    settings.rateControl = rateControl
    let (packets, encoder) = try Self.encode(settings, Self.format(48000, channels: 2), count: 50000)
    #expect(String(decoding: try #require(encoder.tagFrame), as: UTF8.self).contains("Xing"))
    #expect(try Self.decode(Self.file(packets, encoder)).count == 50000 * 2)
  }

  @Test func `nothing in is nothing out`() throws {
    let settings = MP3Encoder.Settings(sampleRate: 44100, channelCount: 2, writesTag: false)
    let (packets, _) = try Self.encode(settings, Self.format(44100, channels: 2), count: 0)
    #expect(packets.reduce(0) { $0 + Int($1.duration) - $1.trimStart - $1.trimEnd } == 0)
  }

  @Test func `what MP3 cannot do is refused with the nearest that it can`() {
    func refusal(_ change: (inout MP3Encoder.Settings) -> Void) -> String? {
      var settings = MP3Encoder.Settings(sampleRate: 44100, channelCount: 2, writesTag: true)
      change(&settings)
      do {
        _ = try MP3Encoder(settings)
        return nil
      } catch let error as MediaError {
        return error.kind == .unsupportedSettings ? error.message : nil
      } catch {
        return nil
      }
    }
    #expect(refusal { $0.sampleRate = 96000 }?.contains("48000 Hz") == true)
    #expect(refusal { $0.sampleRate = 44000 }?.contains("44100 Hz") == true)
    #expect(refusal { $0.channelCount = 6 }?.contains("2") == true)
    #expect(refusal { $0.rateControl = .constantBitRate(100_000) }?.contains("96000 bit/s") == true)
    #expect(refusal { $0.rateControl = .averageBitRate(1_000_000) }?.contains("320000 bit/s") == true)
    #expect(refusal { $0.rateControl = .variable(quality: 10) } != nil)
    #expect(refusal { $0.quality = 10 }?.contains("9") == true)
    #expect(refusal { _ in } == nil)
  }
}
