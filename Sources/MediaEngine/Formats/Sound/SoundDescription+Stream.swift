import Bitstreams
import CoreAudioTypes
import MediaInterop
import MediaSupport
import MovieFile

/// The descriptions of sound of any container.
extension SoundDescription {
  init(_ stream: MediaInterop.Stream, _ first: Packet?) throws {
    let parameters = stream.parameters
    if let pcm = LinearPCM(parameters) {
      self.init(pcm, sampleRate: Double(parameters.sampleRate), channels: parameters.layout.count)
    } else {
      self = try Self.coding(parameters, first.map { [UInt8]($0.bytes) })
    }
    if basic.mSampleRate == 0 { basic.mSampleRate = Double(parameters.sampleRate) }
    if basic.mChannelsPerFrame == 0 { basic.mChannelsPerFrame = UInt32(clamping: parameters.layout.count) }
    if layout == nil { setLayout(parameters.layout) }
  }

  private static func coding(_ parameters: CodecParameters, _ packet: [UInt8]?) throws -> SoundDescription {
    let extradata = parameters.extradata
    let rate = Double(parameters.sampleRate)
    switch parameters.codec {
    case .aac:
      if let config = try aacConfiguration(parameters, packet) {
        return SoundDescription(aac: config, bitRate: Int(clamping: parameters.bitRate))
      }
    case .mp3, .mp2:
      let layer = parameters.codec == .mp3 ? 3 : 2
      let header = packet.flatMap { try? MPEGAudioHeader(frame: $0) }
      return SoundDescription(
        mpegLayer: header?.layer ?? layer, sampleRate: parameters.sampleRate, channels: parameters.layout.count,
        samplesPerPacket: header?.samplesPerFrame ?? mpegFrame(layer: layer, sampleRate: rate))
    case .alac: return SoundDescription(alac: try ALACConfiguration(parsing: extradata))
    case .flac: return SoundDescription(flac: try FLACConfiguration(extraData: extradata))
    case .opus:
      // A movie file's extradata has the same head.
      if let config = try? OpusConfiguration(opusHead: extradata) { return SoundDescription(opus: config) }
    case .vorbis:
      return SoundDescription(
        vorbis: extradata, sampleRate: parameters.sampleRate, channels: parameters.layout.count)
    case .ac3:
      if let config = packet.flatMap({ try? AC3Configuration(sample: $0) }) {
        return SoundDescription(ac3: config, sampleRate: rate)
      }
    case .eac3:
      if let packet, let config = try? EAC3Configuration(sample: packet) {
        var sound = SoundDescription(eac3: config, sampleRate: rate)
        // Other containers have packets of fewer blocks than a movie's six.
        if let frame = try? AC3SyncFrame(frame: packet[...]), frame.samplesPerFrame < ac3Frame {
          sound.basic.mFramesPerPacket = 0
        }
        return sound
      }
    default: break
    }
    return unconfigured(parameters)
  }

  /// Returns the AudioSpecificConfig from the container, or from the first ADTS frame; `nil` where there is none.
  ///
  /// - Throws: `damagedMedia` for a configuration that cannot be parsed, or that is of another coding than the
  ///   container says.
  private static func aacConfiguration(
    _ parameters: CodecParameters, _ packet: [UInt8]?
  ) throws -> AudioSpecificConfig? {
    if !parameters.extradata.isEmpty {
      let config = try AudioSpecificConfig(parsing: parameters.extradata)
      guard config.objectType.isAdvancedAudioCoding else {
        throw MediaError(
          .damagedMedia, .demuxing,
          "its AudioSpecificConfig is of object type \(config.objectType.rawValue), which is not AAC")
      }
      return config
    }
    if let packet, let header = try? ADTSHeader(frame: packet) { return try header.audioSpecificConfig(frame: packet) }
    return nil
  }

  /// libavcodec's numbers of the profiles of AAC with spectral band replication, which it finds while decoding.
  private static let replicatingProfiles: [Int32: AudioFormatID] = [
    4: kAudioFormatMPEG4AAC_HE, 28: kAudioFormatMPEG4AAC_HE_V2,
  ]

  /// Makes the description of parameters without a configuration.
  static func unconfigured(_ parameters: CodecParameters) -> SoundDescription {
    let code = StreamCodec.audio(parameters)
    let rate = Double(parameters.sampleRate)
    let channels = parameters.layout.count
    if let fixed = packetsOfOneSize(code, sampleRate: rate, channels: channels) { return fixed }
    if code == "aac ", let formatID = parameters.profile.flatMap({ replicatingProfiles[$0] }) {
      return SoundDescription(formatID, sampleRate: rate, channels: channels, framesPerPacket: 2 * aacFrame)
    }
    let usual: [FourCC: Int] = [
      "aac ": aacFrame, "ac-3": ac3Frame, "ec-3": ac3Frame, "samr": amrFrame, "sawb": amrFrame * 2,
      ".mp1": mpegFrame(layer: 1, sampleRate: rate),
    ]
    var sound = SoundDescription(
      code.rawValue, sampleRate: rate, channels: channels, framesPerPacket: usual[code] ?? parameters.frameSize)
    // These are its three headers, without which nothing can be decoded.
    if parameters.codec == .vorbis {
      sound.atoms = [OpaqueBox(CodecParameters.unnamedConfiguration, parameters.extradata)]
    }
    return sound
  }
}
