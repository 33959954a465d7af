package import Foundation
import MediaSupport
import Synchronization

/// Bytes of a resource that its supplier is asked for, and what came of them so far.
///
/// The supplier answers on any thread; one thread waits for the answer. What is answered after the end, after a
/// withdrawal or beyond what was asked for goes nowhere.
package final class SupplyRequest: Sendable {
  /// Why a supplier is asked.
  package enum Purpose: Sendable {
    /// To know the resource; a few bytes are asked for too.
    case information
    /// As the first time, because what was said then has expired.
    case renewal
    case bytes
  }

  package let purpose: Purpose
  /// The first byte that is wanted.
  package let offset: Int64
  /// How many bytes are wanted; `nil` for all from there on.
  package let count: Int64?

  private struct State {
    /// What came and is not taken yet.
    var parts = PacketQueue<Data>()
    /// What is left of the part that is being taken.
    var first = Data()
    var received: Int64 = 0
    var information = SupplyInformation()
    var end: End?
    var tell: (@Sendable () -> Void)?

    var hasBytes: Bool { !first.isEmpty || !parts.isEmpty }
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

  /// What is said of the resource: before the end of a request that asks for it.
  package var information: SupplyInformation {
    get { state.withLock { $0.information } }
    set { state.withLock { $0.information = newValue } }
  }

  /// The place of the byte that is expected next.
  package var nextOffset: Int64 { offset + state.withLock { $0.received } }
  package var isFinished: Bool { state.withLock { $0.end != nil } && !isWithdrawn }
  package var isWithdrawn: Bool {
    state.withLock { if case .withdrawn = $0.end { true } else { false } }
  }

  /// Takes the bytes that follow those that came before.
  package func respond(_ data: Data) {
    state.withLock { state in
      let part = data.prefix(Int(clamping: (count ?? .max) - state.received))
      // Counted when it is too late as well: suppliers go on until all is given.
      state.received += Int64(part.count)
      if state.end == nil, !part.isEmpty { state.parts.append(part) }
    }
    condition.signalAll()
  }

  /// Nothing more will come. Less than what was asked for is all that there is.
  package func finish() { end(.finished) }

  /// The rest cannot be supplied. `error` is the supplier's reason.
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

  /// Nobody waits any more. Any thread.
  func withdraw() { end(.withdrawn)?() }

  /// Waits for the end.
  ///
  /// - Throws: as `read(into:)`.
  func waitForEnd() throws(MediaError) {
    condition.wait { state.withLock { $0.end != nil } }
    try check()
  }

  /// Waits for bytes, which come in order.
  ///
  /// - Returns: 0 where no more come.
  /// - Throws: `inputUnavailable` for a resource that is not supplied at all, `inputOutput`, `cancelled`.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
    condition.wait { state.withLock { $0.hasBytes || $0.end != nil } }
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
    case nil, .finished: return
    case .withdrawn: throw MediaError(.cancelled, .opening, "nobody waits for the resource any more")
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
