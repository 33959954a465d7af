import CoreMedia
import MediaInterop
import MediaSupport

/// What encodes linear PCM: libavcodec's encoders and LAME behind one shape.
protocol PCMEncoder: AnyObject {
  var inputFormat: AudioFormat { get }
  var timeBase: TimeBase { get }
  var formatDescription: CMFormatDescription { get throws }
  /// What belongs in front of the packets and is known only after the last one: LAME's gapless numbers.
  var tagFrame: [UInt8]? { get }
  func encode(_ audio: PCMBuffer, emit: (Packet) throws -> Void) throws
  func finish(emit: (Packet) throws -> Void) throws
}

/// The encoder for a track's settings, fed with what the source has.
///
/// - Throws: `MediaError(.unsupportedSettings)` naming the setting, `.encoderNotFound`.
func makePCMEncoder(_ encoding: AudioEncoding, source: AudioFormat) throws -> any PCMEncoder {
  let layout = encoding.layout(of: source)
  switch encoding.codec {
  case .mp3: return try LayerIIIEncoder(encoding, source: source, layout: layout)
  case .aac: return try AACEncoder(encoding, source: source, layout: layout)
  case .pcm(let pcm): return try LinearPCMEncoder(pcm, encoding, source: source, layout: layout)
  }
}

extension AudioEncoding {
  /// The wanted speakers, else the usual ones for the wanted count, else the source's.
  func layout(of source: AudioFormat) -> ChannelLayout {
    let count = channelCount ?? source.layout.count
    if let channelMask { return ChannelLayout(count: count, mask: channelMask) }
    return count == source.layout.count
      ? source.layout : ChannelLayout(count: count, mask: SpeakerLayout.default(count: count).mask)
  }
}

/// AAC-LC by libavcodec.
private final class AACEncoder: PCMEncoder {
  /// The rates that AAC has (ISO 14496-3, table 1.18), lowest first.
  private static let rates = [7350, 8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000]

  private let encoder: AudioEncoder
  private let bitRate: Int

  init(_ encoding: AudioEncoding, source: AudioFormat, layout: ChannelLayout) throws {
    // A rate that AAC lacks goes to the next higher one, which loses nothing.
    let rate = encoding.sampleRate ?? Self.rates.first { $0 >= source.sampleRate } ?? Self.rates.last!
    var settings = AudioEncoder.Settings(codec: .aac, sampleRate: rate, layout: layout.usableByAAC)
    bitRate = encoding.bitRate ?? AudioEncoding.defaultBitRatePerChannel * layout.count
    // The default is lowered to what a block of the rate can hold; a wanted rate is not.
    settings.bitRate = encoding.bitRate ?? min(bitRate, 6 * rate * layout.count)
    encoder = try AudioEncoder(settings)
  }

  var inputFormat: AudioFormat { encoder.inputFormat }
  var timeBase: TimeBase { encoder.timeBase }
  var tagFrame: [UInt8]? { nil }
  var formatDescription: CMFormatDescription {
    get throws {
      try CMFormatDescription(
        aacConfig: encoder.parameters.extradata, sampleRate: inputFormat.sampleRate,
        layout: SpeakerLayout(inputFormat.layout),
        bitRate: bitRate)
    }
  }

  func encode(_ audio: PCMBuffer, emit: (Packet) throws -> Void) throws { try encoder.encode(audio, emit: emit) }
  func finish(emit: (Packet) throws -> Void) throws { try encoder.finish(emit: emit) }
}

/// Linear PCM by libavcodec, which orders bytes and packs 24 bits.
private final class LinearPCMEncoder: PCMEncoder {
  private let encoder: AudioEncoder
  private let pcm: AudioEncoding.PCM

  init(_ pcm: AudioEncoding.PCM, _ encoding: AudioEncoding, source: AudioFormat, layout: ChannelLayout) throws {
    self.pcm = pcm
    encoder = try AudioEncoder(
      AudioEncoder.Settings(
        codec: try pcm.codec, sampleRate: encoding.sampleRate ?? source.sampleRate, layout: layout))
  }

