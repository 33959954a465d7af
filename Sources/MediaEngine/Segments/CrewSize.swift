/// The number of segments that are encoded at once: a pure value.
struct CrewSize: Equatable {
  let workerCount: Int

  /// The average share of an encoder's threads that have work. Its look-ahead and the decoder are included.
  private static let busyShare = 0.75

  /// - Parameters:
  ///   - processorCount: the number of processors that should be busy.
  ///   - memoryLimit: the number of bytes that all workers may hold.
  ///   - threadCount: the number of threads of one encoder.
  ///   - byteCount: the number of bytes that one worker holds.
  init(processorCount: Int, memoryLimit: Int, threadCount: Int, byteCount: Int) {
    let wanted = (Double(processorCount) / (Self.busyShare * Double(threadCount))).rounded(.up)
    let fitting = memoryLimit / max(1, byteCount)
    workerCount = max(1, min(Int(wanted), fitting))
  }
}
