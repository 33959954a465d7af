package import Foundation
import MediaInterop
import MediaSupport
import Synchronization

/// A request to a supplier for bytes of a resource, and the bytes that were received so far.
///
/// The supplier answers on any thread; one thread waits for the answer. Bytes that come after the end, after a
/// withdrawal or beyond the request are dropped.
package final class SupplyRequest: Sendable {
  /// The purpose of a request.
  package enum Purpose: Sendable {
    /// To get the resource's properties; a few bytes are requested too.
    case information
    /// To get the properties again, because the first ones have expired.
    case renewal
    case bytes
  }

  package let purpose: Purpose
  /// The first byte that is wanted.
  package let offset: Int64
  /// The number of bytes that are wanted; `nil` for all from `offset` on.
  package let count: Int64?

  private struct State {
    /// The received parts that were not taken yet.
    var parts = PacketQueue<Data>()
    /// The rest of the part that is being taken.
    var first = Data()
    var received: Int64 = 0
    var information = SupplyInformation()
    var end: End?
    var tell: (@Sendable () -> Void)?

    var hasBytes: Bool { !first.isEmpty || !parts.isEmpty }
    var isSettled: Bool { hasBytes || end != nil }
  }

  private enum End {
    case finished
    case failed((any Error)?)
    case withdrawn
  }

  private let state = Mutex(State())
  private let condition = Condition()

  init(_ purpose: Purpose, offset: Int64, count: Int64?) {
    self.purpose = purpose
    self.offset = offset
    self.count = count
  }

  // MARK: The supplier's side

  /// The resource's properties. The supplier sets them before the end of a request that asks for them.
  package var information: SupplyInformation {
    get { state.withLock { $0.information } }
    set { state.withLock { $0.information = newValue } }
  }

  /// The offset of the next expected byte.
  package var nextOffset: Int64 { offset + state.withLock { $0.received } }
  package var isFinished: Bool { state.withLock { $0.end != nil } && !isWithdrawn }
  package var isWithdrawn: Bool {
    state.withLock { if case .withdrawn = $0.end { true } else { false } }
  }

  /// Receives the bytes that follow the earlier ones.
  package func respond(_ data: Data) {
    state.withLock { state in
      let part = data.prefix(Int(clamping: (count ?? .max) - state.received))
      // Late bytes are counted too, because suppliers continue until they have sent everything.
      state.received += Int64(part.count)
      if state.end == nil, !part.isEmpty { state.parts.append(part) }
    }
    condition.signalAll()
  }

  /// Ends the answer: no more bytes will come. If fewer bytes came than requested, and the length of the resource is
  /// not known, the resource ends here.
  package func finish() { end(.finished) }

  /// Ends the answer: the rest cannot be supplied. `error` is the supplier's reason.
  package func fail(_ error: (any Error)?) { end(.failed(error)) }

  @discardableResult
  private func end(_ end: End) -> (@Sendable () -> Void)? {
    let tell = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.end == nil else { return nil }
      state.end = end
      return state.tell.take()
    }
    condition.signalAll()
    return tell
  }

  // MARK: The reader's side

  func send(to supplier: any MediaSupplier) {
    let tell = supplier.ask(self)
    let isLate = state.withLock { state in
      if state.end == nil { state.tell = tell }
      if case .withdrawn = state.end { return true }
      return false
    }
    if isLate { tell() }
  }

  /// Withdraws the request, because its bytes are no longer wanted. Any thread.
  func withdraw() { end(.withdrawn)?() }

  /// Waits for the end.
  ///
  /// - Throws: as `read(into:)`.
  func waitForEnd() throws(MediaError) {
    condition.wait { state.withLock { $0.end != nil } }
    try check()
  }

  /// Makes the reader check again whether it may wait. Any thread.
  func wake() { condition.signalAll() }

  /// Waits for bytes, which come in order, until a cancellation ends the wait. The request itself continues after that.
  ///
  /// - Returns: The number of bytes; 0 if no more come.
  /// - Throws: `inputUnavailable` for a resource that is not supplied at all, `inputOutput`, `cancelled`.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, _ cancellation: Cancellation
  ) throws(MediaError) -> Int {
    condition.wait { !cancellation.allowsWaiting || state.withLock { $0.isSettled } }
    let count = state.withLock { state in
      if state.first.isEmpty, let next = state.parts.popFirst() { state.first = next }
      let count = state.first.copyBytes(to: buffer)
      state.first = state.first.dropFirst(count)
      return count
    }
    if count == 0 { try check() }
    return count
  }

  private func check() throws(MediaError) {
    switch state.withLock({ $0.end }) {
    case .finished: return
    case nil, .withdrawn: throw MediaError(.cancelled, .opening, "the request for the resource was cancelled")
    case .failed(let error):
      let reason = error.map { ": \($0.localizedDescription)" } ?? ""
      if case .bytes = purpose {
        throw MediaError(
          .inputOutput, .demuxing, "the bytes from \(nextOffset) on were not supplied\(reason)", cause: error)
      }
      throw MediaError(.inputUnavailable, .opening, "the resource was not supplied\(reason)", cause: error)
    }
  }
}
