internal import CFFmpeg
internal import Glibc
internal import MediaSupport

/// The bytes of a server's resource, as the library's own protocol gives them.
///
/// A failure stays: libavformat asks several times for bytes that did not come, and would wait for a silent server each
/// time.
final class ServerBytes: SuppliedBytes {
  /// The number of bytes in all; `nil` where the server does not say.
  let byteCount: Int64?
  private let context: UnsafeMutablePointer<AVIOContext>
  private let name: String
  /// The flag that the context looks at, which has to outlive it.
  private let cancellation: Cancellation
  private var position: Int64 = 0
  private var failure: MediaError?

  /// Sends the request, and waits for the beginning of the answer.
  ///
  /// - Throws: `inputUnavailable`, `inputOutput`, `cancelled`.
  init(_ url: String, _ options: NetworkOptions, _ cancellation: Cancellation?) throws(MediaError) {
    let source = MediaSource.network(url, options)
    name = url
    let cancellation = Cancellation(within: [cancellation, options.cancellation].compactMap { $0 })
    self.cancellation = cancellation
    context = try IOContext.open(url, source, options.libraryOptions, cancellation)
    let size = avio_size(context)
    byteCount = size < 0 ? nil : size
    LiveObjects.increment()
  }

  deinit {
    var context: UnsafeMutablePointer<AVIOContext>? = context
    avio_closep(&context)
    LiveObjects.decrement()
  }

  /// A Boolean value that says whether the server answers requests for ranges.
  var isSeekable: Bool { context.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
    if let failure { throw failure }
    // A server answers a request for what is behind the end with an error.
    if let byteCount, offset >= byteCount { return 0 }
    do throws(MediaError) {
      try seek(to: offset)
      let count = try readAnswer(into: buffer)
      if count == 0, byteCount != nil { throw ended(at: offset) }
      position += Int64(count)
      return count
    } catch {
      failure = error
      throw error
    }
  }

  /// Waits for the next bytes of the answer that is being given, and reads them.
  ///
  /// - Returns: the number of bytes that were put into the buffer; 0 at the end of the answer.
  /// - Throws: `inputOutput`, `cancelled`.
  func readAnswer(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
    let count = avio_read_partial(
      context, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(clamping: buffer.count))
    // Without a length only the end of the connection tells where the answer ends, which libavformat takes for an error.
    if count == cff_error_eof || (byteCount == nil && count == -EIO) { return 0 }
    return Int(try check(count, .inputOutput, .demuxing, "cannot read the input", path: name))
  }

  private func seek(to offset: Int64) throws(MediaError) {
    if offset == position { return }
    let place = avio_seek(context, offset, SEEK_SET)
    // A place that is near is reached by reading on.
    if place == Int64(cff_error_eof) { throw ended(at: offset) }
    if place < 0 { try check(Int32(clamping: place), .inputOutput, .demuxing, "cannot read the input", path: name) }
    position = offset
  }

  private func ended(at offset: Int64) -> MediaError {
    MediaError(
      .inputOutput, .demuxing, "the server ended the connection before byte \(offset) of \(byteCount ?? 0)",
      path: name, code: ECONNRESET)
  }
}
