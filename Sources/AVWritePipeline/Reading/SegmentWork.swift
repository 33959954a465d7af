internal import MediaSupport

/// The folder in which segments are stored, and the share of the machine that encoding them may have.
struct SegmentWork {
  /// The path of the journal's folder.
  let folder: String
  let processorCount: Int
  /// The number of bytes that encoders and decoders may hold.
  let memoryLimit: Int
  /// The number of the share of the segments that is encoded here, and the number of shares; all of them when nil.
  let share: (index: Int, count: Int)?

  /// - Parameters:
  ///   - folder: the path of the journal's folder.
  ///   - jobCount: the number of jobs that share the machine.
  ///   - share: the share of the segments that is encoded here; all of them when nil.
  init(_ folder: String, jobCount: Int, share: (index: Int, count: Int)? = nil) {
    self.folder = folder
    self.share = share
    processorCount = max(1, Processors.count / jobCount)
    memoryLimit = MemoryBound.byteCount / jobCount
  }
}
