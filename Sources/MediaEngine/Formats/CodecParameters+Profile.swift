import Bitstreams
import CoreMedia
import MediaInterop
import MovieFile

extension CodecParameters {
  /// Sets profile and level from the decoder's configuration, in libavcodec's numbers. libavcodec itself only sets them
  /// if it must decode to analyse the stream.
  mutating func fillProfile(from format: CMFormatDescription?) {
    let stated = format?.extensions.atoms.lazy.compactMap(StatedProfile.init).first ?? StatedProfile(self)
    guard let stated else { return }
    profile = profile ?? stated.profile
    level = level ?? stated.level
  }
}

/// A profile and a level as a configuration states them.
private struct StatedProfile {
  var profile: Int32
  var level: Int32?

  /// Reads a box; `nil` for one of another kind, and for one that cannot be parsed.
  init?(_ atom: OpaqueBox) {
    switch atom.type {
    case "avcC":
      guard let record = try? AVCConfiguration(parsing: atom.payload) else { return nil }
      (profile, level) = (Int32(record.profile), Int32(record.level))
      let flags = record.profileCompatibility
      // `constraint_set1_flag` of Baseline, and `constraint_set3_flag` of those above High (ITU-T H.264, A.2).
      if profile == 66, flags & 0x40 != 0 { profile |= Self.constrained }
      if [100, 110, 122, 244].contains(profile), flags & 0x10 != 0 { profile |= Self.intra }
      if profile < 100, level == 11, flags & 0x10 != 0 { level = Self.levelOneB }
    case "hvcC":
      guard let record = try? HEVCConfiguration(parsing: atom.payload) else { return nil }
      (profile, level) = (Int32(record.profileTierLevel.profile), Int32(record.profileTierLevel.level))
    case "av1C":
      guard let record = try? AV1Configuration(parsing: atom.payload) else { return nil }
      (profile, level) = (Int32(record.profile), Int32(record.level))
    case "vpcC":
      guard let record = try? VPConfiguration(parsing: atom.payload) else { return nil }
      (profile, level) = (Int32(record.profile), Int32(record.level))
    default: return nil
    }
  }

  /// Reads the parameters of a codec that has no such box; `nil` where they state no profile.
  init?(_ parameters: CodecParameters) {
    switch parameters.codec {
    case .aac:
      guard let config = try? AudioSpecificConfig(parsing: parameters.extradata) else { return nil }
      // libavcodec counts object types from 0.
      let type: AudioSpecificConfig.ObjectType =
        config.hasParametricStereo
        ? .parametricStereo : config.hasSpectralBandReplication ? .spectralBandReplication : config.objectType
      profile = Int32(type.rawValue) - 1
    case .prores:
      let names = ["apco", "apcs", "apcn", "apch", "ap4h", "ap4x"]
      guard let place = names.firstIndex(of: StreamCodec.video(parameters).description) else { return nil }
      profile = Int32(place)
    case .mpeg4:
      // `profile_and_level_indication` behind the start code of the visual object sequence (ISO/IEC 14496-2, 6.2.2).
      let bytes = parameters.extradata
      guard bytes.count > 4, bytes.starts(with: [0, 0, 1, 0xB0]) else { return nil }
      (profile, level) = (Int32(bytes[4] >> 4), Int32(bytes[4] & 0xF))
    default: return nil
    }
  }

  /// `FF_PROFILE_H264_CONSTRAINED` and `FF_PROFILE_H264_INTRA`.
  private static let (constrained, intra): (Int32, Int32) = (1 << 9, 1 << 11)
  private static let levelOneB: Int32 = 9
}
