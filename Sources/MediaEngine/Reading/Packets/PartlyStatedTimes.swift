/// The presentation times of pictures of which only some state a time, in the order in which they are shown: a pure
/// value.
///
/// A picture without a time is shown when the one before it ends. If that would be too late for the next stated time,
/// the pictures before it divide the available time evenly.
struct PartlyStatedTimes {
  /// A picture, by its index in decode order, and the time at which it is shown.
  typealias Timed = (place: Int, time: Int64)

  /// The greatest number of pictures that wait for one with a stated time. It is more than can begin in one packet of a
  /// program stream, which holds 64 KiB.
  private static let mostWaiting = 64

  /// The indices in decode order of the pictures whose times are not known yet.
  private var waiting: [Int] = []
  /// The time of the last picture that got one; `nil` before the first.
  private var last: Int64?

  /// Takes the picture that is shown next.
  ///
  /// - Parameters:
  ///   - place: its index in decode order.
  ///   - time: the time that it states; `nil` if it states none.
  ///   - duration: the duration of a picture, in ticks.
  /// - Returns: The pictures whose times are now known, in the order in which they are shown.
  mutating func add(_ place: Int, at time: Int64?, duration: Int64) -> [Timed] {
    guard let time else {
      waiting.append(place)
      return waiting.count > Self.mostWaiting ? drain(duration: duration) : []
    }
    var timed = drain(before: time, duration: duration)
    timed.append((place, time))
    last = time
    return timed
  }

  /// Returns all waiting pictures, with their times.
  mutating func drain(duration: Int64) -> [Timed] {
    guard !waiting.isEmpty else { return [] }
    let start = last ?? (0 &- duration)
    let timed = spread(from: start, by: duration)
    last = timed.last?.time
    return timed
  }

  /// Returns the waiting pictures, with times before a stated one.
  private mutating func drain(before end: Int64, duration: Int64) -> [Timed] {
    let count = Int64(waiting.count) + 1
    guard count > 1 else { return [] }
    let start = last ?? (end &- count &* duration)
    let (room, isTooLong) = end.subtractingReportingOverflow(start)
    // From one part of a recording to the next, times may decrease or jump.
    let step = isTooLong || room <= 0 ? duration : min(duration, room / count)
    return spread(from: start, by: step)
  }

  /// Returns the waiting pictures at equal distances after a time.
  private mutating func spread(from start: Int64, by step: Int64) -> [Timed] {
    var time = start
    let timed = waiting.map { place in
      time = time &+ step
      return (place: place, time: time)
    }
    waiting.removeAll(keepingCapacity: true)
    return timed
  }
}
