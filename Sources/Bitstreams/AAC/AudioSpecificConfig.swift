package import MediaSupport

/// `AudioSpecificConfig` (ISO/IEC 14496-3, 1.6.2.1), the configuration of an AAC decoder.
///
/// A value holds the bytes and the facts read from them, so that a parsed configuration is stored without changes.
package struct AudioSpecificConfig: Hashable, Sendable {
  /// `audioObjectType` (table 1.17); types that are not used here have no name.
  package struct ObjectType: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let main = ObjectType(rawValue: 1)
    package static let lowComplexity = ObjectType(rawValue: 2)
    package static let scalableSampleRate = ObjectType(rawValue: 3)
    package static let longTermPrediction = ObjectType(rawValue: 4)
    package static let spectralBandReplication = ObjectType(rawValue: 5)
    package static let errorResilientLowDelay = ObjectType(rawValue: 23)
    package static let parametricStereo = ObjectType(rawValue: 29)
    package static let enhancedLowDelay = ObjectType(rawValue: 39)
    package static let unifiedSpeechAndAudio = ObjectType(rawValue: 42)

    /// A Boolean value that says whether the type's configuration is a `GASpecificConfig` (1.6.2.1).
    fileprivate var hasGeneralAudioConfig: Bool { [1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23].contains(rawValue) }

    /// A Boolean value that says whether the standard gives the number a meaning: 10, 11 and 18 are reserved, 0 is
    /// none, and 46 is the last.
    package var isAssigned: Bool { (1...46).contains(rawValue) && ![10, 11, 18].contains(rawValue) }

    /// A Boolean value that says whether packets of the type are instructions to a synthesizer, of speech or of music
    /// (12 to 16), and not coded sound.
    package var isSynthesis: Bool { (12...16).contains(rawValue) }

    /// A Boolean value that says whether a stream of AAC can be of this type. The others are speech, instruments, and
    /// layers of MPEG audio.
    package var isAdvancedAudioCoding: Bool {
      hasGeneralAudioConfig || self == .enhancedLowDelay || self == .unifiedSpeechAndAudio
    }
  }

  /// The configuration as it is stored.
  package let bytes: [UInt8]
  /// The type of the core, which for HE-AAC is the part without spectral band replication.
  package let objectType: ObjectType
  /// The core's rate, in hertz.
  package let sampleRate: Int
  /// `channelConfiguration`; 0 where a program config element describes the channels instead.
  package let channelConfiguration: UInt8
  package private(set) var programConfig: AACProgramConfig?
  /// The number of the layer in a scalable stream; 0 for streams that are not scalable. Only layer 0 can be decoded
  /// without the others.
  package private(set) var layer = 0
  /// The number of samples in a frame of the core: 1024 or 960, or 512 or 480 for low delay. It is `nil` where it is
  /// not known.
  package private(set) var samplesPerFrame: Int?
  /// A Boolean value that says whether SBR is announced. If it is `false`, there may still be SBR in the stream
  /// (implicit signalling).
  package private(set) var hasSpectralBandReplication = false
  package private(set) var hasParametricStereo = false
  /// The rate after SBR, in hertz; the core's rate where SBR is not announced.
  package private(set) var extensionSampleRate: Int

  /// The number of the core's channels; `nil` where the configuration does not tell.
  package var coreChannels: Int? {
    if channelConfiguration == 0 { return programConfig?.channels }
    let channels = Self.channels[min(Int(channelConfiguration), Self.channels.count - 1)]
    return channels == 0 ? nil : channels
  }

  /// The number of channels after decoding: parametric stereo makes one channel into two.
  package var channels: Int? { hasParametricStereo && coreChannels == 1 ? 2 : coreChannels }

  /// `samplingFrequencyIndex` (table 1.18); 13 and 14 are reserved, 15 announces an explicit rate.
  package static let sampleRates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
  ]
  private static let explicitRate = 15

  /// The number of channels by `channelConfiguration` (table 1.19 with amendment 4); 0 where it is reserved.
  private static let channels = [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 24, 8, 0]

  /// Parses a configuration. Bits after the parts that this type knows are kept but not judged.
  package init(parsing bytes: [UInt8]) throws(MediaError) {
    var reader = BitReader(bytes, of: "the AudioSpecificConfig")
    self.bytes = bytes
    var type = try Self.objectType(from: &reader)
    sampleRate = try Self.sampleRate(from: &reader)
    extensionSampleRate = sampleRate
    channelConfiguration = try reader.uint8(4)
    if type == .spectralBandReplication || type == .parametricStereo {
      // Explicit, hierarchical signalling: the extension comes first, then the core's type.
      hasSpectralBandReplication = true
      hasParametricStereo = type == .parametricStereo
      extensionSampleRate = try Self.sampleRate(from: &reader)
      type = try Self.objectType(from: &reader)
    }
    objectType = type
    if type.hasGeneralAudioConfig {
      try readGeneralAudio(from: &reader)
      if !hasSpectralBandReplication { try readBackwardCompatibleExtension(from: &reader) }
    }
  }

  /// Creates a configuration for AAC without extensions, 1024 samples a frame.
  ///
  /// - Parameters:
  ///   - channelConfiguration: 1 to 15, or 0 with a program config element.
  /// - Throws: `unsupportedSettings` for a rate that is not positive or does not fit into 24 bits, for a type whose
  ///   configuration is not a `GASpecificConfig`, and for channels that are described neither by `channelConfiguration`
  ///   nor by `programConfig`, or by both.
  package init(
    objectType: ObjectType = .lowComplexity, sampleRate: Int, channelConfiguration: UInt8,
    programConfig: AACProgramConfig? = nil
  ) throws(MediaError) {
    guard sampleRate > 0, sampleRate < 1 << 24, objectType.hasGeneralAudioConfig,
      channelConfiguration < 16, (channelConfiguration == 0) == (programConfig != nil)
    else {
      throw MediaError(
        .unsupportedSettings, .writing,
        "AAC type \(objectType.rawValue) at \(sampleRate) Hz with channel configuration \(channelConfiguration) "
          + "has no AudioSpecificConfig")
    }
    var writer = BitWriter()
    writer.bits(objectType.rawValue, 5)
    if let index = Self.sampleRates.firstIndex(of: sampleRate) {
      writer.bits(index, 4)
    } else {
      writer.bits(Self.explicitRate, 4)
      writer.bits(sampleRate, 24)
    }
    writer.bits(channelConfiguration, 4)
    writer.bits(0, 3)  // frameLengthFlag, dependsOnCoreCoder, extensionFlag
    programConfig?.write(to: &writer)
    try self.init(parsing: writer.bytes)
  }

  // MARK: - Syntax

  private static func objectType(from reader: inout BitReader) throws(MediaError) -> ObjectType {
    let type = try reader.uint8(5)
    return ObjectType(rawValue: type == 31 ? 32 + (try reader.uint8(6)) : type)
  }

  private static func sampleRate(from reader: inout BitReader) throws(MediaError) -> Int {
    let index = try reader.int(4)
    let rate =
      index == explicitRate ? try reader.int(24) : index < sampleRates.count ? sampleRates[index] : 0
    guard rate > 0 else { throw reader.invalid("samplingFrequencyIndex") }
    return rate
  }

  /// Reads `GASpecificConfig()`, 4.4.1.
  private mutating func readGeneralAudio(from reader: inout BitReader) throws(MediaError) {
    let isShort = try reader.bit()
    let isLowDelay = objectType == .errorResilientLowDelay
    samplesPerFrame =
      switch (isLowDelay, isShort) {
      case (false, false): 1024
      case (false, true): 960
      case (true, false): 512
      case (true, true): 480
      }
    if try reader.bit() {
      // Some writers set the flag and leave out the field that it announces; a decoder of the core does not need it.
      guard reader.bitsLeft >= 14 || channelConfiguration == 0 else { return }
      try reader.skip(14)  // coreCoderDelay
    }
    let hasExtension = try reader.bit()
    if channelConfiguration == 0 { programConfig = try AACProgramConfig(readingFrom: &reader) }
    if objectType.rawValue == 6 || objectType.rawValue == 20 { layer = try reader.int(3) }  // layerNr
    if hasExtension {
      if objectType.rawValue == 22 { try reader.skip(16) }  // numOfSubFrame, layer_length
      if [17, 19, 20, 23].contains(objectType.rawValue) { try reader.skip(3) }  // resilience flags
      try reader.skip(1)  // extensionFlag3
    }
    // Error resilient types: epConfig; only 0 and 1 have no further configuration after it.
    if objectType.rawValue >= 17 { try reader.skip(2) }
  }

  /// Reads SBR and PS after the core's configuration, where old decoders do not look (1.6.5.3).
  private mutating func readBackwardCompatibleExtension(from reader: inout BitReader) throws(MediaError) {
    guard reader.bitsLeft >= 16, try reader.int(11) == 0x2b7 else { return }
    guard try Self.objectType(from: &reader) == .spectralBandReplication, try reader.bit() else { return }
    hasSpectralBandReplication = true
    extensionSampleRate = try Self.sampleRate(from: &reader)
    guard reader.bitsLeft >= 12, try reader.int(11) == 0x548 else { return }
    hasParametricStereo = try reader.bit()
  }
}
