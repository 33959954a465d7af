package import Bitstreams
package import CoreAudioTypes
import CoreMedia
import MediaInterop
import MovieFile

/// The descriptions of each codec's own configuration.
extension SoundDescription {
  /// Makes the description of AAC from its AudioSpecificConfig (ISO 14496-3, 1.6.2.1).
  ///
  /// Spectral band replication that is announced makes the format HE-AAC, with the rate and the packet's length after
  /// it; replication that only the stream shows stays undetected, as the format then works for all decoders.
  package init(aac config: AudioSpecificConfig, bitRate: Int = 0, descriptor: [UInt8]? = nil) {
    let hasReplication = config.hasSpectralBandReplication
    let core = config.samplesPerFrame ?? Self.aacFrame
    self.init(
      Self.formatID(config), sampleRate: Double(config.extensionSampleRate), channels: config.channels ?? 0,
      framesPerPacket: hasReplication ? core * 2 : core,
      // Core Audio: the flags are the MPEG-4 object type.
      flags: AudioFormatFlags(config.objectType.rawValue))
    layout = Self.aacLayouts[Int(config.channelConfiguration)].map { ManagedAudioChannelLayout(tag: $0) }
    let payload =
      descriptor
      ?? ElementaryStreamDescriptor(
        objectType: .aac, streamType: .audio, maximumBitRate: UInt32(clamping: bitRate),
        averageBitRate: UInt32(clamping: bitRate), decoderSpecificInfo: config.bytes
      ).serialized()
    atoms = [OpaqueBox("esds", payload)]
    // The cookie is the descriptor alone, without the box's version and flags.
    magicCookie = Array(payload.dropFirst(4))
  }

  /// The number of samples in a packet of AAC where its configuration leaves it open.
  static let aacFrame = 1024

  private static func formatID(_ config: AudioSpecificConfig) -> AudioFormatID {
    switch config.objectType {
    case .errorResilientLowDelay: kAudioFormatMPEG4AAC_LD
    case .enhancedLowDelay: kAudioFormatMPEG4AAC_ELD
    case .unifiedSpeechAndAudio: kAudioFormatMPEGD_USAC
    case _ where config.hasParametricStereo: kAudioFormatMPEG4AAC_HE_V2
    case _ where config.hasSpectralBandReplication: kAudioFormatMPEG4AAC_HE
    default: kAudioFormatMPEG4AAC
    }
  }

  /// The channels of each `channelConfiguration` (ISO 14496-3, table 1.19) in the order in which they are coded.
  private static let aacLayouts: [Int: AudioChannelLayoutTag] = [
    1: kAudioChannelLayoutTag_Mono, 2: kAudioChannelLayoutTag_Stereo, 3: kAudioChannelLayoutTag_MPEG_3_0_B,
    4: kAudioChannelLayoutTag_MPEG_4_0_B, 5: kAudioChannelLayoutTag_MPEG_5_0_D, 6: kAudioChannelLayoutTag_MPEG_5_1_D,
    7: kAudioChannelLayoutTag_MPEG_7_1_B, 11: kAudioChannelLayoutTag_AAC_6_1, 12: kAudioChannelLayoutTag_AAC_7_1_B,
    14: kAudioChannelLayoutTag_AAC_7_1_C,
  ]

  /// Makes the description of MPEG audio of a layer.
  package init(mpegLayer layer: Int, sampleRate: Int, channels: Int, samplesPerPacket: Int) {
    let formats = [kAudioFormatMPEGLayer1, kAudioFormatMPEGLayer2, kAudioFormatMPEGLayer3]
    self.init(
      formats[min(max(layer, 1), 3) - 1], sampleRate: Double(sampleRate), channels: channels,
      framesPerPacket: samplesPerPacket)
    setLayout(nil)
  }

  /// Returns the number of samples in a packet of MPEG audio: half as many for layer III at MPEG-2's low rates (ISO
  /// 13818-3).
  static func mpegFrame(layer: Int, sampleRate: Double) -> Int {
    switch layer {
    case 1: 384
    case 3 where sampleRate < 32_000: 576
    default: 1152
    }
  }

  /// Makes the description of Apple Lossless from its cookie.
  package init(alac config: ALACConfiguration) {
    self.init(
      kAudioFormatAppleLossless, sampleRate: Double(config.sampleRate), channels: Int(config.channels),
      framesPerPacket: Int(config.frameLength), flags: AudioStreamBasicDescription.sourceDepthFlag(Int(config.bitDepth))
    )
    layout = Self.alacLayouts[Int(config.channels)].map { ManagedAudioChannelLayout(tag: $0) }
    atoms = [OpaqueBox("alac", config.serialized())]
    magicCookie = config.cookie()
  }

  /// Apple Lossless's own order of channels (ALACMagicCookieDescription.txt).
  private static let alacLayouts: [Int: AudioChannelLayoutTag] = [
    1: kAudioChannelLayoutTag_Mono, 2: kAudioChannelLayoutTag_Stereo, 3: kAudioChannelLayoutTag_MPEG_3_0_B,
    4: kAudioChannelLayoutTag_MPEG_4_0_B, 5: kAudioChannelLayoutTag_MPEG_5_0_D, 6: kAudioChannelLayoutTag_MPEG_5_1_D,
    7: kAudioChannelLayoutTag_AAC_6_1, 8: kAudioChannelLayoutTag_MPEG_7_1_B,
  ]

