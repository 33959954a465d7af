import Foundation
import MediaInterop
import MediaSupport
import TestSupport
import Testing

@Suite struct AudioEncoderTests {
  static func encode(
    _ settings: AudioEncoder.Settings, count: Int, step: Int
  ) throws -> (packets: [Packet], encoder: AudioEncoder) {
    let encoder = try AudioEncoder(settings)
    var packets: [Packet] = []
    for start in stride(from: 0, to: count, by: step) {
      let buffer = ComputedAudio.buffer(encoder.inputFormat, start: start, count: min(step, count - start))
      try encoder.encode(buffer) { packets.append($0) }
    }
    try encoder.finish { packets.append($0) }
    return (packets, encoder)
  }

  static func aac(_ rate: Int = 48000, channels: Int = 2, bitRate: Int? = 128_000) -> AudioEncoder.Settings {
    var settings = AudioEncoder.Settings(codec: .aac, sampleRate: rate, layout: .default(count: channels))
    settings.bitRate = bitRate
    return settings
  }

  @Test(arguments: [1, 1023, 1024, 1025, 10000], [1024, 333, 5000])
  func `AAC counts every sample`(_ count: Int, _ step: Int) throws {
    let (packets, encoder) = try Self.encode(Self.aac(), count: count, step: step)
    #expect(encoder.initialPadding == 1024 && encoder.frameSize == 1024)
    #expect(packets.first?.pts == -1024)
    #expect(zip(packets, packets.dropFirst()).allSatisfy { $0.pts! + $0.duration == $1.pts! })
    #expect(packets.allSatisfy { $0.duration == 1024 && $0.isKeyFrame && $0.dts == $0.pts })
    #expect(packets.reduce(0) { $0 + 1024 - $1.trimStart - $1.trimEnd } == count)
    // An AudioSpecificConfig of AAC-LC, 48000 Hz, two channels.
    #expect(encoder.parameters.extradata.prefix(2) == [0x11, 0x90])
  }

  /// A frame of 1536 samples, of which the decoder gives the last 256 with the frame behind it.
  @Test(arguments: [CodecID.ac3, .eac3], [1, 255, 256, 1279, 1280, 1281, 1535, 1536, 1537, 10_667])
  func `AC-3 ends with its last sample`(_ codec: CodecID, _ count: Int) throws {
    let settings = AudioEncoder.Settings(codec: codec, sampleRate: 32_000, layout: .default(count: 1))
    let (packets, encoder) = try Self.encode(settings, count: count, step: 1000)
    #expect(packets.first?.pts == -Int64(encoder.initialPadding))
    #expect(zip(packets, packets.dropFirst()).allSatisfy { $0.pts! + $0.duration == $1.pts! })
    #expect(packets.reduce(0) { $0 + Int($1.duration) - $1.trimStart - $1.trimEnd } == count)
    #expect(packets.allSatisfy { $0.trimEnd < $0.duration }, "no packet is silent padding alone")
  }

  @Test func `AAC sounds like its source`() throws {
    let (packets, _) = try Self.encode(Self.aac(44100), count: 44100, step: 1000)
    // Bare frames behind ADTS headers (ISO 14496-3 1.A.2.2): AAC-LC, 44100 Hz, two channels.
    let stream = packets.flatMap { packet -> [UInt8] in
      let size = packet.bytes.count + 7
      return [0xFF, 0xF1, 0x50, 0x80 | UInt8(size >> 11), UInt8(size >> 3 & 0xFF), UInt8(size & 7) << 5 | 0x1F, 0xFC]
        + [UInt8](packet.bytes)
    }
    let decoded = values(
      try Tool.ffmpeg.run(["-v", "error", "-f", "aac", "-i", "/dev/stdin", "-f", "f32le", "pipe:1"], input: stream)
        .bytes,
      as: Float.self)
    let format = AudioFormat(sampleRate: 44100, layout: .stereo, sampleFormat: .f32, isPlanar: false)
    let source = values(ComputedAudio.bytes(of: ComputedAudio.buffer(format, count: 44100)), as: Float.self)
    try #require(decoded.count >= (1024 + 44100) * 2)
    // The source's own RMS is 0.39: a place one sample off, or another channel order, is far beyond the bound.
    #expect(rootMeanSquare(source, Array(decoded[2048..<2048 + source.count])) < 0.08)
  }

