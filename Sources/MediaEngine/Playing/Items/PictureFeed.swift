package import CoreMedia
import MediaInterop
import MediaSupport
import Synchronization

/// Decodes the pictures of a track around the time that is shown.
///
/// One thread at a time moves it and fills it; any thread looks up pictures.
package final class PictureFeed: @unchecked Sendable {
  // Sendable: the reader and where it stands belong to the thread that fills; the rest is behind the lock.

  private struct Shared {
    var schedule = FrameSchedule()
    /// Goes up with each jump: pictures of before it are others, also at the same time.
    var serial = 0
    /// A Boolean value that says whether the track begins with the first picture.
    var isAtStart = false
    /// A Boolean value that says whether the track ends with the last picture.
    var isAtEnd = false
    /// A Boolean value that says whether somebody waits for the next picture.
    var isAwaited = false
    /// The error that ended decoding behind the last picture, before the end of the track. It is `nil` where none did.
    var failure: (any Error)?
  }

  private let reader: any SampleReader
  private let shared = Mutex(Shared())
  /// A Boolean value that says whether the reader stands behind the last picture of the schedule.
  private var isAtLast = false

  /// Pictures ahead that are enough for any work that a busy machine does in between, unless they take more bytes.
  private static let wantedSeconds = 0.5
  private static let mostBytes = 256 << 20
  /// A stretch that is not worth to be halved.
  private static let shortSeconds = 0.02
  /// So many are decoded ahead whatever they take: one is shown, and one is made ready.
  private static let leastCount = 2
  /// The stretch that is decoded at once when it goes back.
  private static let reversedStretch = CMTime(value: 1, timescale: 2)

  package init(_ reader: any SampleReader) { self.reader = reader }

  /// Goes to a time, or to one before it that is sooner there, and decodes the picture that is shown there.
  ///
  /// - Parameter tolerance: the time that the place may be before the one that is wanted: the last picture within it at
  ///   which decoding can begin is gone to, or the earliest time where there is none. Zero is exactly the wanted time.
  /// - Returns: the place.
  /// - Throws: `MediaError` of reading and decoding.
  @discardableResult
  package func seek(to wanted: CMTime, toleranceBefore tolerance: CMTime = .zero) throws -> CMTime {
    let earliest = CMTimeMaximum(.zero, wanted - tolerance)
    let range = CMTimeRange(start: earliest, duration: .positiveInfinity)
    if earliest < wanted { reader.reset(to: range, fromAccessPointAt: wanted) } else { reader.reset(to: [range]) }
    let first = try reader.next().map { FrameSchedule.Frame($0) }
    isAtLast = true
    let time = first.map { $0.time <= wanted ? CMTimeMaximum($0.time, earliest) : wanted } ?? wanted
    var isAtStart = time <= .zero
    var schedule = FrameSchedule()
    // Before a gap, and behind the end, the last one is still shown.
    if first.map({ $0.time > time }) ?? true {
      let earlier = try pictures(before: time)
      isAtStart = earlier.frames.isEmpty
      if let last = earlier.frames.last { schedule.append(last) }
    }
    if let first { schedule.append(first) }
    shared.withLock { shared in
      shared = Shared(
        schedule: schedule, serial: shared.serial + 1, isAtStart: isAtStart, isAtEnd: first == nil,
        isAwaited: shared.isAwaited)
    }
    return time
  }

  /// Decodes one more picture, or one more stretch when it goes back, where that is wanted.
  ///
  /// - Returns: whether there may be more to do.
  /// - Throws: as `seek(to:)`, where pictures before those that are there are needed. What ends decoding behind them is
  ///   `failure`.
  package func fill(from time: CMTime, isReversed: Bool) throws -> Bool {
    let (before, after, isFull, isShown, isAtStart) = shared.withLock { shared in
      let before = shared.schedule.ends
      shared.schedule.discard(passed: time, isReversed: isReversed)
      let isShown = shared.schedule.frame(at: time) != nil
      if before?.first != shared.schedule.ends?.first { shared.isAtStart = false }
      if before?.last != shared.schedule.ends?.last { shared.isAtEnd = false }
      return (
        before, shared.schedule.ends, Self.isFull(shared.schedule, from: time, isReversed), isShown, shared.isAtStart
      )
    }
    if before?.last != after?.last { isAtLast = false }
    // The time was faster than decoding went back.
    if !isReversed, !isShown, !isAtStart, after != nil {
      try seek(to: time)
      return true
    }
    if isFull { return false }
    return try isReversed ? fillBackward() : fillForward()
  }

  private static func isFull(_ schedule: FrameSchedule, from time: CMTime, _ isReversed: Bool) -> Bool {
    guard schedule.count(after: time, isReversed: isReversed) >= leastCount else { return false }
    guard let edge = isReversed ? schedule.frames.first : schedule.frames.last else { return false }
    return abs((edge.time - time).seconds) >= wantedSeconds || schedule.byteCount >= mostBytes
  }

  private func fillForward() throws -> Bool {
    if !isAtLast {
      let last = shared.withLock { $0.schedule.frames.last?.time } ?? .zero
      reader.reset(to: [CMTimeRange(start: last, duration: .positiveInfinity)])
      isAtLast = true
      shared.withLock { $0.isAtEnd = false }
    }
    if shared.withLock({ $0.isAtEnd }) { return false }
    do {
      guard let sample = try reader.next() else {
        shared.withLock { $0.isAtEnd = true }
        return false
      }
      // The lock is never held while something is decoded.
      shared.withLock { $0.schedule.append(FrameSchedule.Frame(sample)) }
    } catch let error as MediaError where error.kind == .cancelled {
      // It is decoded anew when it is wanted again.
      isAtLast = false
      return false
    } catch {
      // What is decoded is shown first.
      shared.withLock { ($0.isAtEnd, $0.failure) = (true, error) }
      return false
    }
    return true
  }

  private func fillBackward() throws -> Bool {
    let (first, isAtStart) = shared.withLock { ($0.schedule.frames.first?.time, $0.isAtStart) }
    guard !isAtStart, let first, first > .zero else { return false }
    let earlier = try pictures(before: first)
    shared.withLock { shared in
      shared.schedule.prepend(earlier.frames)
      shared.isAtStart = earlier.isAtStart
    }
    return true
  }

  /// The pictures of the last stretch before a time that has any, and whether none come before them.
  private func pictures(before time: CMTime) throws -> (frames: [FrameSchedule.Frame], isAtStart: Bool) {
    var end = time
    while end > .zero {
      let start = CMTimeMaximum(.zero, end - Self.reversedStretch)
      let frames = try pictures(in: CMTimeRange(start: start, end: end)).filter { $0.time < time }
      if !frames.isEmpty { return (frames, start <= .zero) }
      end = start
    }
    return ([], true)
  }

  private func pictures(in range: CMTimeRange) throws -> [FrameSchedule.Frame] {
    reader.reset(to: [range])
    isAtLast = false
    var frames: [FrameSchedule.Frame] = []
    while let sample = try reader.next() {
      frames.append(FrameSchedule.Frame(sample))
    }
    return frames
  }

  /// The time of the picture that is some places from the one at a time; of the first or the last where there are not so
  /// many. It is `nil` without pictures.
  ///
  /// - Throws: as `seek(to:)`.
  func time(_ count: Int, from time: CMTime) throws -> CMTime? {
    reader.reset(to: [CMTimeRange(start: time, duration: .positiveInfinity)])
    isAtLast = false
    guard let current = try reader.next()?.presentationTimeStamp ?? pictures(before: time).frames.last?.time
    else { return nil }
    if count >= 0 {
      var place = current
      for _ in 0..<count {
        guard let sample = try reader.next() else { break }
        place = sample.presentationTimeStamp
      }
      return place
    }
    var (left, end) = (-count, current)
    while end > .zero {
      let start = CMTimeMaximum(.zero, end - Self.reversedStretch)
      let times = try pictures(in: CMTimeRange(start: start, end: end)).map(\.time).filter { $0 < end }
      if times.count >= left { return times[times.count - left] }
      left -= times.count
      end = start
      if start <= .zero { return times.first ?? current }
    }
    return current
  }

  /// The time at which more pictures are to be decoded. It is `nil` where all are, and where time has come to the end of
  /// those that are there.
  func refillTime(from time: CMTime, isReversed: Bool) -> CMTime? {
    shared.withLock { shared in
      if isReversed ? shared.isAtStart : shared.isAtEnd { return nil }
      guard let edge = isReversed ? shared.schedule.frames.first : shared.schedule.frames.last else { return nil }
      let left = abs(edge.time.seconds - time.seconds)
      // Behind the edge whoever decodes is at it already.
      if isReversed ? time <= edge.time : time >= edge.time { return !isReversed && time < edge.end ? edge.end : nil }
      if left < Self.shortSeconds { return edge.time }
      return CMTime(seconds: (edge.time.seconds + time.seconds) / 2, preferredTimescale: 1_000_000)
    }
  }

  // MARK: Any thread

  /// The picture that is shown at a time, and the number of jumps before it. It is `nil` where none is decoded.
  package func picture(at time: CMTime) -> (frame: FrameSchedule.Frame, serial: Int)? {
    shared.withLock { shared in shared.schedule.frame(at: time).map { ($0, shared.serial) } }
  }

  /// The time at which another picture is shown, as time goes on from a place in a direction. It is `nil` behind the last
  /// one, and where the next is not decoded yet. A picture of either time that is not decoded yet is awaited then.
  package func nextChange(after time: CMTime, isReversed: Bool) -> CMTime? {
    shared.withLock { shared in
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

  /// Returns whether the pictures of some time from a place on are decoded, as far as there are any.
  func isDecoded(from time: CMTime, seconds: Double, isReversed: Bool) -> Bool {
    shared.withLock { shared in
      guard let first = shared.schedule.frames.first, let last = shared.schedule.frames.last else {
        return shared.isAtEnd
      }
      if isReversed { return first.time <= .zero || (time - first.time).seconds > seconds }
      return shared.isAtEnd || (last.time - time).seconds > seconds
    }
  }

  /// The error that ended decoding before the end of the track, and the time of the last picture before it. It is `nil`
  /// where none did.
  package var failure: (error: any Error, time: CMTime)? {
    shared.withLock { shared in
      shared.failure.map { ($0, shared.schedule.frames.last?.time ?? .zero) }
    }
  }

  /// The end of the last picture of the track. It is `nil` where that one is not decoded.
  package var end: CMTime? { shared.withLock { $0.isAtEnd ? $0.schedule.frames.last?.end ?? .zero : nil } }

  /// The times of the first and the last picture that is decoded. It is `nil` without one.
  package var decodedTimes: (first: CMTime, last: CMTime)? { shared.withLock { $0.schedule.ends } }
}
