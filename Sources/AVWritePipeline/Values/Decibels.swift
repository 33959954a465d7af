internal import Foundation

/// A change of level in decibels, written `-6dB` or `+3dB`.
///
/// The unit is required: other programs take a number without a unit for a factor.
public struct Decibels: Sendable, Hashable, Codable {
  /// The change, in decibels. It is negative for less.
  public var value: Double

  /// The range of changes, in decibels: from what leaves nothing of 16 bits up to a hundred times as much.
  static let range = -100.0...40.0

  public init(_ value: Double) { self.value = value }

  /// Reads a change as it is written. The text is a decimal number from -100 to 40 and the unit `dB`.
  ///
  /// - Returns: `nil` for another text.
  public init?(argument text: String) {
    guard text.lowercased().hasSuffix("db") else { return nil }
    let number = text.dropLast(2)
    let digits = number.drop { $0 == "+" || $0 == "-" }
    guard number.count - digits.count <= 1, ExactTime(decimal: digits) != nil, let value = Double(number),
      Self.range.contains(value)
    else { return nil }
    self.value = value
  }

  /// The factor for samples.
  var factor: Double { pow(10, value / 20) }

  /// The change as text for people, such as `-6 dB`.
  var text: String { "\(value > 0 ? "+" : "")\(number) dB" }

  /// The number without decimals that say nothing.
  var number: String { Int(exactly: value).map { String($0) } ?? String(value) }
}
