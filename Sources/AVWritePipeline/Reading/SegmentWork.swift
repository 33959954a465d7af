internal import MediaSupport

/// The folder in which segments are stored, and the share of the machine that encoding them may have.
struct SegmentWork {
  /// The path of the journal's folder.
  let folder: String
  let processorCount: Int
  /// The number of bytes that encoders and decoders may hold.
  let memoryLimit: Int
  /// The share of the segments that is encoded here; all of them when nil.
  let share: Share?

  /// A share of the segments, in one of the passes over them.
  struct Share: Hashable {
    /// The number of the share, from 0, and the number of shares.
    var index, count: Int
    /// The number of the pass, from 1.
    var pass = 1
  }

  /// - Parameters:
  ///   - folder: the path of the journal's folder.
  ///   - jobCount: the number of jobs that share the machine.
  ///   - share: the share of the segments that is encoded here; all of them when nil.
  init(_ folder: String, jobCount: Int, share: Share? = nil) {
    self.folder = folder
    self.share = share
    processorCount = max(1, Processors.count / jobCount)
    memoryLimit = MemoryBound.byteCount / jobCount
  }
}