  /// Makes the description of FLAC from its metadata blocks. Its flags are Apple Lossless's.
  package init(flac config: FLACConfiguration) {
    let info = config.streamInfo
    let isFixed = info.minimumBlockSize == info.maximumBlockSize
    self.init(
      kAudioFormatFLAC, sampleRate: Double(info.sampleRate), channels: info.channels,
      framesPerPacket: isFixed ? Int(info.maximumBlockSize) : 0,
      flags: AudioStreamBasicDescription.sourceDepthFlag(info.bitsPerSample))
    let record = config.serialized()
    atoms = [OpaqueBox("dfLa", record)]
    magicCookie = Array(record.dropFirst(4))
    setLayout(nil)
  }

  /// Makes the description of Opus, whose packets have many lengths and whose samples decode at 48 kHz whatever was
  /// encoded.
  package init(opus config: OpusConfiguration) {
    self.init(kAudioFormatOpus, sampleRate: 48_000, channels: Int(config.channels), framesPerPacket: 0)
    atoms = [OpaqueBox("dOps", config.serialized())]
    magicCookie = config.opusHead()
    setLayout(nil)
  }

  /// Makes the description of Vorbis from its three headers, as libavcodec has them, in the box of configurations
  /// without a name of their own.
  init(vorbis headers: [UInt8], sampleRate: Int, channels: Int) {
    self.init(kAudioFormatVorbis, sampleRate: Double(sampleRate), channels: channels, framesPerPacket: 0)
    atoms = [OpaqueBox(CodecParameters.unnamedConfiguration, headers)]
    magicCookie = headers
  }

  /// Makes the description of AC-3 from the record of a sample entry (ETSI TS 102 366, F.4).
  package init(ac3 config: AC3Configuration, sampleRate: Double) {
    self.init(kAudioFormatAC3, sampleRate: sampleRate, channels: config.channels, framesPerPacket: Self.ac3Frame)
    layout = Self.ac3Layout(config.audioCodingMode, hasLowFrequency: config.hasLowFrequency)
    atoms = [OpaqueBox("dac3", config.serialized())]
  }

  /// Makes the description of Enhanced AC-3 from the record of a sample entry (ETSI TS 102 366, F.6). A sample has six
  /// blocks (F.5).
  package init(eac3 config: EAC3Configuration, sampleRate: Double) {
    self.init(
      kAudioFormatEnhancedAC3, sampleRate: sampleRate, channels: config.channels, framesPerPacket: Self.ac3Frame)
    if let first = config.substreams.first, first.channelLocations == 0 {
      layout = Self.ac3Layout(first.audioCodingMode, hasLowFrequency: first.hasLowFrequency)
    }
    atoms = [OpaqueBox("dec3", config.serialized())]
  }

  /// The number of samples in a packet of AC-3: six blocks of 256.
  static let ac3Frame = 1536

  /// Returns the channels of an `acmod` (ETSI TS 102 366, table 4.3) in the order in which they are coded.
  private static func ac3Layout(_ mode: UInt8, hasLowFrequency: Bool) -> ManagedAudioChannelLayout {
    let tags: [(plain: AudioChannelLayoutTag, lowFrequency: AudioChannelLayoutTag)] = [
      (kAudioChannelLayoutTag_Stereo, kAudioChannelLayoutTag_DVD_4),
      (kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_AC3_1_0_1),
      (kAudioChannelLayoutTag_Stereo, kAudioChannelLayoutTag_DVD_4),
      (kAudioChannelLayoutTag_AC3_3_0, kAudioChannelLayoutTag_AC3_3_0_1),
      (kAudioChannelLayoutTag_ITU_2_1, kAudioChannelLayoutTag_AC3_2_1_1),
      (kAudioChannelLayoutTag_AC3_3_1, kAudioChannelLayoutTag_AC3_3_1_1),
      (kAudioChannelLayoutTag_ITU_2_2, kAudioChannelLayoutTag_DVD_18),
      (kAudioChannelLayoutTag_MPEG_5_0_C, kAudioChannelLayoutTag_MPEG_5_1_C),
    ]
    let tag = tags[Int(mode & 7)]
    return ManagedAudioChannelLayout(tag: hasLowFrequency ? tag.lowFrequency : tag.plain)
  }

  /// Makes the description of a coding whose packets have one size: companded PCM, IMA's ADPCM.
  package init(
    _ formatID: AudioFormatID, sampleRate: Double, channels: Int, framesPerPacket: Int, bytesPerChannelPacket: Int
  ) {
    self.init(formatID, sampleRate: sampleRate, channels: channels, framesPerPacket: framesPerPacket)
    basic.mBytesPerPacket = UInt32(clamping: bytesPerChannelPacket * channels)
    if framesPerPacket == 1 {
      basic.mBytesPerFrame = basic.mBytesPerPacket
      basic.mBitsPerChannel = UInt32(clamping: bytesPerChannelPacket * 8)
    }
    setLayout(nil)
  }
}
