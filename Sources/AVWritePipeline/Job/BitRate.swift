/// Bits a second, written `128k`, `4M`, `2.5M` or in full.
public struct BitRate: Sendable, Hashable, Codable {
  public var bitsPerSecond: Int

  public init(bitsPerSecond: Int) { self.bitsPerSecond = bitsPerSecond }

  /// - Returns: `nil` when the text is not a positive whole number of bits with a decimal unit.
  public init?(argument text: String) {
    var digits = Substring(text)
    var unit: Int64 = 1
    switch digits.last {
    case "k", "K": unit = 1000
    case "m", "M": unit = 1_000_000
    default: break
    }
    if unit > 1 { digits.removeLast() }
    guard let number = ExactTime(decimal: digits) else { return nil }
    let (product, overflow) = number.value.multipliedReportingOverflow(by: unit)
    guard !overflow else { return nil }
    let (bits, rest) = product.quotientAndRemainder(dividingBy: Int64(number.scale))
    // The movie tables and every encoder here keep a rate in 31 bits.
    guard rest == 0, (1...Int64(Int32.max)).contains(bits) else { return nil }
    bitsPerSecond = Int(bits)
  }
}
