import CoreMedia
package import Dispatch
import Synchronization

/// Reports what a timed track of an item says, when the item's time comes there.
///
/// It sleeps until the next cue is due, or until it is told that the time runs otherwise. Everything is done on the
/// queue that it is given, which has to be a serial one. `end()` has to be called.
package final class CueFollower: @unchecked Sendable {
  // Sendable: the schedule belongs to the queue; the rest is constant or atomic.

  private let item: PlayingItem
  private let feed: CueFeed
  private let queue: DispatchQueue
  private let handler: @Sendable ([CueSchedule.Moment]) -> Void
  private let hasEnded = Atomic<Bool>(false)
  // These are used on the queue.
  private var schedule = CueSchedule()
  private var alarm: TimebaseAlarm?
  private var advance: Double
  /// A Boolean value that says whether the time goes back, or went back when it ran last.
  private var isReversed = false
  /// A Boolean value that says whether a stretch is being read.
  package private(set) var isReading = false
  /// The item's number of flushes at the last flush that was reported here.
  private var flushCount: Int
  /// A Boolean value that says whether something could not be read.
  private var isIncomplete = false

  /// The most seconds that cues are reported ahead: what is read until then is kept in memory.
  private static let longestAdvance = 60.0

  /// - Parameters:
  ///   - advance: the seconds by which cues are reported ahead.
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

  /// Ends the reports. One that is being made now is still made.
  package func end() {
    hasEnded.store(true, ordering: .releasing)
    feed.cancel()
    queue.async { [self] in
      alarm?.cancel()
      alarm = nil
    }
  }

  // MARK: On the queue

  /// Sets the seconds by which cues are reported ahead. Any number beyond a minute is a minute.
  package func setAdvance(_ seconds: Double) {
    advance = seconds
    look()
  }

  /// Notes that the time has jumped or changed its direction, and reports the cues that hold there.
  package func flush() {
    schedule.flush()
    flushCount = item.flushCount
    // The stretch may be readable now: a seek interrupts those who wait for a server.
    if isIncomplete { (schedule, isIncomplete) = (CueSchedule(), false) }
    look()
  }

  /// Reports the cues that are due.
  package func look() {
    if hasEnded.load(ordering: .acquiring) { return }
    let (time, rate) = (item.presentedTime, item.timebase.rate)
    // The time has jumped or changed its direction already, which is reported soon. The number goes up before either:
    // read after them, it tells that they are older.
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

  /// Reads a stretch on another thread. Cues that are known are reported meanwhile, also while a server is waited for.
  private func read(_ missing: CueSchedule.Stretch) {
    isReading = true
    let before = flushCount
    DispatchQueue.global().async { [self] in
      let result = Result { try feed.cues(in: missing) }
      queue.async { [self] in
        isReading = false
        switch result {
        case .success(let read): schedule.add(read.cues, of: missing, isLast: read.isLast)
        // The stretch was wanted for the time before the jump.
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
