package import CoreMedia
import MediaInterop
import MediaSupport
import Synchronization

/// Decodes the pictures of a track around the time that is shown.
///
/// One thread at a time moves it and fills it; any thread looks up pictures.
package final class PictureFeed: @unchecked Sendable {
  // Sendable: the reader and its place belong to the thread that fills; the rest is behind the lock.

  private struct Shared {
    var schedule = FrameSchedule()
    /// The number of jumps: pictures from before a jump are others, also at the same time.
    var serial = 0
    /// A Boolean value that says whether the track begins with the first picture.
    var isAtStart = false
    /// A Boolean value that says whether the track ends with the last picture.
    var isAtEnd = false
    /// A Boolean value that says whether somebody waits for the next picture.
    var isAwaited = false
    /// The error that ended decoding behind the last picture, before the end of the track, and the time of that
    /// picture. It is `nil` where none did.
    var failure: (error: any Error, time: CMTime)?

    /// Returns the picture that is shown at a time. It is `nil` where none is decoded.
    func frame(at time: CMTime) -> FrameSchedule.Frame? { schedule.frame(at: shownTime(time)) }

    /// Returns the time whose picture is shown at a time: a first picture that comes soon is shown from the beginning.
    func shownTime(_ time: CMTime) -> CMTime {
      guard isAtStart, time >= .zero, let first = schedule.frames.first, first.time < PictureFeed.leastGap else {
        return time
      }
      return CMTimeMaximum(first.time, time)
    }

    /// Notes that decoding goes on behind the last picture.
    mutating func goesOn() { (isAtEnd, failure) = (false, nil) }
  }

  private let reader: any SampleReader
  private let shared = Mutex(Shared())
  /// A Boolean value that says whether the reader stands behind the last picture of the schedule.
  private var isAtLast = false
  /// The time of the track's last picture. It is `nil` until decoding came to it.
  private var lastTime: CMTime?
  /// The time from which pictures were decoded backward last. It is `nil` where none were since the last jump.
  private var reversedTime: CMTime?

  /// The duration of the pictures ahead, in seconds, that is enough for any work that a busy machine does in between,
  /// unless they take more bytes.
  private static let wantedSeconds = 0.15
  /// The bytes of pictures ahead that are enough. Few large pictures are: the decoder's threads hold as many again.
  private static let mostBytesAhead = 48 << 20
  /// The bytes of a stretch that is decoded at once.
  private static let mostBytes = 128 << 20
  /// The shortest stretch, in seconds, that is worth halving.
  private static let shortSeconds = 0.02
  /// The number of pictures that are decoded ahead whatever they take: one is shown, and one is made ready.
  private static let leastCount = 2
  /// The stretch that is decoded at once when the time goes back, unless its pictures take more bytes.
  private static let reversedStretch = CMTime(value: 1, timescale: 2)
  /// The longest such stretch, where the time goes back faster than it is decoded.
  private static let longestStretch = CMTime(value: 2, timescale: 1)
  /// The usual distance of random-access points at the most. A picture at a greater distance may be one that is shown
  /// for long.
  private static let usualGroup = CMTime(value: 2, timescale: 1)
  /// The greatest distance from the wanted place, whatever the tolerance: the wanted time may lie long behind the last
  /// picture.
  private static let mostTolerance = CMTime(value: 10, timescale: 1)
  /// The shortest time without a picture at the beginning that is meant. Cameras begin their sound and their pictures
  /// some hundredths of a second after each other, and whoever opens their files expects to see the first picture.
  private static let leastGap = CMTime(value: 1, timescale: 10)
  /// A time that is shorter than the distance of any two pictures.
  private static let instant = CMTime(value: 1, timescale: 1_000_000)

  package init(_ reader: any SampleReader) { self.reader = reader }

  // MARK: Going to a place

  /// Goes to a time, or to one before it that is sooner there, and decodes the picture that is shown there.
  ///
  /// - Parameter tolerance: the time that the place may be before the one that is wanted. The place is the last picture
  ///   within it at which decoding can begin, or the earliest time where there is none. Where that picture is known to
  ///   be shown at the wanted time, the place is the wanted one. Zero is exactly the wanted time.
  /// - Returns: The place.
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

  /// Returns the time of the picture that is some places from the one at a time; of the first or the last where there
  /// are not so many. Where that would be in the other direction, it is the time itself: behind the end of the last
  /// picture none is ahead. It is `nil` without pictures.
  ///
  /// - Parameter isWanted: asked again and again whether somebody still waits for it.
  /// - Throws: as `seek(to:)`, and `MediaError` of kind `cancelled` where nobody waits any more.
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

  /// Decodes one more picture, or one more stretch when the time goes back, where that is wanted.
  ///
  /// - Returns: Whether there may be more to do.
  /// - Throws: as `seek(to:)`, where pictures before those that are there are needed. An error behind them is told by
  ///   `failure`.
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
    // The time went back faster than decoding.
    if !isReversed, !isShown, !isAtStart, after != nil {
      try seek(to: time)
      return true
    }
    if isFull { return false }
    return try isReversed ? fillBackward(from: time) : fillForward(from: time)
  }

  /// Returns whether enough is decoded in a direction, or as much as may be.
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
    // Pictures that are shown before are too late.
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
      // The picture is decoded anew when it is wanted again.
      isAtLast = false
      return false
    } catch {
      // The decoded pictures are shown first.
      shared.withLock { ($0.isAtEnd, $0.failure) = (true, (error, last?.time ?? .zero)) }
      return false
    }
    return true
  }

  private func fillBackward(from time: CMTime) throws -> Bool {
    let (first, isAtStart) = shared.withLock { ($0.schedule.frames.first?.time, $0.isAtStart) }
    guard !isAtStart, let first, first > .zero else { return false }
    // The time goes on while a stretch is decoded: by as much as it did during the stretch before.
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

  /// Returns the pictures of the last stretch before a time that has any, and whether none come before them. They are
  /// fewer where they take too many bytes.
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

  /// Lets decoding that waits for a client's compositor end soon. Reads end with the session's `cancel()`.
  func cancel() { reader.cancel() }

  /// Returns the time at which more pictures are to be decoded. It is `nil` where all are decoded, and where time has
  /// come to the end of the pictures that are there.
  func refillTime(from time: CMTime, isReversed: Bool) -> CMTime? {
    shared.withLock { shared in
      if isReversed ? shared.isAtStart : shared.isAtEnd { return nil }
      guard let edge = isReversed ? shared.schedule.frames.first : shared.schedule.frames.last else { return nil }
      let left = abs(edge.time.seconds - time.seconds)
      // Behind the edge the worker is decoding already.
      if isReversed ? time <= edge.time : time >= edge.time { return !isReversed && time < edge.end ? edge.end : nil }
      if left < Self.shortSeconds { return edge.time }
      return CMTime(seconds: (edge.time.seconds + time.seconds) / 2, preferredTimescale: 1_000_000)
    }
  }

  /// Returns the picture that is shown at a time, and the number of jumps before it. It is `nil` where none is decoded.
  package func picture(at time: CMTime) -> (frame: FrameSchedule.Frame, serial: Int)? {
    shared.withLock { shared in shared.frame(at: time).map { ($0, shared.serial) } }
  }

  /// Returns the picture that is shown at a time, as `picture(at:)` does. It is also `nil` where another one may be shown
  /// then that is not decoded yet: the last one that is decoded is for times within its duration, and for those that have
  /// come already, which decoding is late for.
  ///
  /// - Parameter now: the time that has come. It is `nil` while it goes elsewhere.
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

  /// Returns the time at which another picture is shown, as time goes on from a place in a direction. It is `nil`
  /// behind the last one, and where the next is not decoded yet. A picture of either time that is not decoded yet is
  /// awaited then.
  package func nextChange(after time: CMTime, isReversed: Bool) -> CMTime? {
    shared.withLock { shared in
      let time = shared.shownTime(time)
      let change = shared.schedule.timeOfChange(after: time, isReversed: isReversed)
      let isLast = isReversed ? shared.schedule.ends.map { $0.first <= .zero } ?? true : shared.isAtEnd
      // Several may wait: each is told.
      if change == nil && !isLast || shared.schedule.frame(at: time) == nil { shared.isAwaited = true }
      return change
    }
  }

  /// Returns whether somebody waited for the picture that was decoded last. It is `true` once.
  package func takeAwaited() -> Bool {
    shared.withLock { shared in
      defer { shared.isAwaited = false }
      return shared.isAwaited
    }
  }

  /// Returns whether a time needs a picture that is not decoded yet, though the track has one.
  func isOverdue(at time: CMTime, isReversed: Bool) -> Bool {
    shared.withLock { shared in
      guard let first = shared.schedule.frames.first, let last = shared.schedule.frames.last else { return false }
      return isReversed ? !shared.isAtStart && time < first.time : !shared.isAtEnd && time >= last.end
    }
  }

  /// Returns whether the pictures of some time from a place on are decoded, as far as there are any, or as many as may
  /// be.
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
  /// where none did.
  package var failure: (error: any Error, time: CMTime)? { shared.withLock { $0.failure } }

  /// The end of the last picture of the track. It is `nil` where that picture is not decoded.
  package var end: CMTime? { shared.withLock { $0.isAtEnd ? $0.schedule.frames.last?.end ?? .zero : nil } }

  /// The times of the first and the last picture that are decoded. It is `nil` without one.
  package var decodedTimes: (first: CMTime, last: CMTime)? { shared.withLock { $0.schedule.ends } }
}
