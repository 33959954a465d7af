package import MediaSupport

/// Media whose bytes the user's code hands over when they are asked for: neither a file nor a server has them.
package protocol SuppliedResource: AnyObject, Sendable {
  /// Its URL, for messages.
  var name: String { get }

  /// A Boolean value that says whether each place that is asked for takes time, as with a request to a server.
  var isDistant: Bool { get }

  /// A Boolean value that says whether a reader waits for bytes that have not come.
  var isAwaited: Bool { get }

  /// Opens the bytes, from the first one on: each reader of the resource has its own.
  ///
  /// - Throws: `inputUnavailable` where there is no such resource, `cancelled`.
  func open(_ cancellation: Cancellation) throws(MediaError) -> any SuppliedBytes
}

extension SuppliedResource {
  package var isDistant: Bool { true }
  package var isAwaited: Bool { false }
}

/// The bytes of a supplied resource as one reader asks for them. One thread at a time; releasing it ends its requests.
package protocol SuppliedBytes: AnyObject {
  /// The number of bytes in all; `nil` where it is not known.
  var byteCount: Int64? { get }

  /// A Boolean value that says whether any place can be asked for; otherwise all bytes come once, in order.
  var isSeekable: Bool { get }

  /// Waits for the bytes of a place.
  ///
  /// - Returns: The number of bytes that were put into the buffer; 0 at the end of the resource.
  /// - Throws: `inputOutput`, `cancelled`.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int
}
