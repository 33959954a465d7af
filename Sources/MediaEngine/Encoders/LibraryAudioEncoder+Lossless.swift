import Bitstreams
import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

extension LibraryAudioEncoder {
  /// Makes an encoder of linear PCM, which orders the bytes and packs samples of 24 bits.
  convenience init(
    _ pcm: AudioSettings.PCM, _ encoding: AudioSettings, source: AudioFormat, layout: ChannelLayout
  ) throws {
    let rate = encoding.sampleRate ?? source.sampleRate
    let kind = LinearPCM(
      bits: pcm.bitDepth, isFloat: pcm.isFloat, isSigned: pcm.isSigned, isBigEndian: pcm.isBigEndian)
    guard let codec = kind.codec else {
      throw MediaError(
        .unsupportedSettings, .encoding,
        "there is no \(pcm.isFloat ? "floating-point" : "integer") PCM of \(pcm.bitDepth) bits")
    }
    let settings = AudioEncoder.Settings(codec: codec, sampleRate: rate, layout: layout)
    try self.init(settings) { encoder in
      try CMFormatDescription(pcm: kind, sampleRate: rate, layout: encoder.inputFormat.layout)
    }
  }

  /// Makes an encoder of Apple Lossless or FLAC.
  convenience init(
    _ codec: CodecID, _ bitDepth: Int?, _ encoding: AudioSettings, source: AudioFormat, layout: ChannelLayout
  ) throws {
    let rate = encoding.sampleRate ?? source.sampleRate
    var settings = AudioEncoder.Settings(
      codec: codec, sampleRate: rate,
      layout: codec.encoderLayout(for: layout, isWanted: encoding.channelMask != nil))
    settings.sampleFormat = try Self.sampleFormat(of: bitDepth, codec, source: source)
    try self.init(settings) { encoder in
      var description =
        codec == .alac
        ? SoundDescription(alac: try ALACConfiguration(parsing: encoder.parameters.extradata))
        : SoundDescription(flac: try FLACConfiguration(extraData: encoder.parameters.extradata))
      if description.layout == nil { description.setLayout(encoder.inputFormat.layout) }
      return try description.formatDescription()
    }
  }

  /// Returns the encoder's sample format for a bit depth. Samples of 24 bits are the upper bits of 32.
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
