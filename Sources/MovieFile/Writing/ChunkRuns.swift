/// The rows of `stsc`: chunks with one number of samples and one sample entry, up to the first chunk of the next row.
struct ChunkRuns: Sendable {
  struct Run: Hashable, Sendable {
    /// The number of the first chunk, from 1.
    var firstChunk: UInt32
    var samples: UInt32
    var entry: UInt32
  }

  private var firstChunks = PackedNumbers<UInt32>()
  private var samples = PackedNumbers<UInt32>()
  private var entries = PackedNumbers<UInt32>()

  mutating func append(_ run: Run) {
    firstChunks.append(run.firstChunk)
    samples.append(run.samples)
    entries.append(run.entry)
  }

  /// Replaces the last run. There must be one.
  mutating func replaceLast(with run: Run) {
    firstChunks.replaceLast(with: run.firstChunk)
    samples.replaceLast(with: run.samples)
    entries.replaceLast(with: run.entry)
  }
}

extension ChunkRuns: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { firstChunks.count }

  subscript(index: Int) -> Run {
    Run(firstChunk: firstChunks[index], samples: samples[index], entry: entries[index])
  }
}
