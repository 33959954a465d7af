/// The unit of a stream's integer time stamps: `numerator / denominator` seconds a tick.
package struct TimeBase: Hashable, Sendable {
  package var numerator: Int32
  package var denominator: Int32

  package init(_ numerator: Int32, _ denominator: Int32) {
    precondition(numerator > 0 && denominator > 0, "a time base is a positive fraction")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Creates a time base whose ticks are `1 / ticksPerSecond` seconds.
  package init(ticksPerSecond: Int32) { self.init(1, ticksPerSecond) }

  /// The rounding of a value between two ticks in `rescale`.
  package enum Rounding: Sendable {
    case nearest, down, up
  }

  /// Converts `ticks` of this time base to ticks of another, clamped to `Int64`'s range.
  ///
  /// The result is exact through a 128-bit intermediate; halves round away from zero with `.nearest`.
  package func rescale(_ ticks: Int64, to other: TimeBase, _ rounding: Rounding = .nearest) -> Int64 {
    if self == other { return ticks }
    let multiplier = Int128(numerator) * Int128(other.denominator)
    let divisor = Int128(denominator) * Int128(other.numerator)
    let product = Int128(ticks) * multiplier
    let (truncated, remainder) = product.quotientAndRemainder(dividingBy: divisor)
    var quotient = truncated
    switch rounding {
    case .nearest where remainder.magnitude * 2 >= divisor.magnitude: quotient += product < 0 ? -1 : 1
    case .down where remainder < 0: quotient -= 1
    case .up where remainder > 0: quotient += 1
    default: break
    }
    return Int64(clamping: quotient)
  }
}

extension TimeBase {
  /// The unit in which times of different tracks are compared.
  package static let nanoseconds = TimeBase(ticksPerSecond: 1_000_000_000)

  /// Converts `ticks` to seconds, as near as a `Double` comes.
  package func seconds(_ ticks: Int64) -> Double { Double(ticks) * Double(numerator) / Double(denominator) }

  /// Returns a time as text, in seconds to the millisecond. If milliseconds are not exact, the exact fraction follows:
  /// `1.5 s`, `0.186 s (8192/44100)`.
  package func text(_ ticks: Int64) -> String {
    let milliseconds = TimeBase(ticksPerSecond: 1000)
    let rounded = rescale(ticks, to: milliseconds)
    let text = "\(milliseconds.seconds(rounded)) s"
    let isExact = Int128(rounded) * Int128(denominator) == Int128(ticks) * Int128(numerator) * 1000
    return isExact ? text : "\(text) (\(Int128(ticks) * Int128(numerator))/\(denominator))"
  }
}
