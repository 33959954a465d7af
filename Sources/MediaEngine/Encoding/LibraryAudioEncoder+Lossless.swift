import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

extension LibraryAudioEncoder {
  /// Linear PCM: libavcodec orders bytes and packs 24 bits.
  convenience init(
    _ pcm: AudioEncoding.PCM, _ encoding: AudioEncoding, source: AudioFormat, layout: ChannelLayout
  ) throws {
    let rate = encoding.sampleRate ?? source.sampleRate
    let settings = AudioEncoder.Settings(codec: try pcm.codec, sampleRate: rate, layout: layout)
    // Files hold 8-bit samples unsigned, as the encoder makes them.
    let kind = LinearPCM(
      bits: pcm.bitDepth, isFloat: pcm.isFloat, isSigned: pcm.bitDepth > 8, isBigEndian: pcm.isBigEndian)
    try self.init(settings) { encoder in
      try CMFormatDescription(pcm: kind, sampleRate: rate, layout: SpeakerLayout(encoder.inputFormat.layout))
    }
  }

  /// Apple Lossless and FLAC.
  convenience init(
    _ codec: CodecID, _ bitDepth: Int?, _ encoding: AudioEncoding, source: AudioFormat, layout: ChannelLayout
  ) throws {
    let rate = encoding.sampleRate ?? source.sampleRate
    var settings = AudioEncoder.Settings(
      codec: codec, sampleRate: rate, layout: codec.encoderLayout(for: layout))
    settings.sampleFormat = try Self.sampleFormat(of: bitDepth, codec, source: source)
    try self.init(settings) { encoder in
      var description =
        codec == .alac
        ? SoundDescription(alac: try ALACConfiguration(parsing: encoder.parameters.extradata))
        : SoundDescription(flac: try FLACConfiguration(extraData: encoder.parameters.extradata))
      if description.layout == nil { description.setLayout(SpeakerLayout(encoder.inputFormat.layout)) }
      return try description.formatDescription()
    }
  }

  /// Samples of 24 bits are the upper ones of 32.
  private static func sampleFormat(
    of bitDepth: Int?, _ codec: CodecID, source: AudioFormat
  ) throws -> SampleFormat {
    switch bitDepth {
    case nil: [.u8, .s16].contains(source.sampleFormat) ? .s16 : .s32
    case 16: .s16
    case 24: .s32
    case let depth?:
      throw MediaError(
        .unsupportedSettings, .encoding, "\(codec) cannot have \(depth) bits a sample here; it can have 16 or 24")
    }
  }
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