  @Test func `AAC of the same sound is the same bytes, without a version inside`() throws {
    let first = try Self.encode(Self.aac(), count: 9000, step: 700).packets
    let second = try Self.encode(Self.aac(), count: 9000, step: 4096).packets
    #expect(first.map { [UInt8]($0.bytes) } == second.map { [UInt8]($0.bytes) })
    #expect(!first.contains { String(decoding: $0.bytes, as: UTF8.self).contains("Lavc") })
  }

  @Test(arguments: [
    (CodecID.pcmS16LE, SampleFormat.s16, "s16le"), (.pcmS16BE, .s16, "s16be"), (.pcmS32LE, .s32, "s32le"),
    (.pcmS32BE, .s32, "s32be"), (.pcmF32LE, .f32, "f32le"), (.pcmF32BE, .f32, "f32be"), (.pcmF64LE, .f64, "f64le"),
    (.pcmU8, .u8, "u8"), (.pcmS24LE, .s32, "s24le"), (.pcmS24BE, .s32, "s24be"),
  ])
  func `linear samples are exact`(_ codec: CodecID, _ kind: SampleFormat, _ rawName: String) throws {
    let settings = AudioEncoder.Settings(codec: codec, sampleRate: 44100, layout: .stereo)
    let (packets, encoder) = try Self.encode(settings, count: 10001, step: 777)
    #expect(encoder.inputFormat.sampleFormat == kind && !encoder.inputFormat.isPlanar)
    #expect(packets.first?.pts == 0)
    #expect(packets.reduce(0) { $0 + $1.duration } == 10001)
    #expect(packets.allSatisfy { $0.trimStart == 0 && $0.trimEnd == 0 })
    let native =
      ["u8": "u8", "f64le": "f64le"][rawName] ?? (rawName.hasPrefix("f") ? "f32le" : kind == .s16 ? "s16le" : "s32le")
    let decoded = try Tool.ffmpeg.run(
      ["-v", "error", "-f", rawName, "-ar", "44100", "-ac", "2", "-i", "/dev/stdin", "-f", native, "pipe:1"],
      input: packets.flatMap { [UInt8]($0.bytes) }
    ).bytes
    let source = ComputedAudio.bytes(of: ComputedAudio.buffer(encoder.inputFormat, count: 10001))
    if rawName.hasPrefix("s24") {
      // The lowest byte of 32 is what 24 bits do not keep.
      let kept = source.indices.map { $0 % 4 == 0 ? 0 : source[$0] }
      #expect(decoded == kept)
    } else {
      #expect(decoded == source)
    }
  }

  @Test func `a lossless codec keeps the depth that was asked for`() throws {
    var settings = AudioEncoder.Settings(codec: .alac, sampleRate: 48000, layout: .stereo)
    settings.sampleFormat = .s16
    let (packets, encoder) = try Self.encode(settings, count: 10000, step: 1000)
    #expect(encoder.inputFormat.sampleFormat == .s16)
    #expect(packets.reduce(0) { $0 + Int($1.duration) - $1.trimStart - $1.trimEnd } == 10000)
  }

  @Test func `what the codec cannot do is refused`() {
    func kind(_ settings: AudioEncoder.Settings) -> MediaError.Kind? {
      do {
        _ = try AudioEncoder(settings)
        return nil
      } catch { return (error as? MediaError)?.kind }
    }
    #expect(kind(Self.aac(44000)) == .unsupportedSettings)
    #expect(kind(Self.aac(bitRate: nil)) == .unsupportedSettings)
    #expect(kind(Self.aac(8000, channels: 1, bitRate: 500_000)) == .unsupportedSettings)
    #expect(kind(AudioEncoder.Settings(codec: .h264, sampleRate: 48000, layout: .stereo)) == .encoderNotFound)
    var pcm = AudioEncoder.Settings(codec: .pcmS16LE, sampleRate: 48000, layout: .stereo)
    #expect(kind(pcm) == nil)
    pcm.bitRate = 1000
    #expect(kind(pcm) == .unsupportedSettings)
  }

  @Test func `nothing in is nothing out`() throws {
    #expect(try Self.encode(Self.aac(), count: 0, step: 1).packets.isEmpty)
  }
}
