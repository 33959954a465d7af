/// A number of bytes, written `25M`, `25MB`, `8MiB`, `1.5G` or in full.
public struct ByteCount: Sendable, Hashable, Codable {
  public var bytes: Int64

  public init(bytes: Int64) { self.bytes = bytes }

  /// Reads a number of bytes as it is written. The number is whole, and from 1 to 10¹⁵.
  ///
  /// - Returns: `nil` for another text, also for `8Mb`: those would be bits.
  public init?(argument text: String) {
    guard let bytes = UnitPrefix.count(text, prefixes: UnitPrefix.allCases, units: ["B"], in: 1...Self.most) else {
      return nil
    }
    self.bytes = bytes
  }

  /// The count as text for people, in decimal units: `12.3 MB`.
  var text: String {
    let unit = [UnitPrefix.giga, .mega, .kilo].first { bytes >= $0.factor }
    guard let unit else { return "\(bytes) bytes" }
    return (Double(bytes) / Double(unit.factor)).rounded(digits: 1) + " \(unit.rawValue)B"
  }

  /// The largest count, a million gigabytes: more than any file system here holds, and its bits fit 64 bits.
  private static let most: Int64 = 1_000_000_000_000_000
}
