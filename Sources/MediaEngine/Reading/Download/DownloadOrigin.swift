import MediaInterop
import MediaSupport

/// The source of a download's bytes. Any thread.
protocol DownloadOrigin: Sendable {
  /// The resource's URL.
  var name: String { get }

  /// The number of seconds for which requests are repeated while nothing comes. If it is `nil`, an error goes to the
  /// readers that wait, and the request is repeated when a reader waits again.
  var patience: Double? { get }

  /// Requests bytes, and waits for the origin's statements about the resource.
  ///
  /// - Parameters:
  ///   - range: the wanted bytes. An origin without ranges sends all bytes from the first on.
  ///   - version: the version of the resource that the bytes must belong to; `nil` for any.
  /// - Throws: `inputUnavailable`, `inputOutput`, `cancelled`.
  func ask(
    for range: Range<Int64>, of version: StrongValidator?, _ cancellation: Cancellation
  ) throws(MediaError) -> any DownloadAnswer
}

/// The bytes that an origin sends for one request. Use it from one thread at a time.
protocol DownloadAnswer: AnyObject {
  /// The number of bytes of the whole resource. It is `nil` if the origin does not state it.
  var byteCount: Int64? { get }

  /// The offset behind the last byte of the answer, which may contain less than was requested. It is `nil` if the
  /// origin does not state it.
  var end: Int64? { get }

  /// A Boolean value that says whether the origin supports ranges.
  var acceptsRanges: Bool { get }

  /// The version of the resource that the bytes belong to. It is `nil` if the origin does not distinguish versions.
  var version: StrongValidator? { get }

  /// Waits for the next bytes, and reads them.
  ///
  /// - Returns: The number of bytes that were copied to the buffer; 0 at the end.
  /// - Throws: `inputOutput`, `cancelled`.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int
}

/// A server that is asked for one resource.
struct DownloadServer: DownloadOrigin {
  let name: String
  let options: NetworkOptions

  var patience: Double? { options.timeout }

  func ask(
    for range: Range<Int64>, of version: StrongValidator?, _ cancellation: Cancellation
  ) throws(MediaError) -> any DownloadAnswer {
    try NetworkRequest(name, range, of: version, options, cancellation: cancellation)
  }
}

extension NetworkRequest: DownloadAnswer {}
