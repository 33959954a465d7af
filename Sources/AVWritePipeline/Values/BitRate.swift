/// A number of bits in a second, written `128k`, `4M`, `2.5Mbps`, `4Mb/s` or in full.
public struct BitRate: Sendable, Hashable, Codable {
  public var bitsPerSecond: Int

  static let prefixes = [UnitPrefix.kilo, .mega]

  public init(bitsPerSecond: Int) { self.bitsPerSecond = bitsPerSecond }

  /// Reads a rate as it is written. It is a whole number from 1 to 2147483647 bits a second.
  ///
  /// - Returns: `nil` for another text, also for `4MB/s`: those are bytes.
  public init?(argument text: String) {
    // Movie tables and every encoder here keep a rate in 31 bits.
    guard
      let bits = UnitPrefix.count(
        text, prefixes: Self.prefixes, units: ["bit/s", "b/s", "bps"], in: 1...Int64(Int32.max))
    else { return nil }
    bitsPerSecond = Int(bits)
  }
}
