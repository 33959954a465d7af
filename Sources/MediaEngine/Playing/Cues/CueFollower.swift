import CoreMedia
package import Dispatch
import Synchronization

/// Reports the cues of a timed track of an item when the item's time reaches them.
///
/// It sleeps until the next cue is due, or until it is notified of a change of the item's time. All work is done on the
/// given queue, which must be serial. The owner must call `end()`.
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
  /// A Boolean value that says whether the time runs backward, or did when it last ran.
  private var isReversed = false
  /// A Boolean value that says whether a stretch is being read.
  package private(set) var isReading = false
  /// The item's number of flushes at the last flush that was reported.
  private var flushCount: Int
  /// A Boolean value that says whether something could not be read.
  private var isIncomplete = false

  /// The greatest number of seconds that cues are reported ahead: everything that is read until then is kept in memory.
  private static let longestAdvance = 60.0

  /// - Parameters:
  ///   - advance: the number of seconds by which cues are reported ahead.
  ///   - handler: called on the queue with one or more moments.
  package init(
    _ feed: CueFeed, of item: PlayingItem, advance: Double, on queue: DispatchQueue,
    _ handler: @escaping @Sendable ([CueSchedule.Moment]) -> Void
  ) {
    (self.item, self.feed, self.queue, self.handler) = (item, feed, queue, handler)
    self.advance = advance
    flushCount = item.flushCount
    alarm = TimebaseAlarm(of: item.timebase, on: queue) { [weak self] in self?.look() }
  }

  /// Ends the reports. A report that is being made is still completed.
  package func end() {
    hasEnded.store(true, ordering: .releasing)
    feed.cancel()
    queue.async { [self] in
      alarm?.cancel()
      alarm = nil
    }
  }

  // MARK: On the queue

  /// Sets the number of seconds by which cues are reported ahead. It is limited to a minute.
  package func setAdvance(_ seconds: Double) {
    advance = seconds
    look()
  }

  /// Notes that the time has jumped or changed its direction, and reports the cues that are valid there.
  package func flush() {
    schedule.flush()
    flushCount = item.flushCount
    // The stretch may be readable now: a seek interrupts readers that wait for a server.
    if isIncomplete { (schedule, isIncomplete) = (CueSchedule(), false) }
    look()
  }

  /// Reports the cues that are due.
  package func look() {
    if hasEnded.load(ordering: .acquiring) { return }
    let (time, rate) = (item.presentedTime, item.timebase.rate)
    // The time has already jumped or changed its direction, which will be reported soon. The count is incremented
    // before either; since it is read after the time and the direction, it shows that they are outdated.
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

  /// Reads a stretch on another thread. Known cues are still reported meanwhile, even during a wait for a server.
  private func read(_ missing: CueSchedule.Stretch) {
    isReading = true
    let before = flushCount
    DispatchQueue.global().async { [self] in
      let result = Result { try feed.cues(in: missing) }
      queue.async { [self] in
        isReading = false
        switch result {
        case .success(let read): schedule.add(read.cues, of: missing, isLast: read.isLast)
        // The stretch belongs to the time before the jump.
        case .failure where flushCount != before: break
        case .failure:
          // Nothing is expected after a stretch that cannot be read.
          schedule.add([], of: missing, isLast: !isReversed)
          isIncomplete = true
        }
        look()
      }
    }
  }
}
