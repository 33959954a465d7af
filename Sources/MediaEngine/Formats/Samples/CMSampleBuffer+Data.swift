import CoreMedia
import Foundation
import MediaSupport

extension CMSampleBuffer {
  /// Makes the data ready, if the client has deferred that.
  ///
  /// A buffer that is ready may have been invalidated meanwhile, because clients do that as soon as they have appended
  /// it.
  ///
  /// - Throws: `MediaError(.invalidOperation)` if the data will never be ready.
  func requireReadyData() throws(MediaError) {
    if isDataReady { return }
    do {
      try makeDataReady()
    } catch {
      // Clients that set the data themselves, without a closure, often do not mark the buffer as ready.
      let isUnsaid = (error as NSError).code == Int(kCMSampleBufferError_BufferNotReady)
      if isUnsaid, dataBuffer != nil || imageBuffer != nil || SampleReference(self) != nil { return }
      var cause: any Swift.Error = error
      // The error of data that has failed does not say why it did.
      if case .failed(let status) = dataReadiness { cause = NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
      throw MediaError(.invalidOperation, .encoding, "the data of a sample buffer cannot be made ready", cause: cause)
    }
  }

  /// Returns the samples' bytes, contiguous within each of a number of equal parts: in the client's own memory if they
  /// already are, otherwise in a copy. Pointers to them stay valid as long as the returned buffer is kept.
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
