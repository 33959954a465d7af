/// The sample tables of a track: the same rows as in `stbl` (ISO 14496-12 8.6 and 8.7).
struct SampleTables: Sendable {
  /// `stts`: count, delta.
  private(set) var decodeTimes = NumberTable()
  /// `ctts`: count, offset. The offset is read as signed in version 0 too, as in QuickTime.
  private(set) var compositionOffsets = NumberTable()
  /// `stsc`: first chunk, samples in each, sample entry.
  private(set) var chunkRuns = NumberTable()
  private(set) var sizes = SampleSizes()
  /// `stco` or `co64`.
  private(set) var chunkOffsets = NumberTable()
  /// `stss`; `nil` means that every sample is a sync sample.
  private(set) var syncSamples: NumberTable?
  /// `stps`, QuickTime's partial sync samples; `nil` if there is none.
  private(set) var partialSyncSamples: NumberTable?
  /// The runs of `sbgp` for random-access points: count, and a number above 0 for members (ISO 14496-12 10.4).
  private(set) var accessGroups = NumberTable()
  private(set) var dependencies: NumberTable?

  init(_ box: SourceBox, fileSize: Int64) throws {
    var dependencyBox: SourceBox?
    try box.forEachBox { child in
      switch child.type {
      case "stts": decodeTimes = try Self.table(child, widths: [4, 4])
      case "ctts": compositionOffsets = try Self.table(child, widths: [4, 4])
      case "stsc": chunkRuns = try Self.table(child, widths: [4, 4, 4])
      case "stco": chunkOffsets = try Self.table(child, widths: [4])
      case "co64": chunkOffsets = try Self.table(child, widths: [8])
      case "stss": syncSamples = try Self.table(child, widths: [4])
      case "stps": partialSyncSamples = try Self.table(child, widths: [4])
      case "sbgp": if let groups = try Self.accessGroups(child) { accessGroups = groups }
      case "stsz", "stz2": sizes = try SampleSizes(child, fileSize: fileSize)
      case "sdtp": dependencyBox = child
      default: break
      }
    }
    // `sdtp` has no count: it has a byte for each sample.
    if let dependencyBox {
      var reader = try dependencyBox.reader(4)
      try reader.skip(4)
      let count = UInt32(clamping: min(dependencyBox.contents.count - 4, sizes.count))
      dependencies = try NumberTable(dependencyBox, after: reader, count: count, widths: [1])
    }
  }

  /// Returns the runs of a `sbgp`; `nil` for groups of another type.
  private static func accessGroups(_ box: SourceBox) throws -> NumberTable? {
    var reader = try box.reader(8)
    let version = try reader.versionAndFlags().version
    guard try reader.fourCC() == "rap " else { return nil }
    reader = try box.reader(version == 1 ? 16 : 12)
    try reader.skip(version == 1 ? 12 : 8)
    let count = try reader.u32()
    return try NumberTable(box, after: reader, count: count, widths: [4, 4])
  }

  private static func table(_ box: SourceBox, widths: [Int]) throws -> NumberTable {
    var reader = try box.reader(8)
    try reader.skip(4)
    let count = try reader.u32()
    return try NumberTable(box, after: reader, count: count, widths: widths)
  }

  /// Extends the last sample by a gap behind it, if the tables agree with each other and can hold its duration.
  mutating func extendLastSample(by gap: Int64) {
    let last = decodeTimes.count - 1
    guard last >= 0, decodeTimes.sum == sizes.count, decodeTimes.u32(last) > 0, gap > 0,
      let gap = UInt32(exactly: gap)
    else { return }
    let (duration, overflow) = decodeTimes.u32(last, column: 1).addingReportingOverflow(gap)
    guard !overflow else { return }
    var extended = NumberTable(columns: 2)
    func append(_ count: UInt32, _ duration: UInt32) {
      if count > 0 { extended.append([UInt64(count), UInt64(duration)]) }
    }
    for row in 0..<last { append(decodeTimes.u32(row), decodeTimes.u32(row, column: 1)) }
    append(decodeTimes.u32(last) - 1, decodeTimes.u32(last, column: 1))
    append(1, duration)
    decodeTimes = extended
  }

  func chunkOffset(_ chunk: Int) -> UInt64 { chunkOffsets.u64(chunk) }
}

/// `stsz` or `stz2`: one size for all samples, or a table of sizes with 4, 8, 16 or 32 bits each.
struct SampleSizes: Sendable {
  let count: Int
  /// The size of every sample if it is not 0.
  private let uniform: UInt32
  private let bits: Int
  private let table: NumberTable

  init() { (count, uniform, bits, table) = (0, 0, 32, NumberTable()) }

  init(_ box: SourceBox, fileSize: Int64) throws {
    var reader = try box.reader(12)
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
      table = try NumberTable(box, after: reader, count: rows, widths: [max(1, bits / 8)])
    } else {
      table = NumberTable()
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
    if bits == 4 { return Int(table.u32(sample / 2) >> (sample % 2 == 0 ? 4 : 0) & 15) }
    return Int(table.u32(sample))
  }
}
