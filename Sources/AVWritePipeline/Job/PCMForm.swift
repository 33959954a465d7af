/// How samples of linear PCM lie in a file, by the names that libavcodec has for it without their "pcm_".
public enum PCMForm: String, Sendable, Hashable, Codable, CaseIterable {
  case u8, s8, s16le, s16be, s24le, s24be, s32le, s32be, f32le, f32be, f64le, f64be

  /// - Parameter bits: 8, 16, 24 or 32, and of floating point 32 or 64; samples of 8 bits are unsigned.
  init(bits: Int, isFloat: Bool, isBigEndian: Bool) {
    self = Self.allCases.first { $0.bits == bits && $0.isFloat == isFloat && $0.isBigEndian == isBigEndian } ?? .s16le
  }

  /// Of one sample.
  public var bits: Int { Int(rawValue.filter(\.isNumber)) ?? 0 }
  /// Floating point in place of integers.
  public var isFloat: Bool { rawValue.hasPrefix("f") }
  /// Unsigned samples have silence in the middle of their range.
  public var isSigned: Bool { !rawValue.hasPrefix("u") }
  /// Samples of 8 bits have no order.
  public var isBigEndian: Bool { rawValue.hasSuffix("be") }
}
