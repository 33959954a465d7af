internal import MediaSupport

/// A factor of speed, exactly: `2`, `0.5`, `1.25` or `25/24`.
public struct SpeedFactor: Sendable, Hashable, Codable {
  /// The factor as a fraction in lowest terms.
  public let numerator: Int32
  public let denominator: Int32

  /// The range of factors: sound that is stretched further is no longer understood.
  private static let range = 0.25...4.0

  /// Reads a factor as it is written. It is a decimal number or a fraction from 0.25 to 4.
  ///
  /// - Returns: `nil` for another text.
  public init?(argument text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let (upper, lower): (Int64, Int64)
    if parts.count == 2, let first = Int32(parts[0]), let second = Int32(parts[1]), first > 0, second > 0 {
      (upper, lower) = (Int64(first), Int64(second))
    } else if parts.count == 1, let decimal = ExactTime(decimal: parts[0]), decimal.value > 0 {
      (upper, lower) = (decimal.value, Int64(decimal.scale))
    } else {
      return nil
    }
    let divisor = greatestCommonDivisor(upper, lower)
    guard let numerator = Int32(exactly: upper / divisor), let denominator = Int32(exactly: lower / divisor) else {
      return nil
    }
    (self.numerator, self.denominator) = (numerator, denominator)
    guard Self.range.contains(value) else { return nil }
  }

  /// The factor as the nearest floating-point number.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// The factor as it is written: a decimal number where it has few decimals, else a fraction.
  var text: String {
    let thousandths = Int64(numerator) * 1000
    guard thousandths % Int64(denominator) == 0 else { return "\(numerator)/\(denominator)" }
    return numerator % denominator == 0 ? "\(numerator / denominator)" : "\(value)"
  }

  /// Returns the time that becomes of a time: exactly where a time scale of 32 bits has it, else the nearest.
  func scaled(_ time: ExactTime) -> ExactTime {
    let (value, scale) = (Int128(time.value) * Int128(denominator), Int128(time.scale) * Int128(numerator))
    let divisor = max(1, greatestCommonDivisor(value.magnitude, scale.magnitude))
    let (ticks, ticksPerSecond) = (value / Int128(divisor), scale / Int128(divisor))
    if let ticks = Int64(exactly: ticks), let ticksPerSecond = Int32(exactly: ticksPerSecond) {
      return ExactTime(value: ticks, scale: ticksPerSecond)
    }
    let nanoseconds = (value * Int128(Self.finest) + scale / 2) / scale
    return ExactTime(value: Int64(clamping: nanoseconds), scale: Self.finest)
  }

  /// The time scale of times that are rounded.
  private static let finest: Int32 = 1_000_000_000
}
