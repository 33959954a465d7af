/// Bits a second, written `128k`, `4M`, `2.5M` or in full.
public struct BitRate: Sendable, Hashable, Codable {
  public var bitsPerSecond: Int

  public init(bitsPerSecond: Int) { self.bitsPerSecond = bitsPerSecond }

  /// - Returns: `nil` when the text is not a positive whole number of bits with a decimal unit.
  public init?(argument text: String) {
    // The movie tables and every encoder here keep a rate in 31 bits.
    guard let bits = DecimalUnit.count(text, upTo: .mega, in: 1...Int64(Int32.max)) else { return nil }
    bitsPerSecond = Int(bits)
  }
}
