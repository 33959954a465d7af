package import Foundation
import MediaInterop
package import MediaSupport

/// Requests to servers that can be cancelled together. Any thread.
package final class ServerRequests: Sendable {
  let cancellation = Cancellation()

  package init() {}

  /// Makes all of these requests end soon, including later ones.
  package func cancel() { cancellation.cancel() }

  /// Asks a server for a resource, and waits for the beginning of its answer.
  ///
  /// - Parameter always: whether a resource that can be read in any order is also wanted from the first byte to the
  ///   last.
  /// - Returns: The answer; `nil` if the resource can be read in any order, for which it is requested again.
  /// - Throws: `inputUnavailable`, `inputOutput`, `cancelled`.
  package func transfer(of url: URL, always: Bool = false) throws(MediaError) -> ServerTransfer? {
    try ServerTransfer(of: url.address, always: always, cancellation)
  }

  /// Asks a server which version of a resource it has, and for one byte of it.
  ///
  /// - Returns: a text that is another for each version: what the server says of it, and its size where it says that.
  ///   It is `nil` where the server does not tell versions apart.
  /// - Throws: as `transfer`.
  package func version(of url: URL) throws(MediaError) -> String? {
    let request = try NetworkRequest(url.address, 0..<1, NetworkOptions(), cancellation: cancellation)
    guard let version = request.version else { return nil }
    return version.text + (request.byteCount.map { " \($0)" } ?? "")
  }
}

/// The bytes of a resource that its server sends only from the first to the last. Use it from one thread at a time.
package final class ServerTransfer {
  private let name: String
  private let request: NetworkRequest
  private var count: Int64 = 0

  fileprivate init?(of url: String, always: Bool, _ cancellation: Cancellation) throws(MediaError) {
    name = url
    request = try NetworkRequest(url, nil, NetworkOptions(), cancellation: cancellation)
    if !always, request.acceptsRanges, request.byteCount != nil { return nil }
  }

  /// Waits for the next bytes, and reads them.
  ///
  /// - Returns: The number of bytes that were copied to the buffer; 0 at the end of the resource.
  /// - Throws: `inputOutput` if the connection ends before the resource does, or the server is silent; `cancelled`.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
    let read = try request.read(into: buffer)
    count += Int64(read)
    if read == 0, let byteCount = request.byteCount, count < byteCount {
      throw MediaError(
        .inputOutput, .demuxing, "the server ended the connection at byte \(count) of \(byteCount)", path: name,
        code: ECONNRESET)
    }
    return read
  }
}

extension URL {
  /// The URL as text, with its scheme in lower case: libavformat does not accept other spellings, although they are
  /// equivalent (RFC 3986, 3.1).
  var address: String {
    let scheme = scheme ?? ""
    return scheme.lowercased() + absoluteString.dropFirst(scheme.count)
  }
}
