package import CoreMedia
import MediaSupport
import Synchronization

/// Encoding in several passes (WI-72 to WI-81).
extension TrackWriter {
  /// Tells what the next pass needs of the source, in its times; `nil` where there is none.
  package typealias PassDidEnd = @Sendable ([CMTimeRange]?) -> Void

  /// Whether the encoder may look at the source more than once.
  package var makesPasses: Bool { passSpill != nil }

  /// What the passes came to, once the track is drained; `nil` of a track that makes one.
  package var passReport: PassReport? { file.passReport(of: number) }

  /// Ends the pass in hand: what it came to is analysed, and `passDidEnd` is called on the track's thread, or on this one
  /// when writing is over.
  package func endPass() {
    endRequest()
    file.endPass(number)
    inbox.withLock { $0.items.append(.passEnd) }
    worker.signal()
    if file.status != .writing { abandonPasses() }
  }

  /// On the track's thread. Who waits for the next pass is told in any case: an error after it has become the file's.
  func analysePass() {
    // Without a session nothing came that could be analysed.
    if file.timeOrigin == nil { return passDidEnd(nil) }
    var ranges: [CMTimeRange]?
    do {
      ranges = try stage.endPass { try file.bits(for: number, giving: $0) }
      if ranges != nil { file.beginPass(number) }
    } catch {
      file.fail(unexpected: error)
    }
    passDidEnd(ranges)
  }

  /// Writing is over: nobody waits for a next pass, and samples are of no use any more.
  func abandonPasses() {
    let passEnds = inbox.withLock { inbox in
      var count = 0
      while let item = inbox.items.popFirst() {
        if case .passEnd = item { count += 1 }
      }
      return count
    }
    for _ in 0..<passEnds { passDidEnd(nil) }
  }
}
