import MediaSupport

/// The values for a track's samples in fragments that state no others (`trex`, ISO 14496-12 8.8.3).
struct FragmentDefaults: Sendable {
  /// The number of the sample entry, from 1.
  var entry: UInt32 = 1
  var duration: UInt32 = 0
  var size: UInt32 = 0
  var flags: UInt32 = 0

  init() {}

  init(_ reader: inout ByteReader) throws {
    entry = try reader.u32()
    duration = try reader.u32()
    size = try reader.u32()
    flags = try reader.u32()
  }
}

/// A run of samples in a fragment: `trun` with the values that it inherits (ISO 14496-12 8.8.8).
struct FragmentRun: Sendable {
  let count: Int
  /// The decode time of the first sample.
  let decodeTime: Int64
  /// The file offset of the first sample.
  let offset: Int64
  private(set) var duration: Int64 = 0
  /// The time by which the last sample is longer than the run states.
  private var gap: Int64 = 0
  private(set) var byteCount: Int64 = 0
  let defaults: FragmentDefaults
  private let firstFlags: UInt32?
  private let rows: RowTable
  private let durationColumn: Int?
  private let sizeColumn: Int?
  private let flagsColumn: Int?
  private let compositionColumn: Int?

  /// - Parameters:
  ///   - base: the offset from which the run's data offset counts.
  ///   - follows: the offset of the samples when the run states none: the end of the run before.
  init(
    _ box: Box, defaults: FragmentDefaults, base: Int64, follows: Int64, decodeTime: Int64, fileSize: Int64
  ) throws {
    var reader = box.contents
    let present = RunFlags(rawValue: try reader.versionAndFlags().flags)
    let samples = try reader.u32()
    var offset = follows
    if present.contains(.dataOffset) {
      let (sum, overflow) = base.addingReportingOverflow(Int64(try reader.i32()))
      guard !overflow, sum >= 0 else { throw reader.damaged("its samples start before the file") }
      offset = sum
    }
    firstFlags = present.contains(.firstFlags) ? try reader.u32() : nil
    var stride = 0
    func column(_ field: RunFlags) -> Int? {
      guard present.contains(field) else { return nil }
      defer { stride += 4 }
      return stride
    }
    durationColumn = column(.duration)
    sizeColumn = column(.size)
    flagsColumn = column(.flags)
    compositionColumn = column(.compositionOffset)
    count = Int(samples)
    if stride == 0 {
      // Without rows, only the size of the file bounds the count: a sample has at least one byte.
      guard Int64(samples) <= fileSize else {
        throw reader.damaged("\(samples) samples in a file of \(fileSize) bytes")
      }
      rows = .empty
    } else {
      rows = try RowTable(&reader, count: samples, stride: stride)
    }
    self.defaults = defaults
    self.decodeTime = decodeTime
    self.offset = offset
    if durationColumn == nil {
      duration = Int64(defaults.duration) * Int64(count)
    } else {
      for row in 0..<count { duration += sampleDuration(row) }
    }
    if sizeColumn == nil {
      byteCount = Int64(defaults.size) * Int64(count)
    } else {
      for row in 0..<count { byteCount += Int64(sampleSize(row)) }
    }
  }

  /// A Boolean value that says whether each sample has its own duration; the next three are for sizes, flags and
  /// offsets.
  var hasDurations: Bool { durationColumn != nil || gap > 0 }
  var hasSizes: Bool { sizeColumn != nil }
  var hasFlags: Bool { flagsColumn != nil }
  var hasCompositionOffsets: Bool { compositionColumn != nil }

  func sampleDuration(_ row: Int) -> Int64 {
    let own = Int64(durationColumn.map { rows.u32(row, at: $0) } ?? defaults.duration)
    return row == count - 1 ? own + gap : own
  }

  func sampleSize(_ row: Int) -> UInt32 { sizeColumn.map { rows.u32(row, at: $0) } ?? defaults.size }

  /// Extends the last sample to the decode time of the next one.
  mutating func extendLastSample(to time: Int64) {
    gap = max(0, time - decodeTime - duration)
    duration += gap
  }

  /// Returns the last row that is decoded at or before a time; `nil` if the run begins later.
  func row(decodedAt time: Int64) -> Int? {
    guard hasDurations else {
      return lastStep(at: time, from: decodeTime, every: Int64(defaults.duration), count: count)
    }
    guard count > 0, decodeTime <= time else { return nil }
    var next = decodeTime
    for row in 0..<count - 1 {
      next &+= sampleDuration(row)
      if next > time { return row }
    }
    return count - 1
  }

  func sampleFlags(_ row: Int) -> UInt32 {
    if row == 0, let firstFlags { return firstFlags }
    return flagsColumn.map { rows.u32(row, at: $0) } ?? defaults.flags
  }

  /// Returns the composition offset. It is read as signed in both versions, because writers of version 0 also write
  /// signed offsets.
  func compositionOffset(_ row: Int) -> Int32 {
    compositionColumn.map { Int32(bitPattern: rows.u32(row, at: $0)) } ?? 0
  }

  /// Returns whether a sample is a sync sample, by `sample_is_non_sync_sample` (ISO 14496-12 8.8.3.1).
  func isSync(_ row: Int) -> Bool { sampleFlags(row) & SampleTableBuilder.SampleFlags.nonSync == 0 }

  /// Returns the dependency bits, in the order of `sdtp`.
  func dependency(_ row: Int) -> SampleDependency {
    SampleDependency(rawValue: UInt8(truncatingIfNeeded: sampleFlags(row) >> 20))
  }
}

/// Returns the index of the last of equal steps that begins at or before a time, from 0; `nil` if there is none.
func lastStep(at time: Int64, from start: Int64, every step: Int64, count: Int) -> Int? {
  guard count > 0, start <= time else { return nil }
  let (distance, overflow) = time.subtractingReportingOverflow(start)
  guard step > 0, !overflow else { return count - 1 }
  return Int(min(Int64(count - 1), distance / step))
}
