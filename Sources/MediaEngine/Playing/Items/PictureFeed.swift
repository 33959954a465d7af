package import CoreMedia
import MediaInterop
import MediaSupport
import Synchronization

/// Decodes the pictures of a track around the shown time.
///
/// One thread at a time seeks and fills; any thread looks up pictures.
package final class PictureFeed: @unchecked Sendable {
  // Sendable: the reader and its place belong to the thread that fills; the rest is behind the lock.

  private struct Shared {
    var schedule = FrameSchedule()
    /// The number of jumps. It distinguishes pictures from before and after a jump, even with the same time.
    var serial = 0
    /// A Boolean value that says whether the track begins with the first picture.
    var isAtStart = false
    /// A Boolean value that says whether the track ends with the last picture.
    var isAtEnd = false
    /// A Boolean value that says whether a client waits for the next picture.
    var isAwaited = false
    /// The error that ended decoding after the last picture, before the end of the track, and the time of that picture.
    /// It is `nil` if there was none.
    var failure: (error: any Error, time: CMTime)?

    /// Returns the picture that is shown at a time. It is `nil` if that picture is not decoded.
    func frame(at time: CMTime) -> FrameSchedule.Frame? { schedule.frame(at: shownTime(time)) }

    /// Returns the time whose picture is shown at a time: a first picture that comes soon after the start is shown from
    /// the start on.
    func shownTime(_ time: CMTime) -> CMTime {
      guard isAtStart, time >= .zero, let first = schedule.frames.first, first.time < PictureFeed.leastGap else {
        return time
      }
      return CMTimeMaximum(first.time, time)
    }

    /// Notes that decoding continues after the last picture.
    mutating func goesOn() { (isAtEnd, failure) = (false, nil) }
  }

  private let reader: any SampleReader
  private let shared = Mutex(Shared())
  /// A Boolean value that says whether the reader is positioned after the last picture of the schedule.
  private var isAtLast = false
  /// The time of the track's last picture. It is `nil` until that was decoded.
  private var lastTime: CMTime?
  /// The time from which pictures were last decoded backward. It is `nil` if none were since the last jump.
  private var reversedTime: CMTime?

  /// The duration of the pictures ahead, in seconds, that is enough while a busy machine does other work, unless they
  /// take more bytes than allowed.
  private static let wantedSeconds = 0.15
  /// The number of bytes of pictures ahead that is enough. A few large pictures suffice, since the decoder's threads
  /// hold as many again.
  private static let mostBytesAhead = 48 << 20
  /// The bytes of a stretch that is decoded at once.
  private static let mostBytes = 128 << 20
  /// The shortest stretch, in seconds, that is worth halving.
  private static let shortSeconds = 0.02
  /// The number of pictures that are decoded ahead whatever they take: one is shown while the next is prepared.
  private static let leastCount = 2
  /// The stretch that is decoded at once when the time runs backward, unless its pictures take more bytes than allowed.
  private static let reversedStretch = CMTime(value: 1, timescale: 2)
  /// The longest such stretch, used if the time runs backward faster than pictures are decoded.
  private static let longestStretch = CMTime(value: 2, timescale: 1)
  /// The usual greatest distance between random-access points. A picture at a greater distance may be one that is shown
  /// for a long time.
  private static let usualGroup = CMTime(value: 2, timescale: 1)
  /// The greatest distance from the wanted position, whatever the tolerance: the wanted time may lie long after the
  /// last picture.
  private static let mostTolerance = CMTime(value: 10, timescale: 1)
  /// The shortest gap before the first picture that counts as intended. Cameras start sound and pictures some
  /// hundredths of a second apart, and users who open their files expect to see the first picture.
  private static let leastGap = CMTime(value: 1, timescale: 10)
  /// A time that is shorter than the distance of any two pictures.
  private static let instant = CMTime(value: 1, timescale: 1_000_000)

  package init(_ reader: any SampleReader) { self.reader = reader }

  // MARK: Seeking

  /// Seeks to a time, or to an earlier one that is reached sooner, and decodes the picture that is shown there.
  ///
  /// - Parameter tolerance: the greatest distance of the position before the wanted time. The position is the last
  ///   picture within it at which decoding can begin, or the earliest allowed time if there is none. If that picture is
  ///   known to be shown at the wanted time, the position is the wanted time. Zero means exactly the wanted time.
  /// - Returns: The position.
  /// - Throws: `MediaError` of reading and decoding.
  @discardableResult
  package func seek(to wanted: CMTime, toleranceBefore tolerance: CMTime = .zero) throws -> CMTime {
    let earliest = CMTimeMaximum(.zero, wanted - CMTimeMinimum(tolerance, Self.mostTolerance))
    let range = CMTimeRange(start: earliest, duration: .positiveInfinity)
    if earliest < wanted { reader.reset(to: range, fromAccessPointAt: wanted) } else { reader.reset(to: [range]) }
    (isAtLast, reversedTime) = (true, nil)
    let first = try nextFrame()
    var (time, second, isAtEnd) = (wanted, FrameSchedule.Frame?.none, first == nil)
    if let first, first.time < wanted, earliest < wanted, first.end <= wanted, first.time != lastTime {
      time = CMTimeMaximum(first.time, earliest)
      if wanted - first.time > Self.usualGroup {
        second = try nextFrame()
        isAtEnd = second == nil
        if second.map({ $0.time > wanted }) ?? true { time = wanted }
      }
    }
    var (schedule, isAtStart) = (FrameSchedule(), time <= .zero)
    // Before a gap, and behind the end, the last picture is still shown.
    if first.map({ $0.time > time }) ?? true {
      let earlier = try picture(before: time)
      isAtStart = earlier == nil
      if let earlier { schedule.append(earlier) }
    }
    for frame in [first, second] { if let frame { schedule.append(frame) } }
    if isAtEnd { lastTime = schedule.frames.last?.time }
    shared.withLock { shared in
      shared = Shared(
        schedule: schedule, serial: shared.serial + 1, isAtStart: isAtStart, isAtEnd: isAtEnd,
        isAwaited: shared.isAwaited)
    }
    return time
  }

  /// Returns the time of the picture that is a number of pictures away from the one at a time, limited to the first and
  /// the last picture. If that would be in the opposite direction, as after the end of the last picture, it is the time
  /// itself. It is `nil` if there are no pictures.
  ///
  /// - Parameter isWanted: called repeatedly; returns whether the result is still wanted.
  /// - Throws: as `seek(to:)`, and `MediaError` of kind `cancelled` if the result is no longer wanted.
  package func time(_ count: Int, from time: CMTime, while isWanted: () -> Bool) throws -> CMTime? {
    func requireInterest() throws {
      if !isWanted() { throw MediaError(.cancelled, .decoding, "the request for the picture was cancelled") }
    }
    reader.reset(to: [CMTimeRange(start: time, duration: .positiveInfinity)])
    isAtLast = false
    guard var place = try nextFrame()?.time ?? picture(before: time)?.time else { return nil }
    if count >= 0 {
      for _ in 0..<count {
        try requireInterest()
        guard let next = try nextFrame() else { break }
        place = next.time
      }
      return CMTimeMaximum(time, place)
    }
    var left = Int(clamping: count.magnitude)
    while true {
      try requireInterest()
      let earlier = try pictures(before: place, within: Self.reversedStretch)
      if earlier.frames.count >= left { return earlier.frames[earlier.frames.count - left].time }
      left -= earlier.frames.count
      place = earlier.frames.first?.time ?? place
      if earlier.isAtStart { return CMTimeMinimum(time, place) }
    }
  }

  // MARK: Decoding around a time

  /// Decodes one more picture, or one more stretch if the time runs backward, if that is wanted.
  ///
  /// - Returns: Whether there may be more to do.
  /// - Throws: as `seek(to:)`, if earlier pictures than the decoded ones are needed. An error after the decoded
  ///   pictures is stored in `failure`.
  package func fill(from time: CMTime, isReversed: Bool) throws -> Bool {
    let (before, after, isFull, isShown, isAtStart) = shared.withLock { shared in
      let before = shared.schedule.ends
      shared.schedule.discard(passed: time, isReversed: isReversed)
      let isShown = shared.frame(at: time) != nil
      let after = shared.schedule.ends
      if before?.first != after?.first { shared.isAtStart = false }
      if before?.last != after?.last { shared.goesOn() }
      return (before, after, Self.isFull(shared.schedule, from: time, isReversed), isShown, shared.isAtStart)
    }
    if before?.last != after?.last { isAtLast = false }
    // The time ran backward faster than pictures were decoded.
    if !isReversed, !isShown, !isAtStart, after != nil {
      try seek(to: time)
      return true
    }
    if isFull { return false }
    return try isReversed ? fillBackward(from: time) : fillForward(from: time)
  }

  /// Returns whether enough is decoded in a direction, or as much as allowed.
  private static func isFull(_ schedule: FrameSchedule, from time: CMTime, _ isReversed: Bool) -> Bool {
    guard schedule.count(after: time, isReversed: isReversed) >= leastCount else { return false }
    guard let edge = isReversed ? schedule.frames.first : schedule.frames.last else { return false }
    let (seconds, bytes) =
      isReversed ? (reversedStretch.seconds, mostBytes) : (wantedSeconds, mostBytesAhead)
    return abs((edge.time - time).seconds) >= seconds || schedule.byteCount >= bytes
  }

  private func fillForward(from time: CMTime) throws -> Bool {
    let last = shared.withLock { $0.schedule.frames.last }
    if !isAtLast {
      reader.reset(to: [CMTimeRange(start: last?.time ?? .zero, duration: .positiveInfinity)])
      isAtLast = true
      shared.withLock { $0.goesOn() }
    }
    if shared.withLock({ $0.isAtEnd }) { return false }
    // Pictures that are shown before the time are too late.
    if let last, last.end < time { reader.skip(to: time) }
    do {
      guard let frame = try nextFrame() else {
        lastTime = last?.time
        shared.withLock { $0.isAtEnd = true }
        return false
      }
      // The lock is never held while something is decoded.
      shared.withLock { $0.schedule.append(frame) }
    } catch let error as MediaError where error.kind == .cancelled {
      // The picture is decoded again when it is needed.
      isAtLast = false
      return false
    } catch {
      // The decoded pictures are shown before the error is reported.
      shared.withLock { ($0.isAtEnd, $0.failure) = (true, (error, last?.time ?? .zero)) }
      return false
    }
    return true
  }

  private func fillBackward(from time: CMTime) throws -> Bool {
    let (first, isAtStart) = shared.withLock { ($0.schedule.frames.first?.time, $0.isAtStart) }
    guard !isAtStart, let first, first > .zero else { return false }
    // Time continues while a stretch is decoded, probably by as much as during the stretch before.
    let passing = reversedTime.map { CMTimeMaximum(.zero, $0 - time) } ?? .zero
    reversedTime = time
    let isLate = time < first - Self.reversedStretch
    if isLate {
      let stretch = CMTimeMinimum(Self.reversedStretch + passing, Self.longestStretch)
      let shown = try pictures(before: time + Self.instant, within: stretch)
      if !shown.frames.isEmpty {
        reverse(to: shown, isElsewhere: true)
        return true
      }
    }
    reverse(to: try pictures(before: first, within: Self.reversedStretch), isElsewhere: false)
    return true
  }

  private func reverse(to earlier: (frames: [FrameSchedule.Frame], isAtStart: Bool), isElsewhere: Bool) {
    shared.withLock { shared in
      if isElsewhere {
        shared.schedule = FrameSchedule()
        shared.goesOn()
      }
      shared.schedule.prepend(earlier.frames)
      shared.isAtStart = earlier.isAtStart
    }
  }

  // MARK: Decoding

  private func nextFrame() throws -> FrameSchedule.Frame? { try reader.next().map { FrameSchedule.Frame($0) } }

  /// Returns the last picture before a time. It is `nil` where there is none.
  private func picture(before time: CMTime) throws -> FrameSchedule.Frame? {
    guard time > .zero else { return nil }
    let last = time - Self.instant
    reader.reset(to: CMTimeRange(start: .zero, end: time), fromAccessPointAt: last)
    reader.skip(to: last)
    isAtLast = false
    var found: FrameSchedule.Frame?
    while let frame = try nextFrame() { if frame.time < time { found = frame } }
    return found
  }

  /// Returns the pictures of the last non-empty stretch before a time, and whether none come before them. If they take
  /// too many bytes, only some are returned.
  private func pictures(
    before end: CMTime, within length: CMTime
  ) throws -> (frames: [FrameSchedule.Frame], isAtStart: Bool) {
    let start = CMTimeMaximum(.zero, end - length)
    reader.reset(to: [CMTimeRange(start: start, end: end)])
    isAtLast = false
    var stretch = FrameSchedule()
    var isWhole = true
    while let frame = try nextFrame() {
      if frame.time >= end { continue }
      stretch.append(frame)
      while stretch.byteCount > Self.mostBytes, stretch.frames.count > Self.leastCount {
        stretch.removeFirst()
        isWhole = false
      }
    }
    if !stretch.frames.isEmpty { return (stretch.frames, isWhole && start <= .zero) }
    let earlier = try picture(before: start)
    return (earlier.map { [$0] } ?? [], earlier == nil)
  }

  // MARK: Any thread

  /// Makes decoding that waits for a client's compositor end soon. Reads are ended by the session's `cancel()`.
  func cancel() { reader.cancel() }

  /// Returns the time at which more pictures must be decoded. It is `nil` if all are decoded, and if time has reached
  /// the end of the decoded pictures.
  func refillTime(from time: CMTime, isReversed: Bool) -> CMTime? {
    shared.withLock { shared in
      if isReversed ? shared.isAtStart : shared.isAtEnd { return nil }
      guard let edge = isReversed ? shared.schedule.frames.first : shared.schedule.frames.last else { return nil }
      let left = abs(edge.time.seconds - time.seconds)
      // After the edge the worker is decoding already.
      if isReversed ? time <= edge.time : time >= edge.time { return !isReversed && time < edge.end ? edge.end : nil }
      if left < Self.shortSeconds { return edge.time }
      return CMTime(seconds: (edge.time.seconds + time.seconds) / 2, preferredTimescale: 1_000_000)
    }
  }

  /// Returns the picture that is shown at a time, and the number of jumps before it. It is `nil` if it is not decoded.
  package func picture(at time: CMTime) -> (frame: FrameSchedule.Frame, serial: Int)? {
    shared.withLock { shared in shared.frame(at: time).map { ($0, shared.serial) } }
  }

  /// Returns the picture that is shown at a time, as `picture(at:)` does. It is also `nil` if another picture may be
  /// shown then that is not decoded yet: the last decoded one applies to times within its duration, and to times that
  /// have passed, for which decoding is late.
  ///
  /// - Parameter now: the current time; `nil` during a seek.
  package func certainPicture(at time: CMTime, now: CMTime?) -> (frame: FrameSchedule.Frame, serial: Int)? {
    shared.withLock { shared in
      guard let frame = shared.frame(at: time) else { return nil }
      let shownTime = shared.shownTime(time)
      let isFollowed = shared.isAtEnd || frame.time != shared.schedule.ends?.last
      let isWithin = shownTime < frame.end || shownTime == frame.time
      let isDue = now.map { time <= $0 || frame.end < $0 } ?? false
      return isFollowed || isWithin || isDue ? (frame, shared.serial) : nil
    }
  }

  /// Returns the time at which another picture is shown, in a direction from a time. It is `nil` after the last
  /// picture, and if the next one is not decoded yet. A picture at either time that is not decoded yet is then awaited.
  package func nextChange(after time: CMTime, isReversed: Bool) -> CMTime? {
    shared.withLock { shared in
      let time = shared.shownTime(time)
      let change = shared.schedule.timeOfChange(after: time, isReversed: isReversed)
      let isLast = isReversed ? shared.schedule.ends.map { $0.first <= .zero } ?? true : shared.isAtEnd
      // Several clients may wait: each is notified.
      if change == nil && !isLast || shared.schedule.frame(at: time) == nil { shared.isAwaited = true }
      return change
    }
  }

  /// Returns whether a client waited for the picture that was decoded last, and resets the answer.
  package func takeAwaited() -> Bool {
    shared.withLock { shared in
      defer { shared.isAwaited = false }
      return shared.isAwaited
    }
  }

  /// Returns whether the picture at a time is not decoded yet, although the track has one.
  func isOverdue(at time: CMTime, isReversed: Bool) -> Bool {
    shared.withLock { shared in
      guard let first = shared.schedule.frames.first, let last = shared.schedule.frames.last else { return false }
      return isReversed ? !shared.isAtStart && time < first.time : !shared.isAtEnd && time >= last.end
    }
  }

  /// Returns whether the pictures for some seconds from a time on are decoded, or all that there are, or as many as
  /// allowed.
  package func isDecoded(from time: CMTime, seconds: Double, isReversed: Bool) -> Bool {
    shared.withLock { shared in
      guard let first = shared.schedule.frames.first, let last = shared.schedule.frames.last else {
        return shared.isAtEnd
      }
      if Self.isFull(shared.schedule, from: time, isReversed) { return true }
      if isReversed { return shared.isAtStart || first.time <= .zero || (time - first.time).seconds > seconds }
      return shared.isAtEnd || (last.time - time).seconds > seconds
    }
  }

  /// The error that ended decoding before the end of the track, and the time of the last picture before it. It is `nil`
  /// if there was none.
  package var failure: (error: any Error, time: CMTime)? { shared.withLock { $0.failure } }

  /// The end of the last picture of the track. It is `nil` if that picture is not decoded.
  package var end: CMTime? { shared.withLock { $0.isAtEnd ? $0.schedule.frames.last?.end ?? .zero : nil } }

  /// The times of the first and the last decoded picture. It is `nil` if there are none.
  package var decodedTimes: (first: CMTime, last: CMTime)? { shared.withLock { $0.schedule.ends } }
}
