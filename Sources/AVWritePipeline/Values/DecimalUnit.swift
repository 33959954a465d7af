/// What a letter behind a number makes of it: `4M` is four million.
enum DecimalUnit: Int64, CaseIterable {
  case kilo = 1000
  case mega = 1_000_000
  case giga = 1_000_000_000

  private var letter: String {
    switch self {
    case .kilo: "k"
    case .mega: "M"
    case .giga: "G"
    }
  }

  private init?(_ letter: Character) {
    switch letter {
    case "k", "K": self = .kilo
    case "m", "M": self = .mega
    case "g", "G": self = .giga
    default: return nil
    }
  }

  /// A number with a unit or in full; `nil` for a larger unit, and for what is no whole number in the range.
  static func count(_ text: String, upTo largest: DecimalUnit, in range: ClosedRange<Int64>) -> Int64? {
    let unit = text.last.flatMap { DecimalUnit($0) }
    guard unit.map({ $0.rawValue <= largest.rawValue }) ?? true,
      let number = ExactTime(decimal: unit == nil ? text[...] : text.dropLast())
    else { return nil }
    let (product, overflow) = number.value.multipliedReportingOverflow(by: unit?.rawValue ?? 1)
    guard !overflow else { return nil }
    let (count, rest) = product.quotientAndRemainder(dividingBy: Int64(number.scale))
    return rest == 0 && range.contains(count) ? count : nil
  }

  /// A number in the largest unit of which it is a multiple, or in full: what `count` reads.
  static func text(_ count: Int64, upTo largest: DecimalUnit) -> String {
    let unit = allCases.last { $0.rawValue <= largest.rawValue && count.isMultiple(of: $0.rawValue) }
    return unit.map { "\(count / $0.rawValue)\($0.letter)" } ?? String(count)
  }
}
