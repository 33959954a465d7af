import CoreMedia
import Foundation
import MediaSupport
import Synchronization

/// The threads that encode a stream's segments, and the order in which those are taken.
///
/// Nothing polls: a finished work, or a segment that was taken, wakes the threads that have nothing to do.
final class SegmentCrew: Sendable {
  private struct State {
    var plan: SegmentPlan
    var failure: (any Error)?
    var isStopped = false
  }

  private let encoder: SegmentEncoder
  private let folder: String
  private let counter: PictureCounter
  private let state: Mutex<State>
  private let changed = Condition()
  private let workers: [Worker]

  /// The number of segments that may be begun before the one that is taken next is encoded, for each worker: enough
  /// that nobody waits for a slow one.
  static let reach = 3

  /// - Parameter folder: the folder of the encoded segments.
  init(
    _ encoder: SegmentEncoder, _ plan: SegmentPlan, folder: String, workerCount: Int, _ counter: PictureCounter
  ) {
    self.encoder = encoder
    self.folder = folder
    self.counter = counter
    state = Mutex(State(plan: plan))
    workers = (0..<workerCount).map { Worker(name: "avwrite.segment\($0)") }
  }

  /// Starts the threads, which have to be stopped.
  func start() {
    for worker in workers { worker.start { [self] in work() } }
  }

  /// Ends the threads, and returns when nothing is written any more.
  func stop() {
    state.withLock { $0.isStopped = true }
    for worker in workers { worker.stop() }
    for worker in workers { worker.join() }
  }

  /// Returns the next segment in order, once it is encoded; `nil` at the end.
  ///
  /// - Throws: the error that stopped a worker.
  func next() throws -> StoredSegment? {
    var answer: Result<SegmentPlan.Segment?, any Error>?
    changed.wait {
      answer = state.withLock { state in
        if let failure = state.failure { return .failure(failure) }
        if state.plan.isAtEnd { return .success(nil) }
        return state.plan.take().map { .success($0) }
      }
      return answer != nil
    }
    guard let segment = try answer?.get() else { return nil }
    wakeWorkers()
    if let stored = stored(segment.place) { return stored }
    throw MediaError(.inputOutput, .encoding, "a stored segment was changed", path: path(of: segment.place))
  }

  private func work() {
    while let work = state.withLock({ $0.isStopped || $0.failure != nil ? nil : $0.plan.next() }) {
      do {
        try perform(work)
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
      }
      wakeWorkers()
      changed.signalAll()
    }
  }

  private func perform(_ work: SegmentPlan.Work) throws {
    switch work {
    case .findCut(let search):
      if let stored = stored(search.place) {
        state.withLock { $0.plan.didFindCut(stored.timeRange.start, of: search.place) }
      } else {
        let (cut, following) = try encoder.cut(search, isStopped: { isStopped })
        state.withLock { $0.plan.didFindCut(cut, of: search.place, following: following) }
      }
    case .encode(let segment):
      if let stored = stored(segment.place), stored.timeRange == segment.timeRange {
        counter.add(stored.packets.count)
      } else {
        try encode(segment)
      }
      state.withLock { $0.plan.didEncode(segment) }
    }
  }

  private func encode(_ segment: SegmentPlan.Segment) throws {
    let file = try SegmentFileWriter(path: path(of: segment.place), timeRange: segment.timeRange)
    try encoder.encode(segment, isStopped: { isStopped }) { packet in
      try file.append(packet)
      counter.add(1)
    }
    try file.finish()
  }

  private var isStopped: Bool { state.withLock { $0.isStopped || $0.failure != nil } }

  private func wakeWorkers() { for worker in workers { worker.signal() } }

  private func path(of place: Int) -> String { "\(folder)/\(place).segment" }

  private func stored(_ place: Int) -> StoredSegment? {
    StoredSegment(path: path(of: place), timeBase: encoder.clock.timeBase)
  }
}
