import MediaInterop

/// The end of packets that are read ahead and held back: the end of the stream, or an error. It is reported only after
/// the held packets.
struct HeldEnding {
  private var result: Result<Void, any Error>?

  /// A Boolean value that says whether reading ahead came to the end or to an error.
  var isReached: Bool { result != nil }

  /// Reads ahead, up to the end or an error.
  ///
  /// - Parameter next: returns the next packet; `nil` at the end.
  /// - Returns: the next packet; `nil` at the end and at an error, which `pass()` gives.
  mutating func read(_ next: () throws -> Packet?) -> Packet? {
    if isReached { return nil }
    do {
      if let packet = try next() { return packet }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    return nil
  }

  /// Reports the end after the last held packet. After an error that is damage, other packets may follow.
  ///
  /// - Throws: The error that was read.
  mutating func pass() throws {
    let passed = result
    if case .failure? = passed { result = nil }
    try passed?.get()
  }
}
