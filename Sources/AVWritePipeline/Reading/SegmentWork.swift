internal import MediaSupport

/// The journal in which segments are stored, and the share of the machine that encoding them may have.
struct SegmentWork {
  let journal: SegmentJournal
  let processorCount: Int
  /// The number of bytes that encoders and decoders may hold.
  let memoryLimit: Int

  /// - Parameter jobCount: the number of jobs that share the machine.
  init(_ journal: SegmentJournal, jobCount: Int) {
    self.journal = journal
    processorCount = max(1, Processors.count / jobCount)
    memoryLimit = MemoryBound.byteCount / jobCount
  }
}
