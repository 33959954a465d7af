public import Foundation
internal import MediaEngine
internal import Synchronization

/// Properties of a converter that encodes. For other converters they have the values that mean that nothing is encoded.
extension AVAudioConverter {
  /// The bit rate of all channels together, in bits a second.
  ///
  /// It is the encoder's default until it is set, and 0 where the rate follows from the samples, and without an
  /// encoder. A rate that the encoder does not take ends the next conversion with an error.
  public var bitRate: Int {
    get { state.withLock { $0.encoding.bitRate ?? $0.encoder?.bitRate } ?? 0 }
    set { state.withLock { $0.encoding.bitRate = newValue > 0 ? newValue : nil } }
  }

  /// The strategy of the bit rate, one of `AVAudioBitRateStrategy_…`. It is `nil` for the encoder's default.
  public var bitRateStrategy: String? {
    get { state.withLock { $0.encoding.strategy } }
    set { state.withLock { $0.encoding.strategy = newValue } }
  }

  /// The size that no packet exceeds, in bytes, for making an `AVAudioCompressedBuffer`. It is 0 without an encoder.
  public var maximumOutputPacketSize: Int { state.withLock { $0.encoder?.largestPacket } ?? 0 }

  /// The bit rates in bits a second that the codec has at any rate of samples. It is `nil` where the rate follows from the
  /// samples, and without an encoder.
  public var availableEncodeBitRates: [NSNumber]? {
    guard let codec else { return nil }
    let rates = codec.sampleRates.isEmpty ? [Int(outputFormat.sampleRate)] : codec.sampleRates
    let all = rates.map { codec.bitRates(sampleRate: $0, channelCount: Int(outputFormat.channelCount)) }
    return Self.numbers(Set(all.joined()).sorted())
  }

  /// The bit rates in bits a second that the codec has at the output's rate of samples. It is `nil` as
  /// `availableEncodeBitRates` is.
  public var applicableEncodeBitRates: [NSNumber]? {
    codec.flatMap {
      Self.numbers(
        $0.bitRates(sampleRate: Int(outputFormat.sampleRate), channelCount: Int(outputFormat.channelCount)))
    }
  }

  /// The rates of samples in Hz that the codec has. It is `nil` where it has any, and without an encoder.
  public var availableEncodeSampleRates: [NSNumber]? { codec.flatMap { Self.numbers($0.sampleRates) } }

  /// The rates of samples in Hz that the codec has at the bit rate that was set. It is `nil` as
  /// `availableEncodeSampleRates` is.
  public var applicableEncodeSampleRates: [NSNumber]? {
    guard let codec else { return nil }
    guard let wanted = state.withLock({ $0.encoding.bitRate }) else { return availableEncodeSampleRates }
    let count = Int(outputFormat.channelCount)
    return Self.numbers(codec.sampleRates.filter { codec.takes(bitRate: wanted, sampleRate: $0, channelCount: count) })
  }

  /// The layouts of channels that the codec has. It is `nil` where it has any, and without an encoder.
  public var availableEncodeChannelLayoutTags: [NSNumber]? {
    guard let codec, !codec.layoutTags.isEmpty else { return nil }
    return codec.layoutTags.map { NSNumber(value: $0) }
  }

  private var codec: AudioSettings.Codec? { route.encoder?.codec }

  private static func numbers(_ values: [Int]) -> [NSNumber]? {
    values.isEmpty ? nil : values.map { NSNumber(value: $0) }
  }
}
