/// The presentation times of pictures of which some state theirs, in the order in which they are shown: a pure value.
///
/// A picture without a time is shown when the one before it ends. Where that would be too late for the next time that is
/// stated, the pictures before it share the time up to it.
struct PartlyStatedTimes {
  /// A picture, by its place in decode order, and the time at which it is shown.
  typealias Timed = (place: Int, time: Int64)

  /// The number of pictures that wait at most for one that states its time: more than begin in one packet of a program
  /// stream, which holds 64 KiB.
  private static let mostWaiting = 64

  /// The places in decode order of the pictures whose times are not known yet.
  private var waiting: [Int] = []
  /// The time of the picture that was timed last; `nil` before the first.
  private var last: Int64?

  /// Takes the picture that is shown next.
  ///
  /// - Parameters:
  ///   - place: its place in decode order.
  ///   - time: the time that it states; `nil` where it states none.
  ///   - duration: the duration of a picture, in ticks.
  /// - Returns: The pictures whose times are known now, in the order in which they are shown.
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

  /// Returns all pictures that wait, with their times.
  mutating func drain(duration: Int64) -> [Timed] {
    guard !waiting.isEmpty else { return [] }
    let start = last ?? (0 &- duration)
    let timed = spread(from: start, by: duration)
    last = timed.last?.time
    return timed
  }

  /// Returns the pictures that wait, with times before one that is stated.
  private mutating func drain(before end: Int64, duration: Int64) -> [Timed] {
    let count = Int64(waiting.count) + 1
    guard count > 1 else { return [] }
    let start = last ?? (end &- count &* duration)
    let (room, isTooLong) = end.subtractingReportingOverflow(start)
    // Times go back, or leave out a stretch, from one part of a recording to the next.
    let step = isTooLong || room <= 0 ? duration : min(duration, room / count)
    return spread(from: start, by: step)
  }

  /// Returns the pictures that wait, one step after the other behind a time.
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
