import Bitstreams
import CoreAudioTypes
import CoreMedia
import MediaInterop
import MovieFile

/// The configurations of audio codecs, which a format has as an atom of a sample entry, as a magic cookie, or as both.
extension CMFormatDescription {
  /// Returns the contents of an atom, or their equivalent in the magic cookie. It is `nil` if there is neither, and for
  /// an incomplete cookie.
  func configuration(_ type: FourCC) -> [UInt8]? {
    if let atom = extensions.atoms.first(where: { $0.type == type }) { return atom.payload }
    guard mediaType == .audio, let cookie = magicCookie.map({ [UInt8]($0) }) else { return nil }
    switch type {
    case "esds": return try? Self.descriptor(cookie: cookie)
    case "alac": return try? ALACConfiguration(parsing: cookie).serialized()
    case "dfLa": return try? FLACConfiguration(extraData: cookie).serialized()
    case "dOps": return try? OpusConfiguration(opusHead: cookie).serialized()
    case CodecParameters.unnamedConfiguration: return cookie
    default: return nil
    }
  }

  /// Returns the elementary stream descriptor of a cookie. A cookie is such a descriptor, which begins with its tag 3,
  /// or an AudioSpecificConfig, whose first five bits are an object type: 3 there would be 0x18.
  private static func descriptor(cookie: [UInt8]) throws -> [UInt8] {
    if cookie.first == 3 {
      let payload = [0, 0, 0, 0] + cookie
      _ = try ElementaryStreamDescriptor(parsing: payload)
      return payload
    }
    return descriptor(of: try AudioSpecificConfig(parsing: cookie))
  }

  private static func descriptor(of config: AudioSpecificConfig) -> [UInt8] {
    ElementaryStreamDescriptor(
      objectType: .aac, streamType: .audio, decoderSpecificInfo: config.bytes
    ).serialized()
  }

  /// Returns the contents of an atom that follow from the basic description alone: those of `esds` for low-complexity
  /// AAC. It is `nil` for others.
  func impliedConfiguration(_ type: FourCC) -> [UInt8]? {
    type == "esds" ? impliedAudioSpecificConfig.map(Self.descriptor(of:)) : nil
  }

  /// The configuration of low-complexity AAC with the usual speakers, which follows from its basic description. It is
  /// `nil` for other sound, and for a format with a cookie, which contains more.
  var impliedAudioSpecificConfig: AudioSpecificConfig? {
    guard let basic = audioStreamBasicDescription, basic.mFormatID == kAudioFormatMPEG4AAC,
      magicCookie?.isEmpty ?? true,
      // Core Audio: the flags are the MPEG-4 object type.
      [0, AudioFormatFlags(AudioSpecificConfig.ObjectType.lowComplexity.rawValue)].contains(basic.mFormatFlags),
      [0, UInt32(SoundDescription.aacFrame)].contains(basic.mFramesPerPacket),
      let rate = Int(exactly: basic.mSampleRate), let channels = Self.channelConfigurations[basic.mChannelsPerFrame]
    else { return nil }
    return try? AudioSpecificConfig(sampleRate: rate, channelConfiguration: channels)
  }

  /// The `channelConfiguration` of each number of channels (ISO 14496-3, table 1.19): 7 is eight channels.
  private static let channelConfigurations: [UInt32: UInt8] = [1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 7]
}
