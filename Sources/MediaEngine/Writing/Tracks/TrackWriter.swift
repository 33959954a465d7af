package import CoreMedia
package import Dispatch
import MediaInterop
package import MediaSupport
import Synchronization

/// Writes one track: the second of the three path files.
///
/// A sample that is appended on the client's thread waits in the gate for this track's one worker. The worker processes
/// and encodes it and hands the packets back to the gate, where the file's worker takes them. Only the gate decides
/// whether a sample may be appended.
package final class TrackWriter: Sendable {
  package let configuration: TrackConfiguration
  /// The track's number in the file and in the gate.
  let number: Int
  let gate: Gate
  private let worker: Worker
  private let work: EncodingWork
  private let report = Mutex<PassReport?>(nil)

  /// A Boolean value that says whether the encoder may read the source more than once.
  package let makesPasses: Bool
  private let passDidEnd: PassDidEnd
  private let didEnd: @Sendable () -> Void

  /// Receives the time ranges of the source that the next pass needs, in the source's times; `nil` if there is no next
  /// pass.
  package typealias PassDidEnd = @Sendable ([CMTimeRange]?) -> Void

  init(
    _ configuration: TrackConfiguration, number: Int, in gate: Gate, worker: Worker, work: EncodingWork,
    makesPasses: Bool, passDidEnd: @escaping PassDidEnd, didEnd: @escaping @Sendable () -> Void
  ) {
    self.configuration = configuration
    self.number = number
    self.gate = gate
    self.worker = worker
    self.work = work
    self.makesPasses = makesPasses
    self.passDidEnd = passDidEnd
    self.didEnd = didEnd
  }

  // MARK: The client's side

  /// A Boolean value that says whether a sample may be appended now (WI-40). Any thread.
  package var isReady: Bool { gate.mayAppend(number) }

  /// Appends a sample in decode order (WI-64). One caller at a time; another thread may finish the track meanwhile.
  package func append(_ sample: CMSampleBuffer) -> Gate.Acceptance { append(CollectionOfOne(sample)) }

  /// Appends samples that replace a single one: only the first needs the track to be ready.
  package func append(_ samples: some Sequence<CMSampleBuffer>) -> Gate.Acceptance { gate.append(samples, to: number) }

  /// Appends a sample, and returns whether the next one may be appended now. This costs half as much as asking on its
  /// own.
  package func appendAsking(_ sample: CMSampleBuffer) -> (acceptance: Gate.Acceptance, isReady: Bool) {
    let (acceptance, mayAppend) = gate.appendAsking(sample, to: number)
    return (acceptance, mayAppend)
  }

  /// Notes that no more samples will come. A second call has no effect (WI-50, WI-51).
  package func markAsFinished() { gate.finish(track: number) }

  /// The number of samples that have left the codec so far, and the time up to which they go. Any thread.
  package var encoded: EncodingProgress { gate.progress(of: number) }

  /// Notes that the client's media cannot be written: the writer fails, unless it is over already.
  package func fail(_ error: MediaError) { gate.fail(error) }

  /// Registers the block that feeds this track (WI-47 to WI-50).
  ///
  /// - Returns: `false` when there is one already.
  package func requestSamples(on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) -> Bool {
    gate.requestSamples(number, on: queue, block)
  }

  /// Removes the registered block; another may be registered (WI-73).
  package func endRequest() { gate.endRequest(number) }

  /// Appends a sample as soon as the track may, and suspends until then (WI-91). One caller at a time.
  ///
  /// - Throws: `MediaError` when the writer failed or was cancelled, the track was finished or no session is open;
  ///   `CancellationError` when the task was cancelled before the sample was accepted.
  package func appendWhenReady(_ sample: CMSampleBuffer) async throws {
    while true {
      try Task.checkCancellation()
      if try appendIfReady(sample) { return }
      await gate.waitUntilReady(number)
    }
  }

  /// Appends a sample if the track may now (WI-92).
  ///
  /// - Returns: `false` when it may not.
  /// - Throws: `MediaError` as `appendWhenReady`.
  package func appendIfReady(_ sample: CMSampleBuffer) throws(MediaError) -> Bool {
    switch gate.receive(sample, for: number) {
    case .accepted: return true
    case .notReady: return false
    case .refused(let error): throw error
    }
  }

  // MARK: Passes (WI-72 to WI-81)

  /// The outcome of the passes, once the track is drained; `nil` for a track that makes one pass.
  package var passReport: PassReport? { report.withLock { $0 } }

  /// Ends the current pass. The pass is analysed, and `passDidEnd` is called on the track's thread, or on this one if
  /// writing is over.
  package func endPass() {
    if !gate.endPass(number) { passDidEnd(nil) }
  }

  // MARK: Life, for WritingSession

  func start() { worker.start { [self] in takeTurns() } }
  func join() { worker.join() }

  // MARK: The worker's side

  /// Takes turns until there is nothing to do for now, or writing is over.
  private func takeTurns() {
    do {
      while true {
        switch try work.turn() {
        case .session(let origin): work.begin(at: origin)
        case .samples(let samples): for sample in samples { try work.encode(sample) }
        case .segmentEnd: break
        case .passEnd: endPassInHand()
        case .end:
          try work.drain()
          // A client that waits for the file reads the report as soon as the file is complete.
          report.withLock { $0 = work.passReport }
          work.finish()
          didEnd()
          return worker.stop()
        case .wait: return
        case .over: return end()
        }
      }
    } catch {
      gate.fail(error)
      end()
    }
  }

  /// Ends the current pass. The client is called in any case, because it may wait for the next pass; an error after
  /// that becomes the writer's.
  private func endPassInHand() {
    do {
      passDidEnd(try work.endPass())
    } catch {
      gate.fail(error)
      passDidEnd(nil)
    }
  }

  /// Ends the worker when writing is over: ends of passes are still reported, and remaining samples are dropped.
  private func end() {
    for _ in 0..<gate.abandonItems(of: number) { passDidEnd(nil) }
    didEnd()
    worker.stop()
  }
}
