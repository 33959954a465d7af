/// The options of requests to a server.
package struct NetworkOptions: Sendable {
  /// The default number of seconds that a server may be silent before reading fails, which is `URLSession`'s.
  package static let usualTimeout = 60.0

  package var timeout = usualTimeout
  /// The name in the request's `User-Agent`; `nil` for the library's own name.
  package var userAgent: String?
  /// The bytes to request; `nil` for all of them, in any order.
  var range: Range<Int64>?
  /// The version of the resource to which the range must belong; `nil` for any.
  var version: StrongValidator?
  /// A Boolean value that says whether all bytes are requested at once. Otherwise even a request without a range states
  /// one from the first byte on, to find out whether the server supports ranges.
  var isForAll = false
  /// The flag that ends all requests with these options, in addition to each request's own; `nil` for none.
  let cancellation: Cancellation?

  package init(timeout: Double = usualTimeout, userAgent: String? = nil, cancellation: Cancellation? = nil) {
    self.timeout = timeout
    self.userAgent = userAgent
    self.cancellation = cancellation
  }

  private static let microseconds = 1e6

  /// The library's options. `timeout` is for the connection, and `rw_timeout` for each read and write.
  var libraryOptions: [(String, String)] {
    let time = String(Int64(max(1, min(timeout * Self.microseconds, Double(Int32.max)))))
    let start = range.map { [("offset", String($0.lowerBound))] } ?? []
    let end = range.flatMap { $0.upperBound < .max ? [("end_offset", String($0.upperBound))] : nil } ?? []
    let condition = isForAll ? "" : version.map { "If-Range: \($0.text)\r\n" } ?? ""
    // Media is compressed already, and the library supports no ranges of compressed answers.
    return [("timeout", time), ("rw_timeout", time), ("headers", "Accept-Encoding: identity\r\n" + condition)]
      + (userAgent.map { [("user_agent", $0)] } ?? []) + (isForAll ? [("seekable", "0")] : start + end)
  }
}
