package import MediaSupport

/// A request to a server for a range of a resource, whose bytes are returned as they arrive.
///
/// Use it from one thread at a time.
package final class NetworkRequest {
  private let bytes: ServerBytes

  /// Sends the request, and waits for the beginning of the answer.
  ///
  /// - Parameters:
  ///   - range: the wanted bytes; `nil` for all. A server without ranges is asked from 0 on, and sends everything.
  ///   - version: the version of the resource to which the bytes must belong; `nil` for any.
  /// - Throws: `inputUnavailable`; `inputOutput`, also if the server has another version; `cancelled`.
  package init(
    _ url: String, _ range: Range<Int64>?, of version: StrongValidator? = nil, _ options: NetworkOptions,
    cancellation: Cancellation
  ) throws(MediaError) {
    var options = options
    (options.range, options.version) = (range, version)
    bytes = try ServerBytes(url, options, cancellation)
  }

  /// The number of bytes of the whole resource. It is `nil` if the server does not state it.
  package var byteCount: Int64? { bytes.byteCount }

  /// The version of the resource to which the bytes belong. It is `nil` if the server does not distinguish versions.
  package var version: StrongValidator? { bytes.version }

  /// The offset behind the last byte of the answer, which may contain less than was requested. It is `nil` if the
  /// server does not state it.
  package var end: Int64? { bytes.answerEnd }

  /// A Boolean value that says whether the server answers requests for ranges.
  package var acceptsRanges: Bool { bytes.isSeekable }

  /// Waits for the next bytes, and reads them.
  ///
  /// - Returns: The number of bytes that were copied to the buffer; 0 at the end of the answer.
  /// - Throws: `inputOutput` if the connection ends before the answer does, or the server is silent; `cancelled`.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
    try bytes.readAnswer(into: buffer)
  }
}
