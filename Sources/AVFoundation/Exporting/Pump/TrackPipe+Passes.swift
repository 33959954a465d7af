import CoreMedia
import Dispatch
import Foundation
import Synchronization

/// Pipes whose input is encoded in several passes.
extension TrackPipe {
  /// Moves the samples that each pass asks for.
  ///
  /// - Parameters:
  ///   - others: the other pipes of the file. The first pass ends after them, so that their size is known.
  ///   - onEnd: a closure that is called once, on the pipe's queue.
  func startPasses(after others: DispatchGroup, onEnd: @escaping @Sendable () -> Void) {
    let passes = Mutex(0)
    let hasEnded = Mutex(false)
    // The end of a writer that fails is told by both, a sample that it does not take and the end of its passes.
    let end: @Sendable () -> Void = { [self] in
      let isFirst = hasEnded.withLock { hasEnded in
        defer { hasEnded = true }
        return !hasEnded
      }
      if isFirst { self.end(onEnd) }
    }
    input.respondToEachPassDescription(on: queue) { [self] in
      guard let description = input.currentPassDescription else { return end() }
      let pass = passes.withLock { passes in
        passes += 1
        return passes
      }
      record.willBeginPass(pass, over: description.sourceTimeRanges.map(\.timeRangeValue))
      if pass > 1 { feed.restart(description.sourceTimeRanges) }
      let isAtEnd = Mutex(false)
      input.requestMediaDataWhenReady(on: queue) { [self] in
        while !isAtEnd.withLock({ $0 }), input.isReadyForMoreMediaData {
          guard let sample = feed.next() else {
            isAtEnd.withLock { $0 = true }
            return others.notify(queue: queue) { [self] in input.markCurrentPassAsFinished() }
          }
          guard input.append(sample) else { return end() }
          if pass == 1 {
            record.didMove(sample)
          } else {
            record.didRepeat(to: sample.outputPresentationTimeStamp)
          }
        }
      }
    }
  }
}
