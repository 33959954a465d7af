package import MediaSupport

/// Media whose bytes the client's code supplies on request, because they are neither in a file nor on a server.
package protocol SuppliedResource: AnyObject, Sendable {
  /// Its URL, for messages.
  var name: String { get }

  /// A Boolean value that says whether each seek takes time, as with a request to a server.
  var isDistant: Bool { get }

  /// A Boolean value that says whether a reader is waiting for bytes.
  var isAwaited: Bool { get }

  /// Opens the bytes, from the first one on. Each reader of the resource opens its own.
  ///
  /// - Throws: `inputUnavailable` if there is no such resource, `cancelled`.
  func open(_ cancellation: Cancellation) throws(MediaError) -> any SuppliedBytes
}

extension SuppliedResource {
  package var isDistant: Bool { true }
  package var isAwaited: Bool { false }
}

/// The bytes of a supplied resource for one reader. One thread at a time; releasing the object ends its requests.
package protocol SuppliedBytes: AnyObject {
  /// The total number of bytes; `nil` if it is not known.
  var byteCount: Int64? { get }

  /// A Boolean value that says whether bytes can be read from any offset; otherwise all bytes come once, in order.
  var isSeekable: Bool { get }

  /// Waits for the bytes at an offset.
  ///
  /// - Returns: The number of bytes that were copied to the buffer; 0 at the end of the resource.
  /// - Throws: `inputOutput`, `cancelled`.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int
}
