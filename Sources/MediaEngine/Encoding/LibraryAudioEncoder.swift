import CoreMedia
import MediaInterop
import MediaSupport

/// AAC-LC and linear PCM by libavcodec.
final class LibraryAudioEncoder: PCMEncoder {
  /// The rates that AAC has (ISO 14496-3, table 1.18), lowest first.
  private static let aacRates =
    [7350, 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000]

  private let encoder: AudioEncoder
  let formatDescription: CMFormatDescription

  /// AAC-LC.
  init(aac encoding: AudioEncoding, source: AudioFormat, layout: ChannelLayout) throws {
    // A rate that AAC lacks goes to the next higher one, which loses nothing.
    let rate = encoding.sampleRate ?? Self.aacRates.first { $0 >= source.sampleRate } ?? Self.aacRates.last!
    let bitRate = encoding.bitRate ?? AudioEncoding.defaultBitRatePerChannel * layout.count
    var settings = AudioEncoder.Settings(codec: .aac, sampleRate: rate, layout: layout.usableByAAC)
    // The default is lowered to what a block of the rate can hold; a wanted rate is not.
    settings.bitRate = encoding.bitRate ?? min(bitRate, 6 * rate * layout.count)
    encoder = try AudioEncoder(settings)
    formatDescription = try CMFormatDescription(
      aacConfig: encoder.parameters.extradata, sampleRate: rate, layout: SpeakerLayout(encoder.inputFormat.layout),
      bitRate: bitRate)
  }

  /// Linear PCM: libavcodec orders bytes and packs 24 bits.
  init(_ pcm: AudioEncoding.PCM, _ encoding: AudioEncoding, source: AudioFormat, layout: ChannelLayout) throws {
    let rate = encoding.sampleRate ?? source.sampleRate
    encoder = try AudioEncoder(AudioEncoder.Settings(codec: try pcm.codec, sampleRate: rate, layout: layout))
    // Files hold 8-bit samples unsigned, as the encoder makes them.
    let kind = LinearPCM(
      bits: pcm.bitDepth, isFloat: pcm.isFloat, isSigned: pcm.bitDepth > 8, isBigEndian: pcm.isBigEndian)
    formatDescription = try CMFormatDescription(
      pcm: kind, sampleRate: rate, layout: SpeakerLayout(encoder.inputFormat.layout))
  }

  var inputFormat: AudioFormat { encoder.inputFormat }
  var timeBase: TimeBase { encoder.timeBase }
  var tagFrame: [UInt8]? { nil }

  func encode(_ audio: PCMBuffer, emit: (Packet) throws -> Void) throws { try encoder.encode(audio, emit: emit) }
  func finish(emit: (Packet) throws -> Void) throws { try encoder.finish(emit: emit) }
}

extension AudioEncoding.PCM {
  fileprivate var codec: CodecID {
    get throws {
      switch (bitDepth, isFloat, isBigEndian) {
      case (8, false, _): return .pcmU8
      case (16, false, false): return .pcmS16LE
      case (16, false, true): return .pcmS16BE
      case (24, false, false): return .pcmS24LE
      case (24, false, true): return .pcmS24BE
      case (32, false, false): return .pcmS32LE
      case (32, false, true): return .pcmS32BE
      case (32, true, false): return .pcmF32LE
      case (32, true, true): return .pcmF32BE
      case (64, true, false): return .pcmF64LE
      case (64, true, true): return .pcmF64BE
      default:
        throw MediaError(
          .unsupportedSettings, .encoding,
          "there is no \(isFloat ? "floating-point" : "integer") PCM of \(bitDepth) bits")
      }
    }
  }
}
