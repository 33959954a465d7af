/// Adjacent samples of one size and duration, which are contiguous in the file.
package struct SampleStretch: Hashable, Sendable {
  /// The index of the first sample in decode order, from 0.
  package var index: Int
  /// The offset of the first sample in the file.
  package var offset: Int64
  package var count: Int
  /// The decode time of the first sample, and the duration of each.
  package var decodeTime: Int64
  package var sampleDuration: Int64
  /// The index of their sample entry.
  package var entry: Int

  package var end: Int64 { decodeTime &+ Int64(count) &* sampleDuration }
}

/// Sound of a constant rate as stretches: each chunk, and each run of a fragment, is one. No table is unpacked, so a
/// year of linear PCM takes no more memory than a second.
///
/// The tables of such sound count each sample of linear PCM, and for some codings each decoded sample. The sizes in the
/// tables are ignored, because old writers wrote 1.
package struct SampleStretches: Sequence, Sendable {
  /// The smallest independent part of the coding: a number of samples, and of bytes.
  package struct Unit: Hashable, Sendable {
    package var samples: Int
    package var bytes: Int

    package init(samples: Int, bytes: Int) {
      self.samples = samples
      self.bytes = bytes
    }

    /// Returns the number of bytes of a number of samples.
    package func byteCount(_ count: Int) -> Int {
      let (bytes, overflow) = (count / samples).multipliedReportingOverflow(by: bytes)
      return overflow ? .max : bytes
    }
  }

  private let track: Track
  private let sampleDuration: Int64
  package let unit: Unit

  /// - Returns: `nil` for a track whose tables do not count the samples of the coding one by one.
  package init?(_ track: Track, unit: Unit) {
    guard unit.samples > 0, unit.bytes > 0, let duration = track.soleSampleDuration, duration > 0 else { return nil }
    let isCounted = duration == 1 || unit.samples == 1 && track.tables.sizes.uniformSize == unit.bytes
    guard isCounted || track.tables.sizes.count == 0,
      track.fragmentRuns.allSatisfy({ run in
        run.count % unit.samples == 0 && run.byteCount == Int64(clamping: unit.byteCount(run.count))
      })
    else { return nil }
    self.track = track
    sampleDuration = duration
    self.unit = unit
  }

  package func makeIterator() -> Iterator { Iterator(track, sampleDuration) }

  package struct Iterator: IteratorProtocol {
    private let track: Track
    private let sampleDuration: Int64
    private var index = 0
    private var chunk = 0
    private var chunkRun = -1
    private var run = 0

    init(_ track: Track, _ sampleDuration: Int64) {
      self.track = track
      self.sampleDuration = sampleDuration
    }

    package mutating func next() -> SampleStretch? { nextChunk() ?? nextRun() }

    private mutating func nextChunk() -> SampleStretch? {
      let tables = track.tables
      while index < tables.sizes.count, chunk < tables.chunkOffsets.count {
        while chunkRun + 1 < tables.chunkRuns.count, Int(tables.chunkRuns.u32(chunkRun + 1)) <= chunk + 1 {
          chunkRun += 1
        }
        guard chunkRun >= 0 else { return nil }
        let count = Swift.min(Int(tables.chunkRuns.u32(chunkRun, column: 1)), tables.sizes.count - index)
        let stretch = SampleStretch(
          index: index, offset: Int64(clamping: tables.chunkOffset(chunk)), count: count,
          decodeTime: Int64(index) &* sampleDuration, sampleDuration: sampleDuration,
          entry: Int(tables.chunkRuns.u32(chunkRun, column: 2)) - 1)
        chunk += 1
        index += count
        if count > 0 { return stretch }
      }
      return nil
    }

    private mutating func nextRun() -> SampleStretch? {
      while run < track.fragmentRuns.count {
        let current = track.fragmentRuns[run]
        run += 1
        guard current.count > 0 else { continue }
        defer { index += current.count }
        return SampleStretch(
          index: index, offset: current.offset, count: current.count, decodeTime: current.decodeTime,
          sampleDuration: sampleDuration, entry: Int(current.defaults.entry) - 1)
      }
      return nil
    }
  }
}

extension Track {
  /// The duration of every sample; `nil` if they differ, and if there are none.
  fileprivate var soleSampleDuration: Int64? {
    var sole: Int64?
    var isSole = true
    forEachDurationRun { run in
      guard run.count > 0 else { return }
      if let known = sole, known != run.value { isSole = false }
      sole = run.value
    }
    return isSole ? sole : nil
  }
}
