internal import MediaSupport

/// A time or duration as an exact fraction: `value / scale` seconds.
public struct ExactTime: Sendable, Hashable, Codable {
  public var value: Int64
  /// The number of ticks in a second, which is positive.
  public var scale: Int32

  public static let zero = ExactTime(value: 0, scale: 1)

  public init(value: Int64, scale: Int32) {
    precondition(scale > 0, "a time scale is positive")
    self.value = value
    self.scale = scale
  }

  /// The nearest floating-point number of seconds, for people and for estimates.
  public var seconds: Double { Double(value) / Double(scale) }
}

extension ExactTime: Comparable {
  /// Compares the instants: of 1/2 and 2/4, neither is less than the other.
  public static func < (left: ExactTime, right: ExactTime) -> Bool {
    Int128(left.value) * Int128(right.scale) < Int128(right.value) * Int128(left.scale)
  }
}

extension ExactTime {
  /// The time as `hh:mm:ss.mmm`, for people, rounded towards zero to the millisecond.
  public var clock: String {
    let milliseconds = (Int128(value.magnitude) * 1000) / Int128(scale)
    let (seconds, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    func padded(_ number: Int128, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return (value < 0 ? "-" : "")
      + [padded(seconds / 3600, 2), padded(seconds / 60 % 60, 2), padded(seconds % 60, 2)].joined(separator: ":")
      + "." + padded(fraction, 3)
  }
}

extension ExactTime {
  /// Reads exact decimal seconds such as `12`, `.5` or `12.0416`. Returns `nil` for other texts, even a sign or an
  /// exponent.
  init?(decimal text: some StringProtocol) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : ""
    let digits = String(parts[0]) + String(fraction)
    // Nine decimals make the largest power of ten that a time scale holds.
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), fraction.count <= 9 else { return nil }
    guard let value = Int64(digits) else { return nil }
    let scale = (0..<fraction.count).reduce(Int32(1)) { scale, _ in scale * 10 }
    self.init(value: value, scale: scale)
  }
}

extension ExactTime {
  /// Returns the exact sum in the least common scale, or `nil` if that does not fit.
  func adding(_ other: ExactTime) -> ExactTime? {
    let common = Int128(scale / greatestCommonDivisor(scale, other.scale)) * Int128(other.scale)
    let value =
      Int128(self.value) * (common / Int128(scale)) + Int128(other.value) * (common / Int128(other.scale))
    guard let scale = Int32(exactly: common), let ticks = Int64(exactly: value) else { return nil }
    return ExactTime(value: ticks, scale: scale)
  }
}
