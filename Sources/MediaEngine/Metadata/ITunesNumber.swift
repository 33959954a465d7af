package import CoreMedia

/// A number in the form of an iTunes item: with the number of bytes that iTunes uses for its key, or otherwise as few
/// as the number needs.
package struct ITunesNumber: Hashable, Sendable {
  package let type: MetadataDataType
  package let bytes: [UInt8]

  package init(_ value: Int64, key: String) {
    switch key {
    case "trkn", "disk": self.init(place: UInt16(clamping: value), of: 0, key: key)
    // ID3's list of genres, from 1.
    case "gnre": self.init(.rawData, Self.bytes(value, 2))
    default:
      var width = Self.widths[key] ?? 1
      // The number fits if the bits above the sign are all zeros or all ones.
      while width < 8, ![0, -1].contains(value >> Int64(width * 8 - 1)) { width *= 2 }
      self.init(.signed, Self.bytes(value, width))
    }
  }

  private init(_ type: MetadataDataType, _ bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }

  /// Makes the number of a track in an album, or of a disc in a set, with the total; 0 means unknown.
  package init(place: UInt16, of total: UInt16, key: String) {
    let numbers = Self.bytes(Int64(place), 2) + Self.bytes(Int64(total), 2)
    self.init(.rawData, [0, 0] + numbers + (key == "trkn" ? [0, 0] : []))
  }

  /// Returns whether the values of a key outside of the table of meanings are numbers.
  static func isNumber(_ key: String) -> Bool { key == "gnre" || widths[key] != nil }

  private static func bytes(_ value: Int64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  private static let widths = [
    "tmpo": 2, "tves": 4, "tvsn": 4, "geID": 4, "atID": 4, "cnID": 4, "cmID": 4, "sfID": 4, "plID": 8,
  ]
}
