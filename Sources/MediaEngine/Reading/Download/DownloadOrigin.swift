import MediaInterop
import MediaSupport

/// The place that the bytes of a download come from. Any thread.
protocol DownloadOrigin: Sendable {
  /// The resource's URL.
  var name: String { get }

  /// The number of seconds for which it is asked again where nothing comes. It is `nil` where its errors are for those
  /// who wait: it is asked again when somebody waits anew.
  var patience: Double? { get }

  /// Asks for bytes, and waits for what the origin says of the resource.
  ///
  /// - Parameters:
  ///   - range: the bytes that are wanted. An origin without ranges gives all from the first on.
  ///   - version: the version of the resource that they are wanted of; `nil` for any.
  /// - Throws: `inputUnavailable`, `inputOutput`, `cancelled`.
  func ask(
    for range: Range<Int64>, of version: StrongValidator?, _ cancellation: Cancellation
  ) throws(MediaError) -> any DownloadAnswer
}

/// The bytes that an origin gives on one demand. Use it from one thread at a time.
protocol DownloadAnswer: AnyObject {
  /// The number of bytes of the whole resource. It is `nil` where the origin does not say.
  var byteCount: Int64? { get }

  /// The offset behind the last byte that comes, which may be less than was asked for. It is `nil` where the origin does
  /// not say.
  var end: Int64? { get }

  /// A Boolean value that says whether the origin gives ranges.
  var acceptsRanges: Bool { get }

  /// The version of the resource that the bytes are of. It is `nil` where the origin does not tell versions apart.
  var version: StrongValidator? { get }

  /// Waits for the next bytes, and reads them.
  ///
  /// - Returns: the number of bytes that were put into the buffer; 0 at the end.
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
