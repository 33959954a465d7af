/// Samples that are contiguous in the file, as the tables state them: chunks, and runs of fragments.
extension Track {
  /// Returns the indices, in decode order, of the samples in the chunk that a sample is in; `nil` beyond the tables.
  package func chunk(of index: Int) -> Range<Int>? {
    guard index >= 0 else { return nil }
    let tabled = tables.sizes.count
    if index < tabled { return tabledChunk(of: index) }
    return fragmentRun(of: index).map { $0.first..<$0.first + $0.run.count }
  }

  /// Returns the number of bytes in neighbouring samples of a chunk.
  package func byteCount(of samples: Range<Int>) -> Int64 {
    if let size = uniformSize(of: samples) { return Int64(size) &* Int64(samples.count) }
    guard samples.lowerBound >= tables.sizes.count else {
      return samples.reduce(0) { $0 &+ Int64(tables.sizes[$1]) }
    }
    guard let found = fragmentRun(of: samples.lowerBound) else { return 0 }
    return samples.reduce(0) { $0 &+ Int64(found.run.sampleSize($1 - found.first)) }
  }

  /// Returns the size of each of adjacent samples of a chunk, if it is stated once for all of them. It is `nil` if each
  /// sample states its own, even if these are equal.
  private func uniformSize(of samples: Range<Int>) -> Int? {
    guard samples.lowerBound >= tables.sizes.count else { return tables.sizes.uniformSize }
    guard let found = fragmentRun(of: samples.lowerBound), !found.run.hasSizes else { return nil }
    return Int(found.run.defaults.size)
  }

  /// Returns whether neighbouring samples of a chunk have one size.
  package func areOfOneSize(_ samples: Range<Int>) -> Bool {
    guard uniformSize(of: samples) == nil else { return true }
    guard samples.lowerBound >= tables.sizes.count else {
      return samples.allSatisfy { tables.sizes[$0] == tables.sizes[samples.lowerBound] }
    }
    guard let found = fragmentRun(of: samples.lowerBound) else { return true }
    let rows = samples.lowerBound - found.first..<samples.upperBound - found.first
    return rows.allSatisfy { found.run.sampleSize($0) == found.run.sampleSize(rows.lowerBound) }
  }

  /// Returns whether neighbouring samples of a chunk have one duration.
  package func areOfOneDuration(_ samples: Range<Int>) -> Bool {
    guard samples.lowerBound >= tables.sizes.count else { return areOfOneTabledDuration(samples) }
    guard let found = fragmentRun(of: samples.lowerBound), found.run.hasDurations else { return true }
    let rows = samples.lowerBound - found.first..<samples.upperBound - found.first
    return rows.allSatisfy { found.run.sampleDuration($0) == found.run.sampleDuration(rows.lowerBound) }
  }

  private func areOfOneTabledDuration(_ samples: Range<Int>) -> Bool {
    var duration: UInt32?
    var first = 0
    for row in 0..<tables.decodeTimes.count where first < samples.upperBound {
      let next = first + Int(tables.decodeTimes.u32(row))
      defer { first = next }
      guard first < next, next > samples.lowerBound else { continue }
      let own = tables.decodeTimes.u32(row, column: 1)
      if let duration, duration != own { return false }
      duration = own
    }
    return true
  }

  /// Returns the range of a chunk in the tables. A row of `stsc` describes chunks with one number of samples, up to the
  /// first chunk of the next row.
  private func tabledChunk(of index: Int) -> Range<Int>? {
    var first = 0
    for row in 0..<tables.chunkRuns.count {
      let size = Int(tables.chunkRuns.u32(row, column: 1))
      let next =
        row + 1 < tables.chunkRuns.count ? Int(tables.chunkRuns.u32(row + 1)) : tables.chunkOffsets.count + 1
      let chunks = max(0, min(next, tables.chunkOffsets.count + 1) - Int(tables.chunkRuns.u32(row)))
      let samples = chunks.multipliedReportingOverflow(by: size)
      guard size > 0 else { continue }
      if samples.overflow || index - first < samples.partialValue {
        let start = first + (index - first) / size * size
        return start..<min(start + size, tables.sizes.count)
      }
      first += samples.partialValue
    }
    return nil
  }

  /// Returns the run of a fragment that a sample is in, and the index of the run's first sample; `nil` for samples of
  /// the tables, and beyond all.
  private func fragmentRun(of index: Int) -> (run: FragmentRun, first: Int)? {
    var first = tables.sizes.count
    guard index >= first else { return nil }
    for run in fragmentRuns {
      if index - first < run.count { return (run, first) }
      first += run.count
    }
    return nil
  }
}
