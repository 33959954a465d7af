/// The options of requests to a server.
package struct NetworkOptions: Sendable {
  /// The number of seconds that a server may be silent, after which reading fails: as long as `URLSession` waits.
  package static let usualTimeout = 60.0

  package var timeout = usualTimeout
  /// The name in the request's `User-Agent`; `nil` for the library's own name.
  package var userAgent: String?
  /// The bytes that are asked for; `nil` for all of them, in any order.
  var range: Range<Int64>?
  /// The version of the resource that a range is wanted of; `nil` for any.
  var version: StrongValidator?
  /// A Boolean value that says whether all bytes are asked for at once: without it a request without a range, too, names
  /// one from the first byte on, which shows whether the server knows ranges.
  var isForAll = false
  /// The flag that ends all requests with these options, beside each one's own; `nil` for none.
  let cancellation: Cancellation?

  package init(timeout: Double = usualTimeout, userAgent: String? = nil, cancellation: Cancellation? = nil) {
    self.timeout = timeout
    self.userAgent = userAgent
    self.cancellation = cancellation
  }

  private static let microseconds = 1e6

  /// The library's options. The time is the connection's (`timeout`) and that of each read and write (`rw_timeout`).
  var libraryOptions: [(String, String)] {
    let time = String(Int64(max(1, min(timeout * Self.microseconds, Double(Int32.max)))))
    let start = range.map { [("offset", String($0.lowerBound))] } ?? []
    let end = range.flatMap { $0.upperBound < .max ? [("end_offset", String($0.upperBound))] : nil } ?? []
    let condition = isForAll ? "" : version.map { "If-Range: \($0.text)\r\n" } ?? ""
    // Media are compressed already, and of compressed bytes the library gives no ranges.
    return [("timeout", time), ("rw_timeout", time), ("headers", "Accept-Encoding: identity\r\n" + condition)]
      + (userAgent.map { [("user_agent", $0)] } ?? []) + (isForAll ? [("seekable", "0")] : start + end)
  }
}
