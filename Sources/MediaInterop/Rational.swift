internal import CFFmpeg

/// A fraction as containers and codecs write it: a frame rate, an aspect ratio, a colour coordinate.
///
/// It is kept as written (30000/1001, 2/2); `0/0`, `0/1` and `n/0` occur in files and mean "unknown" to the reader of
/// the value.
package struct Rational: Hashable, Sendable {
  package var numerator: Int32
  package var denominator: Int32

  package init(_ numerator: Int32, _ denominator: Int32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  init(_ value: AVRational) { self.init(value.num, value.den) }

  var cValue: AVRational { AVRational(num: numerator, den: denominator) }

  /// A Boolean value that says whether the fraction can be used as a rate or a ratio.
  package var isPositive: Bool { numerator > 0 && denominator > 0 }

  /// The fraction itself; `nil` if it cannot be used as a rate or a ratio.
  package var nonZero: Rational? { isPositive ? self : nil }

  package var doubleValue: Double { Double(numerator) / Double(denominator) }

  /// Returns the value in steps of a fraction of one, rounded; 0 if the fraction is not valid.
  package func inSteps(of denominator: Int32) -> Int64 {
    self.denominator > 0 ? Int64((Double(numerator) * Double(denominator) / Double(self.denominator)).rounded()) : 0
  }
}
