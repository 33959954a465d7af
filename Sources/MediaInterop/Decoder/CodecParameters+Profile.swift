/// The profile and level of a stream, for decoders that only support some.
extension CodecParameters {
  /// The profile's name as libavcodec has it, such as `High`, `Main 10` or `LC`; `nil` if it is unknown.
  package var profileName: String? {
    guard let profile else { return nil }
    return codec.profileNames?[profile] ?? codec.libraryName(ofProfile: profile)
  }

  /// The level as the coding's standard writes it, such as `4.1`; `nil` where it is unknown, and for codings without
  /// levels.
  ///
  /// Sources: ITU-T H.264, A.3; ITU-T H.265, A.4; AV1 Bitstream & Decoding Process Specification, A.3; VP9 Levels, WebM
  /// Project; ITU-T H.262, table 8-3; ISO/IEC 14496-2, table G.1.
  package var levelName: String? {
    guard let level, level >= 0 else { return nil }
    switch codec {
    case .h264 where level == Self.levelOneB: return "1b"
    case .h264 where level > 0, .vp9 where level > 0: return Self.decimal(tenths: level)
    case .hevc where level > 0: return Self.decimal(tenths: level / 3)
    case .av1: return level < 24 ? "\(2 + (level >> 2)).\(level & 3)" : nil
    case .mpeg2Video: return [10: "Low", 8: "Main", 6: "High 1440", 4: "High"][level]
    case .mpeg4: return [8: "0", 9: "0b"][level] ?? "\(level)"
    default: return nil
    }
  }

  /// The number of H.264's level 1b, which libavcodec has for all profiles.
  private static let levelOneB: Int32 = 9

  private static func decimal(tenths: Int32) -> String {
    tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
