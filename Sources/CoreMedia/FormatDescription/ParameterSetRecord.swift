internal import CoreGraphics

/// The parameter sets in an `avcC` (ISO 14496-15, 5.3.3) or `hvcC` (8.3.3) record, in memory that stays where it is.
final class ParameterSetRecord: @unchecked Sendable {
  // Sendable: nothing changes the bytes once they were copied.

  let nalUnitHeaderLength: Int
  let sets: [UnsafeBufferPointer<UInt8>]
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// Reads the record among a description's atoms; `nil` where there is none, or a broken one.
  convenience init?(codecType: CMVideoCodecType, extensions: CFDictionary?) {
    guard
      let atoms = extensions?.object(forKey: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms)
        as? CFDictionary
    else { return nil }
    if let record = atoms.object(forKey: "avcC") as? Data {
      self.init(record: [UInt8](record), read: Self.readAVC)
    } else if let record = atoms.object(forKey: "hvcC") as? Data {
      self.init(record: [UInt8](record), read: Self.readHEVC)
    } else {
      return nil
    }
  }

  private init?(record: [UInt8], read: ([UInt8]) -> (headerLength: Int, sets: [Range<Int>])?) {
    guard let (headerLength, ranges) = read(record) else { return nil }
    bytes = .allocate(capacity: record.count)
    _ = bytes.initialize(from: record)
    nalUnitHeaderLength = headerLength
    sets = ranges.map { [bytes] in UnsafeBufferPointer(rebasing: bytes[$0]) }
  }

  deinit { bytes.deallocate() }

  private static func readAVC(_ record: [UInt8]) -> (headerLength: Int, sets: [Range<Int>])? {
    guard record.count >= 7, record[0] == 1 else { return nil }
    var cursor = 6
    var sets: [Range<Int>] = []
    guard readSets(count: Int(record[5] & 0x1F), in: record, at: &cursor, into: &sets), cursor < record.count else {
      return nil
    }
    let pictureSets = Int(record[cursor])
    cursor += 1
    guard readSets(count: pictureSets, in: record, at: &cursor, into: &sets) else { return nil }
    return (Int(record[4] & 3) + 1, sets)
  }

  private static func readHEVC(_ record: [UInt8]) -> (headerLength: Int, sets: [Range<Int>])? {
    guard record.count >= 23, record[0] == 1 else { return nil }
    var cursor = 23
    var sets: [Range<Int>] = []
    for _ in 0..<record[22] {
      guard cursor + 3 <= record.count else { return nil }
      let count = Int(record[cursor + 1]) << 8 | Int(record[cursor + 2])
      cursor += 3
      guard readSets(count: count, in: record, at: &cursor, into: &sets) else { return nil }
    }
    return (Int(record[21] & 3) + 1, sets)
  }

  /// Reads sets of 16-bit length and that many bytes; returns `false` where the record ends too early.
  private static func readSets(
    count: Int, in record: [UInt8], at cursor: inout Int, into sets: inout [Range<Int>]
  ) -> Bool {
    for _ in 0..<count {
      guard cursor + 2 <= record.count else { return false }
      let length = Int(record[cursor]) << 8 | Int(record[cursor + 1])
      guard cursor + 2 + length <= record.count else { return false }
      sets.append(cursor + 2..<cursor + 2 + length)
      cursor += 2 + length
    }
    return true
  }
}