  var inputFormat: AudioFormat { encoder.inputFormat }
  var timeBase: TimeBase { encoder.timeBase }
  var tagFrame: [UInt8]? { nil }
  var formatDescription: CMFormatDescription {
    get throws {
      // Files hold 8-bit samples unsigned, as the encoder makes them.
      let kind = LinearPCM(
        bits: pcm.bitDepth, isFloat: pcm.isFloat, isSigned: pcm.bitDepth > 8, isBigEndian: pcm.isBigEndian)
      return try CMFormatDescription(
        pcm: kind, sampleRate: inputFormat.sampleRate, layout: SpeakerLayout(inputFormat.layout))
    }
  }

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

/// MP3 by LAME.
private final class LayerIIIEncoder: PCMEncoder {
  private let encoder: MP3Encoder
  private let settings: MP3Encoder.Settings
  let inputFormat: AudioFormat

  init(_ encoding: AudioEncoding, source: AudioFormat, layout: ChannelLayout) throws {
    let rates = MP3Encoder.sampleRates
    let rate = encoding.sampleRate ?? rates.first { $0 >= source.sampleRate } ?? rates.last!
    // MP3 has two channels at most: more are mixed down.
    let channels = encoding.channelCount ?? min(2, layout.count)
    var settings = MP3Encoder.Settings(sampleRate: rate, channelCount: channels, writesTag: true)
    settings.rateControl = try Self.rateControl(encoding, rate: rate, channels: channels)
    encoder = try MP3Encoder(settings)
    self.settings = settings
    let wanted = AudioFormat(
      sampleRate: rate, layout: ChannelLayout(count: channels, mask: SpeakerLayout.default(count: channels).mask),
      sampleFormat: source.sampleFormat, isPlanar: source.isPlanar)
    inputFormat = MP3Encoder.accepts(wanted, for: settings) ? wanted : wanted.withFloats
  }

  /// LAME's V scale ends below 10; V4 is its default.
  private static let worstVariableQuality = 9.999
  private static let defaultVariableQuality = 0.6

  private static func rateControl(_ encoding: AudioEncoding, rate: Int, channels: Int) throws -> MP3Encoder.RateControl
  {
    if encoding.bitRateStrategy == .variable {
      return .variable(quality: (1 - (encoding.variableQuality ?? defaultVariableQuality)) * worstVariableQuality)
    }
    let available = MP3Encoder.bitRates(sampleRate: rate)
    let wanted = encoding.bitRate ?? AudioEncoding.defaultBitRatePerChannel * channels
    if encoding.bitRateStrategy == .longTermAverage { return .averageBitRate(wanted) }
    guard let nearest = available.min(by: { abs($0 - wanted) < abs($1 - wanted) }) else {
      throw MediaError(.unsupportedSettings, .encoding, "MP3 has no bit rates at \(rate) Hz")
    }
    guard encoding.bitRate == nil || nearest == wanted else {
      throw MediaError(
        .unsupportedSettings, .encoding,
        "MP3 at \(rate) Hz has no bit rate of \(wanted) bit/s; the nearest is \(nearest)")
    }
    return .constantBitRate(nearest)
  }

  var timeBase: TimeBase { encoder.timeBase }
  var tagFrame: [UInt8]? { encoder.tagFrame }
  var formatDescription: CMFormatDescription {
    get throws {
      try CMFormatDescription(
        mp3SampleRate: settings.sampleRate, channels: settings.channelCount, samplesPerPacket: encoder.frameSize)
    }
  }

  func encode(_ audio: PCMBuffer, emit: (Packet) throws -> Void) throws { try encoder.encode(audio, emit: emit) }
  func finish(emit: (Packet) throws -> Void) throws { try encoder.finish(emit: emit) }
}
