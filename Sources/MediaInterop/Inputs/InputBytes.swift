internal import CFFmpeg
package import MediaSupport

/// The bytes of an input at any offset, for reading a container's structure without libavformat.
///
/// Use it from one thread at a time.
package final class InputBytes {
  private let bytes: IOContext

  /// - Throws: `inputUnavailable`, `inputOutput`, `cancelled`.
  package init(_ source: MediaSource, cancellation: Cancellation? = nil) throws(MediaError) {
    bytes = try IOContext(source, cancellation: cancellation)
  }

  /// The total number of bytes; `nil` if the input does not state it, or cannot be read in any order.
  package var byteCount: Int64? { bytes.isSeekable ? bytes.size : nil }

  /// Returns the bytes from `offset` on: `count` of them, or fewer if the input ends. The error of an earlier read,
  /// such as its interruption, is cleared.
  ///
  /// - Throws: `inputOutput` for an error before the end, `cancelled`.
  package func read(_ count: Int, at offset: Int64) throws(MediaError) -> [UInt8] {
    bytes.forgetError()
    return try bytes.reading { () throws(MediaError) in try bytes(count, at: offset) }
  }

  private func bytes(_ count: Int, at offset: Int64) throws(MediaError) -> [UInt8] {
    let path = bytes.source.name
    let place = avio_seek(bytes.pointer, offset, SEEK_SET)
    if place < 0 { try check(Int32(clamping: place), .inputOutput, .opening, "cannot read the input", path: path) }
    var result: [UInt8] = []
    // The array grows as bytes arrive, because a number in a file may claim more bytes than there are.
    while result.count < count {
      let wanted = min(count - result.count, Self.largestRead)
      var got: Int32 = 0
      let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, done in
        got = avio_read(bytes.pointer, buffer.baseAddress, Int32(wanted))
        done = Int(max(0, got))
      }
      if got == cff_error_eof || got == 0 { break }
      try check(got, .inputOutput, .opening, "cannot read the input", path: path)
      result += part
    }
    if result.count < count {
      try check(bytes.readError, .inputOutput, .opening, "cannot read the input", path: path)
    }
    return result
  }

  /// The greatest number of bytes that are requested at once.
  private static let largestRead = 1 << 20
}
