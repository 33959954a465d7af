import MediaInterop
import MediaSupport

/// The bytes of a download for one reader, who waits for those that have not come yet.
final class DownloadedBytes: SuppliedBytes {
  private let download: Download
  private let cancellation: Cancellation

  init(of download: Download, _ cancellation: Cancellation) {
    self.download = download
    self.cancellation = cancellation
    download.add(self)
  }

  deinit { download.remove(self) }

  var byteCount: Int64? { download.byteCount }
  var isSeekable: Bool { download.isSeekable }

  /// Waits until the server has answered. Its statements about the resource are known then.
  func waitForAnswer() throws(MediaError) {
    var byte: UInt8 = 0
    _ = try withUnsafeMutableBytes(of: &byte) { buffer throws(MediaError) in try read(into: buffer, at: 0) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
    var hasWaited = false
    while true {
      if let count = try download.read(into: buffer, at: offset, for: self, hasWaited: hasWaited) { return count }
      hasWaited = true
      cancellation.waking { [download] in
        download.wake()
      } during: {
        download.wait { !cancellation.allowsWaiting || download.isSettled(at: offset, for: self) }
      }
      if !cancellation.allowsWaiting {
        throw MediaError(.cancelled, .demuxing, "the request for the resource was cancelled", path: download.name)
      }
    }
  }
}
