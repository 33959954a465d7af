internal import CoreAudioTypes
internal import CoreMedia
internal import Foundation
internal import MediaEngine
internal import MediaSupport

/// The way from one format to another: which of the two is compressed, and the linear PCM at both ends of the conversion of
/// samples in between.
struct ConversionRoute {
  enum Codec { case none, encoder, decoder }

  let codec: Codec
  /// The facts of the encoder before it is used. Nil without one.
  let encoder: EncoderFacts?
  /// The linear PCM that is converted, and the linear PCM that it is converted to.
  let source: AVAudioFormat
  let result: AVAudioFormat

  /// The route between two formats. Nil for formats that nothing here converts.
  init?(from input: AVAudioFormat, to output: AVAudioFormat) {
    switch (input.streamDescription.pointee.isLinearPCM, output.streamDescription.pointee.isLinearPCM) {
    case (true, true):
      guard PCMConverter.Form(input) != nil, PCMConverter.Form(output) != nil else { return nil }
      (codec, source, result, encoder) = (.none, input, output, nil)
    case (true, false):
      guard let made = try? SoundEncoder(from: input, to: output, EncodingChoices()) else { return nil }
      (codec, source, result, encoder) = (.encoder, input, made.inputFormat, EncoderFacts(made))
    case (false, true):
      guard let decoded = input.decoded, PCMConverter.Form(output) != nil,
        SoundDecoder.decodes(input.formatDescription)
      else { return nil }
      (codec, source, result, encoder) = (.decoder, decoded, output, nil)
    case (false, false): return nil
    }
  }

  /// The number of frames beyond the sound, until a client sets it.
  var primeInfo: AVAudioConverterPrimeInfo {
    switch codec {
    case .none: PCMConversion.primeInfo(from: source, to: result)
    case .encoder: encoder?.primeInfo ?? AVAudioConverterPrimeInfo()
    case .decoder: AVAudioConverterPrimeInfo()
    }
  }
}

/// The facts of an encoder that a converter tells.
struct EncoderFacts {
  let codec: AudioSettings.Codec
  let magicCookie: Data?
  let largestPacket: Int
  let bitRate: Int
  let primeInfo: AVAudioConverterPrimeInfo

  init(_ encoder: SoundEncoder) {
    codec = encoder.encoding.codec
    magicCookie = encoder.format.magicCookie
    (largestPacket, bitRate) = (encoder.largestPacket, encoder.bitRate)
    primeInfo = AVAudioConverterPrimeInfo(
      leadingFrames: AVAudioFrameCount(clamping: encoder.leadingFrames),
      trailingFrames: AVAudioFrameCount(clamping: encoder.trailingFrames))
  }
}

/// The choices of a client for an encoder.
struct EncodingChoices: Equatable {
  /// The bit rate of all channels together in bits a second, more than 0. Nil for the encoder's default.
  var bitRate: Int?
  /// The strategy of the bit rate, one of `AVAudioBitRateStrategy_…`. Nil for the encoder's default.
  var strategy: String?
}

extension SoundEncoder {
  /// The encoder for a compressed format.
  ///
  /// - Throws: `MediaError`, `SettingsProblem`: linear PCM that is not converted, no encoder for the format, or choices that
  ///   it does not take.
  convenience init(from source: AVAudioFormat, to format: AVAudioFormat, _ choices: EncodingChoices) throws {
    guard let form = PCMConverter.Form(source) else {
      throw MediaError(.unsupportedSettings, .processing, "only the common formats of linear PCM can be converted")
    }
    var settings = format.settings
    settings[AVEncoderBitRateKey] = choices.bitRate
    settings[AVEncoderBitRateStrategyKey] = choices.strategy
    settings[AVEncoderBitDepthHintKey] = format.streamDescription.pointee.sourceDepth ?? form.type.losslessDepth
    let encoding = try AudioOutputSettings(settings, hint: source.formatDescription).encoding
    let layout = source.decoded?.channelLayout.flatMap { ChannelLayout($0.managed) }
    try self.init(encoding, source: form, layout: layout ?? .default(count: form.channelCount))
  }

  /// The linear PCM that it takes.
  var inputFormat: AVAudioFormat { AVAudioFormat(form, layout) }
}

extension AVAudioFormat {
  /// The linear PCM that a decoder produces, or that an encoder accepts.
  convenience init(_ form: PCMConverter.Form, _ layout: ChannelLayout) {
    self.init(
      AudioStreamBasicDescription(
        form.type.commonFormat, sampleRate: Double(form.sampleRate), channels: UInt32(form.channelCount),
        isInterleaved: form.isInterleaved), channelLayout: AVAudioChannelLayout(layout.managedLayout))
  }

  /// The linear PCM in which compressed sound is decoded, as far as its format says: floating point, with the speakers in
  /// WAVE's order. Nil for a format without a rate or channels.
  var decoded: AVAudioFormat? {
    guard let rate = Int(exactly: sampleRate.rounded()), rate > 0,
      (1...AudioSettings.mostChannels).contains(Int(channelCount))
    else { return nil }
    let count = Int(channelCount)
    let stated = channelLayout.flatMap { ChannelLayout($0.managed) }
    let form = PCMConverter.Form(sampleRate: rate, channelCount: count, type: .float32, isInterleaved: false)
    return AVAudioFormat(form, stated.flatMap { $0.count == count ? $0 : nil } ?? .default(count: count))
  }
}

extension AudioRequest.SampleType {
  /// The common format of the samples. It is `.otherFormat` for samples of 8 bits, which none of the common formats
  /// has.
  fileprivate var commonFormat: AVAudioCommonFormat {
    switch self {
    case .float32: .pcmFormatFloat32
    case .float64: .pcmFormatFloat64
    case .signed16: .pcmFormatInt16
    case .signed32: .pcmFormatInt32
    case .unsigned8: .otherFormat
    }
  }

  /// The bits of a codec without loss that keeps these samples, as far as one does.
  fileprivate var losslessDepth: Int { self == .signed16 || self == .unsigned8 ? 16 : 24 }
}
