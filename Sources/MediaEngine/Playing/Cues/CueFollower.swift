import CoreMedia
package import Dispatch
import Synchronization

/// Tells what a timed track of an item says, when the item's time comes there.
///
/// It sleeps until the next cue is due, or until somebody says that the time goes on otherwise. Everything is done on the
/// queue that it is given, which has to be a serial one. `end()` has to be called.
package final class CueFollower: @unchecked Sendable {
  // Sendable: the schedule belongs to the queue; the rest is constant or atomic.

  private let item: PlayingItem
  private let feed: CueFeed
  private let queue: DispatchQueue
  private let handler: @Sendable ([CueSchedule.Moment]) -> Void
  private let hasEnded = Atomic<Bool>(false)
  // On the queue.
  private var schedule = CueSchedule()
  private var alarm: TimebaseAlarm?
  private var advance: Double
  /// A Boolean value that says whether the time goes back, or went back last.
  private var isReversed = false
  /// A Boolean value that says whether a stretch is being read.
  package private(set) var isReading = false
  /// The item's number of flushes at the one that was told last.
  private var flushCount: Int
  /// A Boolean value that says whether something could not be read.
  private var isIncomplete = false

  /// Nothing is told longer ahead: what is read until then is held.
  private static let longestAdvance = 60.0

  /// - Parameters:
  ///   - advance: the seconds by which is told ahead.
  ///   - handler: called on the queue with one moment or more.
  package init(
    _ feed: CueFeed, of item: PlayingItem, advance: Double, on queue: DispatchQueue,
    _ handler: @escaping @Sendable ([CueSchedule.Moment]) -> Void
  ) {
    (self.item, self.feed, self.queue, self.handler) = (item, feed, queue, handler)
    self.advance = advance
    flushCount = item.flushCount
    alarm = TimebaseAlarm(of: item.timebase, on: queue) { [weak self] in self?.look() }
  }

  /// Nothing is told any more, but for what is being told.
  package func end() {
    hasEnded.store(true, ordering: .releasing)
    feed.cancel()
    queue.async { [self] in
      alarm?.cancel()
      alarm = nil
    }
  }

  // MARK: On the queue

  /// The seconds by which is told ahead. Any number beyond a minute is a minute.
  package func setAdvance(_ seconds: Double) {
    advance = seconds
    look()
  }

  /// The time is elsewhere, or goes the other way: what holds there is told.
  package func flush() {
    schedule.flush()
    flushCount = item.flushCount
    // It may be read now: a seek interrupts those who wait for a server.
    if isIncomplete { (schedule, isIncomplete) = (CueSchedule(), false) }
    look()
  }

  /// Tells what is due.
  package func look() {
    if hasEnded.load(ordering: .acquiring) { return }
    let (time, rate) = (item.presentedTime, item.timebase.rate)
    // The time is elsewhere already, or goes the other way, which is told soon. The number goes up before either: asked after
    // them, it says that they are of the time before.
    if item.flushCount != flushCount { return }
    if rate != 0 { isReversed = rate < 0 }
    let seconds = min(max(0, advance.isNaN ? 0 : advance), Self.longestAdvance) * (rate == 0 ? 1 : abs(rate))
    let ahead = CMTime(seconds: seconds, preferredTimescale: 1_000_000)
    schedule.begin(at: time)
    if !isReading, let missing = schedule.missing(at: time, ahead: ahead, isReversed: isReversed) { read(missing) }
    let moments = schedule.moments(at: time, ahead: ahead, isReversed: isReversed)
    if !moments.isEmpty { handler(moments) }
    alarm?.set(rate == 0 ? nil : schedule.nextLook(ahead: ahead, isReading: isReading))
  }

  /// Reads a stretch, elsewhere: what is known is told meanwhile, also while a server is waited for.
  private func read(_ missing: CueSchedule.Stretch) {
    isReading = true
    let before = flushCount
    DispatchQueue.global().async { [self] in
      let result = Result { try feed.cues(in: missing) }
      queue.async { [self] in
        isReading = false
        switch result {
        case .success(let read): schedule.add(read.cues, of: missing, isLast: read.isLast)
        // It was wanted for the place before.
        case .failure where flushCount != before: break
        case .failure:
          // Behind what cannot be read there is nothing.
          schedule.add([], of: missing, isLast: !isReversed)
          isIncomplete = true
        }
        look()
      }
    }
  }
}
