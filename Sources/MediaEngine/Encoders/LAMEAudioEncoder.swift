import CoreMedia
import MediaInterop
import MediaSupport

/// An encoder of MP3 that uses LAME.
final class LAMEAudioEncoder: PCMEncoder {
  private let encoder: MP3Encoder
  let inputFormat: AudioFormat
  let formatDescription: CMFormatDescription

  init(_ encoding: AudioSettings, source: AudioFormat, layout: ChannelLayout) throws {
    let rate = encoding.sampleRate ?? encoding.codec.sampleRate(nearest: source.sampleRate)
    // MP3 has at most two channels, so more are mixed down.
    let channels = encoding.channelCount ?? min(2, layout.count)
    var settings = MP3Encoder.Settings(sampleRate: rate, channelCount: channels, writesTag: true)
    settings.rateControl = try Self.rateControl(encoding, rate: rate, channels: channels)
    encoder = try MP3Encoder(settings)
    formatDescription = try CMFormatDescription(
      mp3SampleRate: rate, channels: channels, samplesPerPacket: encoder.frameSize)
    let wanted = AudioFormat(
      sampleRate: rate, layout: .default(count: channels),
      sampleFormat: source.sampleFormat, isPlanar: source.isPlanar)
    inputFormat = MP3Encoder.accepts(wanted, for: settings) ? wanted : wanted.withFloats
  }

  /// The worst value of LAME's V scale, which ends below 10; V4 is its default.
  private static let worstVariableQuality = 9.999
  private static let defaultVariableQuality = 0.6

  private static func rateControl(_ encoding: AudioSettings, rate: Int, channels: Int) throws -> MP3Encoder.RateControl
  {
    if encoding.bitRateStrategy == .variable {
      return .variable(quality: (1 - (encoding.variableQuality ?? defaultVariableQuality)) * worstVariableQuality)
    }
    let available = MP3Encoder.bitRates(sampleRate: rate)
    let wanted = encoding.bitRate ?? AudioSettings.defaultBitRatePerChannel * channels
    if [.longTermAverage, .variableConstrained].contains(encoding.bitRateStrategy) { return .averageBitRate(wanted) }
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
  var frameSize: Int { encoder.frameSize }
  var initialPadding: Int { encoder.initialPadding }
  var bitRate: Int {
    switch encoder.settings.rateControl {
    case .constantBitRate(let rate), .averageBitRate(let rate): rate
    case .variable: 0
    }
  }
  var tagFrame: [UInt8]? { encoder.tagFrame }

  func encode(_ audio: PCMBuffer, emit: (Packet) throws -> Void) throws { try encoder.encode(audio, emit: emit) }
  func finish(emit: (Packet) throws -> Void) throws { try encoder.finish(emit: emit) }
}
