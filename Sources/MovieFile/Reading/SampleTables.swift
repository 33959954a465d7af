/// Rows of big-endian numbers in the bytes of `moov`, read in place.
struct PackedTable: Sendable {
  private let storage: [UInt8]
  private let start: Int
  private let stride: Int
  let count: Int

  static let empty = PackedTable()

  private init() { (storage, start, stride, count) = ([], 0, 1, 0) }

  /// Reads the next `count` rows of a box. Rows that do not fit in the box are damage.
  init(_ reader: inout ByteReader, count: UInt32, stride: Int) throws {
    guard Int(count) <= reader.remaining / stride else {
      throw reader.damaged("it says it has \(count) entries, and \(reader.remaining / stride) fit in it")
    }
    storage = reader.storage
    start = reader.position
    self.stride = stride
    self.count = Int(count)
    try reader.skip(self.count * stride)
  }

  func u8(_ row: Int, at column: Int = 0) -> UInt8 { storage[start + row * stride + column] }

  func u16(_ row: Int) -> UInt16 {
    let at = start + row * stride
    return UInt16(storage[at]) << 8 | UInt16(storage[at + 1])
  }

  func u32(_ row: Int, at column: Int = 0) -> UInt32 {
    let at = start + row * stride + column
    return UInt32(storage[at]) << 24 | UInt32(storage[at + 1]) << 16 | UInt32(storage[at + 2]) << 8
      | UInt32(storage[at + 3])
  }

  func u64(_ row: Int) -> UInt64 { UInt64(u32(row)) << 32 | UInt64(u32(row, at: 4)) }

  /// The sum of the counts at the start of the rows in a table of runs.
  var sum: Int {
    var total = 0
    for row in 0..<count { total += Int(u32(row)) }
    return total
  }
}

/// The sample tables of a track in the form of `stbl` (ISO 14496-12 8.6 and 8.7). Nothing is unpacked.
struct SampleTables: Sendable {
  /// `stts`: count, delta.
  private(set) var decodeTimes = PackedTable.empty
  /// `ctts`: count, offset. The offset is read as signed in version 0 too, as QuickTime means it.
  private(set) var compositionOffsets = PackedTable.empty
  /// `stsc`: first chunk, samples in each, sample entry.
  private(set) var chunkRuns = PackedTable.empty
  private(set) var sizes = SampleSizes()
  private(set) var chunkOffsets = PackedTable.empty
  private(set) var hasWideOffsets = false
  /// `stss`; `nil` means that every sample is a sync sample.
  private(set) var syncSamples: PackedTable?
  /// `stps`, QuickTime's partial sync samples; `nil` where there is none.
  private(set) var partialSyncSamples: PackedTable?
  /// The runs of `sbgp` for random-access points: count, and a number above 0 for members (ISO 14496-12 10.4).
  private(set) var accessGroups = PackedTable.empty
  private(set) var dependencies: PackedTable?

  init(_ box: Box, fileSize: Int64) throws {
    var dependencyBox: Box?
    try box.contents.forEachBox { child in
      var reader = child.contents
      switch child.type {
      case "stts": decodeTimes = try Self.table(&reader, stride: 8)
      case "ctts": compositionOffsets = try Self.table(&reader, stride: 8)
      case "stsc": chunkRuns = try Self.table(&reader, stride: 12)
      case "stco": chunkOffsets = try Self.table(&reader, stride: 4)
      case "co64":
        chunkOffsets = try Self.table(&reader, stride: 8)
        hasWideOffsets = true
      case "stss": syncSamples = try Self.table(&reader, stride: 4)
      case "stps": partialSyncSamples = try Self.table(&reader, stride: 4)
      case "sbgp": if let groups = try Self.accessGroups(&reader) { accessGroups = groups }
      case "stsz", "stz2": sizes = try SampleSizes(child, fileSize: fileSize)
      case "sdtp": dependencyBox = child
      default: break
      }
    }
    // `sdtp` has no count: it has a byte for each sample.
    if let dependencyBox {
      var reader = dependencyBox.contents
      try reader.skip(4)
      let count = UInt32(clamping: min(reader.remaining, sizes.count))
      dependencies = try PackedTable(&reader, count: count, stride: 1)
    }
  }

