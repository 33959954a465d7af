internal import Foundation

/// A prefix between a number and its unit: `4M` is four million, `8MiB` are 8 × 1,048,576 bytes.
enum UnitPrefix: String, CaseIterable {
  case kilo = "k"
  case mega = "M"
  case giga = "G"
  case kibi = "Ki"
  case mebi = "Mi"
  case gibi = "Gi"

  static let decimal = [kilo, mega, giga]

  var factor: Int64 {
    switch self {
    case .kilo: 1000
    case .mega: 1_000_000
    case .giga: 1_000_000_000
    case .kibi: 1 << 10
    case .mebi: 1 << 20
    case .gibi: 1 << 30
    }
  }

  /// Reads a number with a prefix and a unit, with either, or without both.
  ///
  /// Prefixes may be written in upper and in lower case: no two differ only in case.
  ///
  /// - Parameters:
  ///   - prefixes: the prefixes that the quantity may have.
  ///   - units: the spellings of its unit, exactly as they are written.
  /// - Returns: `nil` for any other text, and for a number that is not a whole one in the range.
  static func count(
    _ text: String, prefixes: [UnitPrefix], units: [String], in range: ClosedRange<Int64>
  ) -> Int64? {
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let number = ExactTime(decimal: digits), let factor = factor(text.dropFirst(digits.count), prefixes, units)
    else { return nil }
    let (product, overflow) = number.value.multipliedReportingOverflow(by: factor)
    guard !overflow else { return nil }
    let (count, rest) = product.quotientAndRemainder(dividingBy: Int64(number.scale))
    return rest == 0 && range.contains(count) ? count : nil
  }

  private static func factor(_ text: Substring, _ prefixes: [UnitPrefix], _ units: [String]) -> Int64? {
    let unit = units.first { text.hasSuffix($0) } ?? ""
    let letters = text.dropLast(unit.count)
    if letters.isEmpty { return 1 }
    return prefixes.first { letters.caseInsensitiveCompare($0.rawValue) == .orderedSame }?.factor
  }

  /// Returns a number with the largest decimal prefix of which it is a multiple, or in full; `count` reads it.
  static func text(_ count: Int64, prefixes: [UnitPrefix]) -> String {
    let prefix = prefixes.last { count.isMultiple(of: $0.factor) }
    return prefix.map { "\(count / $0.factor)\($0.rawValue)" } ?? String(count)
  }
}
