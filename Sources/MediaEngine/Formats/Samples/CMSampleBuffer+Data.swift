import CoreMedia
import MediaSupport

extension CMSampleBuffer {
  /// Returns the samples' bytes, together in each of a number of equal parts: in the client's own memory where they lie
  /// so, else in a copy. Pointers to them may be kept with the buffer that is returned.
  ///
  /// - Throws: `MediaError(.invalidOperation)` for a buffer without data, and for data of which some is not in memory.
  func gatheredData(partCount: Int = 1) throws(MediaError) -> CMBlockBuffer {
    guard let dataBuffer else { throw MediaError(.invalidOperation, .encoding, "a sample buffer has no data") }
    do {
      return try dataBuffer.gathered(partCount: partCount)
    } catch {
      throw MediaError(.invalidOperation, .encoding, "the data of a sample buffer is not all in memory", cause: error)
    }
  }
}
