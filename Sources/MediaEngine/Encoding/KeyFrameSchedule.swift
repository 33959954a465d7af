import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime

/// Decides when a key frame must be forced: x264's own limit counts pictures, but not their times.
struct KeyFrameSchedule {
  private let interval: Int64?
  private var last: Int64?
  private let segments: SegmentBoundaries?
  private let clock: SessionClock
  /// The time at which the next segment is to start.
  private var boundary: Int64?
  private var passedSegments: Int32 = 0

  init(interval seconds: Double?, segments: SegmentBoundaries?, clock: SessionClock) {
    interval = seconds.map { Int64($0 * Double(clock.timeBase.denominator) / Double(clock.timeBase.numerator)) }
    self.segments = segments
    self.clock = clock
    passSegment()
  }

  /// Returns whether the picture at a time must be a key frame. Times never decrease.
  ///
  /// - Parameter isWanted: a Boolean value that says whether the client asks for a key frame here.
  mutating func isDue(at time: Int64, isWanted: Bool = false) -> Bool {
    let startsSegment = isPastBoundary(time)
    let isForced = isWanted || startsSegment
    guard let interval else { return isForced }
    guard isForced || last.map({ time - $0 >= interval }) ?? true else { return false }
    last = time
    return true
  }

  /// Returns whether the picture is the first at or after the end of a segment.
  private mutating func isPastBoundary(_ time: Int64) -> Bool {
    guard let boundary, time >= boundary else { return false }
    passedSegments = max(passedSegments, segments(before: time))
    passSegment()
    while let boundary = self.boundary, time >= boundary { passSegment() }
    return true
  }

  /// Returns the number of segments that end before a time, or a few less. It is computed, so that the boundaries
  /// within a long gap are not passed one by one.
  private func segments(before time: Int64) -> Int32 {
    guard let segments, segments.interval > .zero else { return 0 }
    let passed = (clock.time(time) - segments.start).seconds / segments.interval.seconds
    return passed.isFinite ? Int32(exactly: min(passed - 1, Double(Int32.max)).rounded(.down)) ?? 0 : 0
  }

  private mutating func passSegment() {
    guard let segments, passedSegments < .max else { return boundary = nil }
    passedSegments += 1
    boundary = try? clock.ticks(segments.start + CMTimeMultiply(segments.interval, multiplier: passedSegments), .up)
  }

  /// Notes a packet: the encoder may have set a key frame of its own, at a scene change.
  mutating func didEmit(_ packet: Packet) {
    if packet.isKeyFrame, let pts = packet.pts { last = max(last ?? pts, pts) }
  }
}
