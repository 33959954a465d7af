package import CoreMedia
package import MediaInterop
package import MediaSupport
import MediaTime

/// The timeline of a track's written media: the times at which it is presented, collected packet by packet. A pure
/// value.
///
/// All times are ticks of `timeBase` from the session's start. Media before the session's start, after its end, and
/// trimmed samples are stored but not presented (AW-33, AW-35, WI-69).
package struct TrackTimeline: Sendable {
  package var timeBase: TimeBase
  package private(set) var packetCount = 0
  /// The decode time of the first packet: the zero of the track's media time.
  package private(set) var firstDecodeTime: Int64?
  /// The earliest time of any packet in the media, which begins with the first part.
  private var lowest: Int64?
  /// The earliest time of any packet in the presentation, and of what is presented.
  private var first: Int64?
  private var earliest: Int64?
  /// The start and the end of the sample that is presented last.
  private var last: (start: Int64, end: Int64)?
  /// The time and the stated duration of the last sample in decode order.
  private var lastDecodeTime: Int64 = 0
  private var statedDuration: Int64 = 0
  /// A Boolean value that says whether the last sample in decode order is also presented last.
  private var isPresentedLast = false
  /// The latest presentation times.
  private var latest = LatestTimes()
  /// The number of audio samples that are dropped before the first presented one, and after the last.
  package private(set) var trimmedAtStart: Int64 = 0
  package private(set) var trimmedAtEnd: Int64 = 0
  /// The end of the session, as a time from its start; `nil` if the client did not set it.
  package var sessionEndTime: CMTime?
  /// The length of the session. If the client set no end, the session lasts to the end of the last sample of any track
  /// (AW-36).
  package var sessionLength: Int64 = 0

  /// The stretches of the presentation, in order; each presents a part of the media. There is only one, unless samples
  /// between two parts are not presented.
  private(set) var stretches: [Stretch] = []

  /// A stretch of the presentation that shows one part of the media.
  struct Stretch: Equatable, Sendable {
    /// The ticks by which the media is behind the presentation.
    let shift: Int64
    var start: Int64
    var end: Int64
  }

  package init(timeBase: TimeBase) { self.timeBase = timeBase }

  /// Notes that a packet was written. Its decode time must be known.
  package mutating func didWrite(_ packet: Packet) {
    guard let time = packet.dts ?? packet.pts else { return }
    let (dts, pts) = (time - packet.editShift, (packet.pts ?? time) - packet.editShift)
    packetCount += 1
    if firstDecodeTime == nil { firstDecodeTime = dts }
    (lastDecodeTime, statedDuration, isPresentedLast) = (dts, packet.duration, false)
    // The media of a later part lies behind the earlier parts, whatever its times in the presentation are.
    lowest = min(lowest ?? .max, packet.pts ?? time)
    latest.note(pts)
    first = min(first ?? .max, pts)
    if earliest == nil { trimmedAtStart = trimmedAtStart.adding(clamping: Int64(packet.trimStart)) }
    let start = pts + Int64(packet.trimStart)
    let end = pts + packet.duration - Int64(packet.trimEnd)
    // A trim may be longer than the last packet.
    trimmedAtEnd = Int64(packet.trimEnd).adding(clamping: packet.trimEnd > 0 && end <= start ? trimmedAtEnd : 0)
    if packet.isDiscarded || end <= start && packet.duration > 0 { return }
    earliest = min(earliest ?? .max, start)
    show(Stretch(shift: packet.editShift, start: start, end: end))
    isPresentedLast = last.map { start >= $0.start } ?? true
    if isPresentedLast { last = (start, end) }
  }

  /// The tick nearest to the session's end, at which the presentation ends.
  package var sessionEnd: Int64? { sessionEndTime.flatMap { timeBase.ticks($0) } }

  /// The first tick that is not before the session's end: a sample of sound that begins before the end is in the
  /// session, also where both are nearest to the same tick.
  package var sessionEndRoundedUp: Int64? { sessionEndTime.flatMap { timeBase.ticks($0, .up) } }

  /// The duration of a sample that states none. It is 0 where there is only one.
  private var unstatedDuration: Int64 { max(0, latest.distance ?? 0) }

  private mutating func show(_ sample: Stretch) {
    guard let last = stretches.indices.last, stretches[last].shift == sample.shift else {
      return stretches.append(sample)
    }
    stretches[last].start = min(stretches[last].start, sample.start)
    stretches[last].end = max(stretches[last].end, sample.end)
  }

  /// The end of the sample that is presented last.
  private var lastEnd: Int64? { last.map { $0.end > $0.start ? $0.end : $0.start + unstatedDuration } }

  /// The time at which the first presented sample is presented; `nil` when nothing is.
  package var presentationStart: Int64? {
    guard let earliest, let lastEnd, lastEnd > 0 || earliest >= 0 else { return nil }
    let start = max(0, earliest)
    if let sessionEnd, start >= sessionEnd { return nil }
    return start
  }

  /// The end of the last presented sample; `nil` when nothing is presented.
  package var presentationEnd: Int64? {
    guard presentationStart != nil, let lastEnd else { return nil }
    return min(lastEnd, sessionEnd ?? .max)
  }

  /// A Boolean value that says whether the media begins before its presented part.
  var isCutAtStart: Bool {
    guard let first, let presentationStart else { return false }
    return first < presentationStart
  }

  /// A Boolean value that says whether the media continues behind its presented part.
  var isCutAtEnd: Bool {
    guard let last else { return false }
    return trimmedAtEnd > 0 || sessionEnd.map { $0 < last.end } ?? false
  }

  /// The presentation's end as a time from the session's start.
  var presentationEndTime: CMTime? { presentationEnd.map(timeBase.time) }

  /// The duration of the last sample in decode order, if more is known than its own duration.
  ///
  /// The durations of all samples add up to the length of the media. Players without edit lists show that length, and
  /// no edit may be longer. If pictures are reordered, the one that is presented last may be decoded before others, and
  /// end after the sum of all durations. The duration of the last sample is then extended by the difference.
  package var lastDuration: Int64? {
    if let markedDuration { return markedDuration }
    let duration = max(statedDuration, statedDuration == 0 ? unstatedDuration : 0, missingDuration)
    return duration > statedDuration ? duration : nil
  }

  /// The time after the last decode time that the media must have to be as long as its presentation.
  private var missingDuration: Int64 {
    guard !isPresentedLast, let lowest, let firstDecodeTime, let presentationEnd else { return 0 }
    let start = lowest &- (stretches.first?.shift ?? 0)
    return (presentationEnd &- start) &- (lastDecodeTime &- firstDecodeTime)
  }

  /// The end of the sample that is presented last, in the media's own time, if more is known than its duration.
  package private(set) var markedEnd: Int64?
  private var markedDuration: Int64?

  private mutating func mark(_ end: Int64, duration: Int64) {
    (markedEnd, markedDuration) = (end + (stretches.last?.shift ?? 0), duration)
  }

  /// Ends the last sample at the time that a marker states (WI-66).
  package mutating func endLast(at end: Int64) {
    guard let last, end > last.start, end > lastDecodeTime else { return }
    self.last = (last.start, end)
    mark(end, duration: end - lastDecodeTime)
  }

  /// Ends the last sample if its duration is not known: a single sample without a duration.
  package mutating func closeOpenEnd(at end: Int64) {
    guard let last, last.end == last.start, unstatedDuration == 0, end > last.start else { return }
    self.last = (last.start, end)
    mark(end, duration: end - last.start)
  }

  /// The media time, counted from the first packet's decode time, at which the presentation begins.
  package var mediaStart: Int64? {
    guard let presentationStart, let firstDecodeTime else { return nil }
    return presentationStart - firstDecodeTime
  }
}