  /// Returns the runs of a `sbgp`; `nil` for groups of another type.
  private static func accessGroups(_ reader: inout ByteReader) throws -> PackedTable? {
    let version = try reader.versionAndFlags().version
    guard try reader.fourCC() == "rap " else { return nil }
    if version == 1 { try reader.skip(4) }
    return try PackedTable(&reader, count: try reader.u32(), stride: 8)
  }

  private static func table(_ reader: inout ByteReader, stride: Int) throws -> PackedTable {
    try reader.skip(4)
    let count = try reader.u32()
    return try PackedTable(&reader, count: count, stride: stride)
  }

  /// Extends the last sample by a gap after it, if the tables agree with each other and can represent its duration.
  mutating func extendLastSample(by gap: Int64) throws {
    let last = decodeTimes.count - 1
    guard last >= 0, decodeTimes.sum == sizes.count, decodeTimes.u32(last) > 0, gap > 0,
      let gap = UInt32(exactly: gap)
    else { return }
    let (duration, overflow) = decodeTimes.u32(last, at: 4).addingReportingOverflow(gap)
    guard !overflow else { return }
    var rows = ByteWriter()
    func append(_ count: UInt32, _ duration: UInt32) {
      guard count > 0 else { return }
      rows.u32(count)
      rows.u32(duration)
    }
    for row in 0..<last { append(decodeTimes.u32(row), decodeTimes.u32(row, at: 4)) }
    append(decodeTimes.u32(last) - 1, decodeTimes.u32(last, at: 4))
    append(1, duration)
    var reader = ByteReader(rows.bytes, boxType: "stts")
    decodeTimes = try PackedTable(&reader, count: UInt32(rows.count / 8), stride: 8)
  }

  func chunkOffset(_ chunk: Int) -> UInt64 {
    hasWideOffsets ? chunkOffsets.u64(chunk) : UInt64(chunkOffsets.u32(chunk))
  }
}

/// `stsz` or `stz2`: one size for all samples, or a table of sizes with 4, 8, 16 or 32 bits each.
struct SampleSizes: Sendable {
  let count: Int
  /// The size of every sample, where it is not 0.
  private let uniform: UInt32
  private let bits: Int
  private let table: PackedTable

  init() { (count, uniform, bits, table) = (0, 0, 32, .empty) }

  init(_ box: Box, fileSize: Int64) throws {
    var reader = box.contents
    try reader.skip(4)
    let isCompact = box.type == "stz2"
    let field = try reader.u32()
    let samples = try reader.u32()
    count = Int(samples)
    uniform = isCompact ? 0 : field
    bits = isCompact ? Int(field & 0xFF) : 32
    guard [4, 8, 16, 32].contains(bits) else { throw reader.damaged("sizes of \(bits) bits") }
    if uniform == 0 {
      // Two 4-bit sizes share a row.
      let rows = bits == 4 ? samples / 2 + samples % 2 : samples
      table = try PackedTable(&reader, count: rows, stride: max(1, bits / 8))
    } else {
      table = .empty
      let (total, overflow) = Int64(uniform).multipliedReportingOverflow(by: Int64(samples))
      guard !overflow, total <= fileSize else {
        throw reader.damaged("\(samples) samples of \(uniform) bytes in a file of \(fileSize)")
      }
    }
  }

  /// The size of every sample; `nil` where they may differ.
  var uniformSize: Int? { uniform == 0 ? nil : Int(uniform) }

  /// The number of bytes in all samples; at most the file's size if all have one size.
  var total: Int64 {
    if uniform != 0 { return Int64(uniform) * Int64(count) }
    return (0..<count).reduce(0) { $0 &+ Int64(self[$1]) }
  }

  subscript(sample: Int) -> Int {
    if uniform != 0 { return Int(uniform) }
    switch bits {
    case 4: return Int(table.u8(sample / 2) >> (sample % 2 == 0 ? 4 : 0) & 15)
    case 8: return Int(table.u8(sample))
    case 16: return Int(table.u16(sample))
    default: return Int(table.u32(sample))
    }
  }
}
