/// The form of linear PCM's samples in a file, by libavcodec's name for it without its "pcm_".
public enum PCMForm: String, Sendable, Hashable, Codable, CaseIterable {
  case u8, s8, s16le, s16be, s24le, s24be, s32le, s32be, f32le, f32be, f64le, f64be

  /// - Parameter bits: 8, 16, 24 or 32 for integers, 32 or 64 for floating point; samples of 8 bits are unsigned.
  init(bits: Int, isFloat: Bool, isBigEndian: Bool) {
    self = Self.allCases.first { $0.bits == bits && $0.isFloat == isFloat && $0.isBigEndian == isBigEndian } ?? .s16le
  }

  /// The number of bits in one sample.
  public var bits: Int { Int(rawValue.filter(\.isNumber)) ?? 0 }
  /// A Boolean value that says whether samples are floating-point numbers instead of integers.
  public var isFloat: Bool { rawValue.hasPrefix("f") }
  /// A Boolean value that says whether samples are signed. Unsigned samples have silence in the middle of their range.
  public var isSigned: Bool { !rawValue.hasPrefix("u") }
  /// A Boolean value that says whether the most significant byte comes first. Samples of 8 bits have no order.
  public var isBigEndian: Bool { rawValue.hasSuffix("be") }
}
