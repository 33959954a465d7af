package import MediaSupport

/// A sample as the tables describe it.
package struct TrackSample: Hashable, Sendable {
  /// The sample's index in decode order, from 0.
  package var index: Int
  /// The offset of its bytes in the file (or in the file of its entry's data reference).
  package var offset: Int64
  package var size: Int
  /// The decode time in the media's time scale.
  package var decodeTime: Int64
  package var compositionOffset: Int64
  package var duration: Int64
  package var isSync: Bool
  /// A Boolean value that says whether decoding can begin here, except for pictures that are shown before it: a partial
  /// sync sample of QuickTime, or a member of ISO's random-access groups.
  package var isPartialSync = false
  package var dependency: SampleDependency
  /// The index of its sample entry.
  package var entry: Int

  /// A Boolean value that says whether decoding can begin with the sample.
  package var isAccessPoint: Bool { isSync || isPartialSync }

  package var presentationTime: Int64 { decodeTime &+ compositionOffset }
}

/// The samples of a track in decode order. The samples of fragments come last. Iterating allocates no memory. If the
/// tables disagree, the sequence ends early (see `Movie.firstInconsistency`).
package struct SampleSequence: Sequence, Sendable {
  let track: Track

  package func makeIterator() -> Iterator { Iterator(track) }

  package struct Iterator: IteratorProtocol {
    private let track: Track
    private let tables: SampleTables
    private var index = 0
    private var decodeTime: Int64 = 0
    private var times: RunCursor
    private var offsets: RunCursor
    private var chunk = -1
    private var chunkRun = -1
    private var leftInChunk: UInt32 = 0
    private var offset: Int64 = 0
    private var syncs: NumberCursor?
    private var partialSyncs: NumberCursor?
    private var accessGroups: RunCursor
    private var run = 0
    private var row = 0

    init(_ track: Track) {
      self.track = track
      tables = track.tables
      times = RunCursor(track.tables.decodeTimes)
      offsets = RunCursor(track.tables.compositionOffsets)
      syncs = track.tables.syncSamples.map(NumberCursor.init)
      partialSyncs = track.tables.partialSyncSamples.map(NumberCursor.init)
      accessGroups = RunCursor(track.tables.accessGroups)
    }

    package mutating func next() -> TrackSample? { nextInTables() ?? nextInFragments() }

    private mutating func nextInTables() -> TrackSample? {
      guard index < tables.sizes.count, enterChunk() else { return nil }
      let size = tables.sizes[index]
      let delta = Int64(times.next() ?? 0)
      let number = index + 1
      let isInAccessGroup = accessGroups.next() ?? 0 > 0
      let sample = TrackSample(
        index: index, offset: offset, size: size, decodeTime: decodeTime,
        compositionOffset: Int64(Int32(bitPattern: offsets.next() ?? 0)), duration: delta,
        isSync: syncs?.contains(number) ?? true,
        isPartialSync: partialSyncs?.contains(number) ?? false || isInAccessGroup, dependency: dependency,
        entry: Int(tables.chunkRuns.u32(chunkRun, column: 2)) - 1)
      leftInChunk -= 1
      index += 1
      offset &+= Int64(size)
      decodeTime &+= delta
      return sample
    }

    /// Steps to the next chunk that has samples when this one is used up; returns `false` when there is none.
    private mutating func enterChunk() -> Bool {
      while leftInChunk == 0 {
        chunk += 1
        guard chunk < tables.chunkOffsets.count else { return false }
        while chunkRun + 1 < tables.chunkRuns.count, Int(tables.chunkRuns.u32(chunkRun + 1)) <= chunk + 1 {
          chunkRun += 1
        }
        guard chunkRun >= 0 else { return false }
        leftInChunk = tables.chunkRuns.u32(chunkRun, column: 1)
        offset = Int64(clamping: tables.chunkOffset(chunk))
      }
      return true
    }

    private var dependency: SampleDependency {
      guard let table = tables.dependencies, index < table.count else { return .unknown }
      return SampleDependency(rawValue: UInt8(truncatingIfNeeded: table.u32(index)))
    }

    private mutating func nextInFragments() -> TrackSample? {
      while run < track.fragmentRuns.count {
        let current = track.fragmentRuns[run]
        guard row < current.count else {
          (run, row) = (run + 1, 0)
          continue
        }
        if row == 0 { (offset, decodeTime) = (current.offset, current.decodeTime) }
        let (size, duration) = (Int(current.sampleSize(row)), current.sampleDuration(row))
        let sample = TrackSample(
          index: index, offset: offset, size: size, decodeTime: decodeTime,
          compositionOffset: Int64(current.compositionOffset(row)), duration: duration, isSync: current.isSync(row),
          dependency: current.dependency(row), entry: Int(current.defaults.entry) - 1)
        row += 1
        index += 1
        offset &+= Int64(size)
        decodeTime &+= duration
        return sample
      }
      return nil
    }
  }
}

/// A cursor over a table of ascending sample numbers, counted from 1.
struct NumberCursor {
  private let table: NumberTable
  private var row = 0

  init(_ table: NumberTable) { self.table = table }

  /// Returns whether the table contains a number. The requested numbers must ascend.
  mutating func contains(_ number: Int) -> Bool {
    while row < table.count, Int(table.u32(row)) < number { row += 1 }
    return row < table.count && Int(table.u32(row)) == number
  }
}

/// A cursor over a table of counts and values.
struct RunCursor {
  private let table: NumberTable
  private var row = 0
  private var left: UInt32 = 0
  private var value: UInt32 = 0

  init(_ table: NumberTable) { self.table = table }

  /// Returns the value of the next sample; `nil` after the last run.
  mutating func next() -> UInt32? {
    while left == 0 {
      guard row < table.count else { return nil }
      (left, value) = (table.u32(row), table.u32(row, column: 1))
      row += 1
    }
    left -= 1
    return value
  }
}
