package import MediaSupport

/// One request to a server for a range of a resource, whose bytes are given as they come.
///
/// Use it from one thread at a time.
package final class NetworkRequest {
  private let bytes: ServerBytes

  /// Sends the request, and waits for the beginning of the answer.
  ///
  /// - Parameters:
  ///   - range: the bytes that are wanted; `nil` for all. A server that knows no ranges is asked from 0 on, and gives
  ///     all.
  ///   - version: the version of the resource that they are wanted of; `nil` for any.
  /// - Throws: `inputUnavailable`, `inputOutput`, also where the server has another version, `cancelled`.
  package init(
    _ url: String, _ range: Range<Int64>?, of version: StrongValidator? = nil, _ options: NetworkOptions,
    cancellation: Cancellation
  ) throws(MediaError) {
    var options = options
    (options.range, options.version) = (range, version)
    bytes = try ServerBytes(url, options, cancellation)
  }

  /// The number of bytes of the whole resource. It is `nil` where the server does not say.
  package var byteCount: Int64? { bytes.byteCount }

  /// The version of the resource that the bytes are of. It is `nil` where the server does not tell versions apart.
  package var version: StrongValidator? { bytes.version }

  /// The offset behind the last byte that the answer gives, which may be less than was asked for. It is `nil` where the
  /// server does not say.
  package var end: Int64? { bytes.answerEnd }

  /// A Boolean value that says whether the server answers requests for ranges.
  package var acceptsRanges: Bool { bytes.isSeekable }

  /// Waits for the next bytes, and reads them.
  ///
  /// - Returns: the number of bytes that were put into the buffer; 0 at the end of the answer.
  /// - Throws: `inputOutput` where the connection ends before the answer does, or the server is silent; `cancelled`.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
    try bytes.readAnswer(into: buffer)
  }
}
