import CoreMedia
import Foundation
import MediaSupport
import Synchronization

/// The threads that encode a stream's segments. The segments are taken in order.
///
/// Nothing polls: a finished segment, and one that was taken, wake the idle threads.
final class SegmentCrew: Sendable {
  private struct State {
    var plan: SegmentPlan
    var failure: (any Error)?
    var isStopped = false
  }

  private let encoder: SegmentEncoder
  private let folder: SegmentFolder
  private let pass: SegmentPasses.Pass
  private let counter: PictureCounter
  private let state: Mutex<State>
  private let changed = Condition()
  private let workers: [Worker]

  /// The number of segments for each worker that may be begun before the next segment to take is encoded: enough that
  /// no worker waits for a slow one.
  static let reach = 3

  /// - Parameters:
  ///   - folder: the folder of the encoded segments.
  ///   - pass: the pass in which the segments are encoded.
  init(
    _ encoder: SegmentEncoder, _ plan: SegmentPlan, _ pass: SegmentPasses.Pass = .first, in folder: SegmentFolder,
    _ counter: PictureCounter
  ) {
    self.encoder = encoder
    self.folder = folder
    self.pass = pass
    self.counter = counter
    state = Mutex(State(plan: plan))
    workers = (0..<encoder.crewSize.workerCount).map { Worker(name: "avwrite.segment\($0)") }
  }

  /// Starts the threads. Call `stop()` to end them.
  func start() {
    for worker in workers { worker.start { [self] in work() } }
  }

  /// Stops the threads, and returns when nothing more is written.
  func stop() {
    state.withLock { $0.isStopped = true }
    for worker in workers { worker.stop() }
    for worker in workers { worker.join() }
  }

  /// Returns the next segment in order, once it is encoded, with its encoding in this pass; `nil` at the end. Segments
  /// that the pass does not encode are skipped.
  ///
  /// - Throws: the error that stopped a worker.
  func next() throws -> (segment: SegmentPlan.Segment, stored: StoredSegment)? {
    while let segment = try nextSegment() {
      if pass != .first, pass.rateFactors[segment.place] == nil { continue }
      return (segment, try folder.requireSegment(at: segment.place, pass: pass.number))
    }
    return nil
  }

  private func nextSegment() throws -> SegmentPlan.Segment? {
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
    return segment
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
    let file = try SegmentFileWriter(
      path: folder.path(of: segment.place, pass: pass.number), timeRange: segment.timeRange)
    try encoder.encode(segment, rateFactor: pass.rateFactors[segment.place], isStopped: { isStopped }) {
      packet, measurement in
      try file.append(packet, measurement)
      counter.add(1)
    }
    try file.finish()
  }

  private var isStopped: Bool { state.withLock { $0.isStopped || $0.failure != nil } }

  private func wakeWorkers() { for worker in workers { worker.signal() } }

  private func stored(_ place: Int) -> StoredSegment? { folder.segment(at: place, pass: pass.number) }
}
