/// A table of numbers from the sample tables. Each column is packed.
struct NumberTable: Sendable {
  private var columns: [PackedNumbers<UInt64>]
  /// The number of rows.
  private(set) var count = 0

  /// The number of bytes that are read at once.
  private static let windowSize = 64 << 10

  /// - Parameter columns: the count of numbers in a row.
  init(columns: Int = 1) { self.columns = Array(repeating: PackedNumbers(), count: columns) }

  /// Reads the next `count` rows of a box. A count of rows that do not fit in the box is damage, which is reported
  /// before any row is read.
  ///
  /// - Parameters:
  ///   - fields: a reader of the fields before the rows, located at their end.
  ///   - widths: the number of bytes of each number in a row.
  init(_ box: SourceBox, after fields: ByteReader, count: UInt32, widths: [Int]) throws {
    let stride = widths.reduce(0, +)
    var place = fields.fileOffset
    let fitting = Int(box.contents.upperBound - place) / stride
    guard Int(count) <= fitting else {
      throw fields.damaged("it says it has \(count) entries, and \(fitting) fit in it")
    }
    self.init(columns: widths.count)
    self.count = Int(count)
    var left = Int(count)
    while left > 0 {
      let rows = min(left, Self.windowSize / stride)
      let window = try box.reader(rows * stride, at: place)
      append(rows, of: window.storage, widths)
      place += Int64(rows * stride)
      left -= rows
    }
  }

  /// Adds rows of big-endian numbers.
  private mutating func append(_ rows: Int, of bytes: [UInt8], _ widths: [Int]) {
    let rowSize = widths.reduce(0, +)
    var start = 0
    for (column, width) in widths.enumerated() {
      let places = stride(from: start, to: start + rows * rowSize, by: rowSize)
      switch width {
      case 1: append(UInt8.self, of: bytes, at: places, to: column)
      case 2: append(UInt16.self, of: bytes, at: places, to: column)
      case 4: append(UInt32.self, of: bytes, at: places, to: column)
      default: append(UInt64.self, of: bytes, at: places, to: column)
      }
      start += width
    }
  }

  private mutating func append<Number: FixedWidthInteger & UnsignedInteger>(
    _ type: Number.Type, of bytes: [UInt8], at places: StrideTo<Int>, to column: Int
  ) {
    bytes.withUnsafeBytes { bytes in
      for place in places {
        let number = Number(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: type))
        columns[column].append(UInt64(number))
      }
    }
  }

  mutating func append(_ row: [UInt64]) {
    for (column, number) in row.enumerated() { columns[column].append(number) }
    count += 1
  }

  func u64(_ row: Int, column: Int = 0) -> UInt64 { columns[column][row] }

  /// Returns a number of a column whose numbers have at most 32 bits.
  func u32(_ row: Int, column: Int = 0) -> UInt32 { UInt32(truncatingIfNeeded: u64(row, column: column)) }

  /// The sum of the counts at the start of the rows in a table of runs.
  var sum: Int { columns.first?.reduce(0) { $0 + Int($1) } ?? 0 }
}
