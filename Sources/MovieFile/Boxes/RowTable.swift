/// Rows of big-endian numbers in the bytes of `moof`, read in place.
struct RowTable: Sendable {
  private let storage: [UInt8]
  private let start: Int
  private let stride: Int

  static let empty = RowTable()

  private init() { (storage, start, stride) = ([], 0, 1) }

  /// Reads the next `count` rows of a box. A count of rows that do not fit in the box is damage, which is reported
  /// before any row is read.
  init(_ reader: inout ByteReader, count: UInt32, stride: Int) throws {
    guard Int(count) <= reader.remaining / stride else {
      throw reader.damaged("it says it has \(count) entries, and \(reader.remaining / stride) fit in it")
    }
    storage = reader.storage
    start = reader.position
    self.stride = stride
    try reader.skip(Int(count) * stride)
  }

  func u32(_ row: Int, at column: Int) -> UInt32 {
    let at = start + row * stride + column
    return UInt32(storage[at]) << 24 | UInt32(storage[at + 1]) << 16 | UInt32(storage[at + 2]) << 8
      | UInt32(storage[at + 3])
  }
}
