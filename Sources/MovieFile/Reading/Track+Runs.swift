import MediaSupport

/// A run of neighbouring samples with the same value.
package struct SampleRun: Hashable, Sendable {
  package var count: Int
  package var value: Int64

  package init(count: Int, value: Int64) {
    self.count = count
    self.value = value
  }
}

/// Columns of the sample tables as runs.
///
/// The work is bounded by the size of the tables, not by the number of samples that they claim.
extension Track {
  /// A Boolean value that says whether presentation times differ from decode times somewhere.
  package var hasCompositionOffsets: Bool {
    tables.compositionOffsets.count > 0 || fragmentRuns.contains(where: \.hasCompositionOffsets)
  }

  /// Returns the range of composition offsets that pictures can have, in ticks of the media; `nil` if any can be right.
  ///
  /// Pictures are reordered, but never by more than the length of the movie, so an offset that differs from the
  /// smallest one by more than twice that length is damaged. The length does not follow from the decode times alone:
  /// after a pause, the last pictures are shown long after the end of decoding.
  package func plausibleCompositionOffsets(movieTimeScale: Int32) -> ClosedRange<Int64>? {
    guard kind == .video, hasCompositionOffsets else { return nil }
    var (smallest, least, greatest) = (Int64.max, Int64.max, Int64.min)
    forEachCompositionRun { run in
      if run.value.magnitude < smallest.magnitude { smallest = run.value }
      (least, greatest) = (min(least, run.value), max(greatest, run.value))
    }
    var decoded: Int64 = 0
    forEachDurationRun { run in decoded &+= Int64(run.count) &* run.value }
    let stated = max(mediaHeader.duration ?? 0, statedPresentation(movieTimeScale: movieTimeScale))
    // A fragmented movie need not state its length: FFmpeg's limit applies then.
    let longest = max(decoded, stated, fragmentRuns.isEmpty ? 0 : Self.greatestUnstatedOffset / 2)
    // An offset has 32 bits.
    guard longest > 0, longest <= Int32.max, smallest != .max else { return nil }
    let range = (smallest - 2 * longest)...(smallest + 2 * longest)
    return range.contains(least) && range.contains(greatest) ? nil : range
  }

  /// The greatest composition offset that FFmpeg does not treat as damage, in ticks of the media.
  private static let greatestUnstatedOffset: Int64 = 1 << 28

  /// Returns the duration of the presentation by the track's header and its edits, in ticks of the media; 0 where they
  /// do not state it.
  private func statedPresentation(movieTimeScale: Int32) -> Int64 {
    let edited: Int64 = edits.reduce(0) { sum, edit in
      let (total, overflow) = sum.addingReportingOverflow(max(0, edit.duration))
      return overflow ? .max : total
    }
    let movie = TimeBase(ticksPerSecond: max(1, movieTimeScale))
    return movie.rescale(max(header.duration ?? 0, edited), to: TimeBase(ticksPerSecond: max(1, timeScale)))
  }

  /// The decode time of the first sample, in the media's time scale.
  package var firstDecodeTime: Int64 { tables.sizes.count > 0 ? 0 : fragmentRuns.first?.decodeTime ?? 0 }

  /// Returns the index of the last sample that is decoded at a time or before it, in ticks of the media; `nil` where
  /// there is none. The tables must agree with each other.
  func index(decodedAt time: Int64) -> Int? {
    var (first, start) = (0, Int64(0))
    for row in 0..<tables.decodeTimes.count {
      let (count, duration) = (Int(tables.decodeTimes.u32(row)), Int64(tables.decodeTimes.u32(row, column: 1)))
      guard count > 0 else { continue }
      guard let step = lastStep(at: time, from: start, every: duration, count: count) else { break }
      if step < count - 1 { return first + step }
      first += count
      start &+= Int64(count) &* duration
    }
    // Fragments follow the tables: if one of the tables' samples is later than the time, so are all of these.
    for run in fragmentRuns where run.count > 0 {
      guard first >= tables.sizes.count, let row = run.row(decodedAt: time) else { break }
      if row < run.count - 1 { return first + row }
      first += run.count
    }
    return first > 0 ? first - 1 : nil
  }

  /// A Boolean value that says whether decoding can begin with every sample.
  package var isEverySampleSync: Bool {
    var count = 0
    forEachSyncRange { count += $0.count }
    return count == sampleCount
  }

  /// The shortest duration of a sample except the last, which often fills the rest of the media; 0 where there is none.
  package var shortestSampleDuration: Int64 {
    var shortest: Int64 = 0
    var remaining = sampleCount - 1
    forEachDurationRun { run in
      let counted = min(run.count, remaining)
      remaining -= counted
      if counted > 0, run.value > 0, shortest == 0 || run.value < shortest { shortest = run.value }
    }
    return shortest
  }

  /// Calls `body` with every run of durations in the form of the tables: neighbours may be equal.
  package func forEachDurationRun(_ body: (SampleRun) -> Void) {
    for row in 0..<tables.decodeTimes.count {
      body(SampleRun(count: Int(tables.decodeTimes.u32(row)), value: Int64(tables.decodeTimes.u32(row, column: 1))))
    }
    for run in fragmentRuns {
      guard run.hasDurations else {
        body(SampleRun(count: run.count, value: Int64(run.defaults.duration)))
        continue
      }
      for row in 0..<run.count { body(SampleRun(count: 1, value: run.sampleDuration(row))) }
    }
  }

  /// Calls `body` with every run of composition offsets in the form of the tables: neighbours may be equal.
  package func forEachCompositionRun(_ body: (SampleRun) -> Void) {
    let table = tables.compositionOffsets
    for row in 0..<table.count {
      body(SampleRun(count: Int(table.u32(row)), value: Int64(Int32(bitPattern: table.u32(row, column: 1)))))
    }
    for run in fragmentRuns {
      guard run.hasCompositionOffsets else {
        body(SampleRun(count: run.count, value: 0))
        continue
      }
      for row in 0..<run.count { body(SampleRun(count: 1, value: Int64(run.compositionOffset(row)))) }
    }
  }

  /// Calls `body` with ranges of indices of sync samples, in order: neighbouring ranges may touch.
  package func forEachSyncRange(_ body: (Range<Int>) -> Void) {
    if let sync = tables.syncSamples {
      for row in 0..<sync.count where sync.u32(row) > 0 { body(Int(sync.u32(row)) - 1..<Int(sync.u32(row))) }
    } else if tables.sizes.count > 0 {
      body(0..<tables.sizes.count)
    }
    var start = tables.sizes.count
    for run in fragmentRuns where run.count > 0 {
      // In a run without flags for each sample, all samples after the first are alike.
      let own = run.hasFlags ? run.count : min(run.count, 1)
      for row in 0..<own where run.isSync(row) { body(start + row..<start + row + 1) }
      if own < run.count, run.isSync(own) { body(start + own..<start + run.count) }
      start += run.count
    }
  }
}
