/// Samples that lie one after the other in the file, as the tables state them: chunks, and runs of fragments.
extension Track {
  /// Returns the indices, in decode order, of the samples in the chunk that a sample is in; `nil` beyond the tables.
  package func chunk(of index: Int) -> Range<Int>? {
    guard index >= 0 else { return nil }
    let tabled = tables.sizes.count
    return index < tabled ? tabledChunk(of: index) : run(of: index - tabled, from: tabled)
  }

  /// A row of `stsc` stands for chunks with one number of samples, up to the first chunk of the next row.
  private func tabledChunk(of index: Int) -> Range<Int>? {
    var first = 0
    for row in 0..<tables.chunkRuns.count {
      let size = Int(tables.chunkRuns.u32(row, at: 4))
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

  private func run(of index: Int, from start: Int) -> Range<Int>? {
    var (start, rest) = (start, index)
    for run in fragmentRuns {
      if rest < run.count { return start..<start + run.count }
      start += run.count
      rest -= run.count
    }
    return nil
  }
}
