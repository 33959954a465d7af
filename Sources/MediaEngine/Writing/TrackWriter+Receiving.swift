package import CoreMedia
package import MediaSupport

extension TrackWriter {
  /// Appends a sample as soon as the track may, and suspends until then (WI-91). One caller at a time.
  ///
  /// - Throws: `MediaError` when the writer failed or was cancelled, the track was finished or no session is open;
  ///   `CancellationError` when the task was cancelled before the sample was accepted.
  package func appendWhenReady(_ sample: CMSampleBuffer) async throws {
    while true {
      try Task.checkCancellation()
      if try appendIfReady(sample) { return }
      await file.waitUntilReady(number)
    }
  }

  /// Appends a sample if the track may now (WI-92).
  ///
  /// - Returns: `false` when it may not.
  /// - Throws: `MediaError` as `appendWhenReady`.
  package func appendIfReady(_ sample: CMSampleBuffer) throws(MediaError) -> Bool {
    switch file.receive(number, endTime: endTime(of: sample)) {
    case .accepted(let wakesCodec):
      accept(sample, wakesCodec: wakesCodec)
      return true
    case .notReady: return false
    case .refused(let error): throw error
    }
  }
}
