import CoreMedia
import MediaSupport
import MediaTime

/// Decides before which packets a movie's fragments end: a pure value that is queried before every packet is written.
///
/// Times are nanoseconds on the packets' timeline.
struct FragmentSchedule {
  enum Rule: Equatable {
    /// A fragment ends as soon as an interval has passed, at any sample: a fragment of a file need not be decodable by
    /// itself (AW-60, AW-61).
    case every(Int64, initial: Int64)
    /// A fragment ends at the pacing track's first sync sample that is presented at or after each multiple of an
    /// interval (AW-74).
    case atSyncSamples(start: Int64, interval: Int64)
    /// A fragment ends only where the client ends it (AW-75).
    case onDemand
  }

  struct Packet: Equatable {
    var track: Int
    var decodeTime: Int64
    var presentationTime: Int64
    var isSync: Bool
  }

  let rule: Rule
  /// The track whose samples end segments: video if there is any.
  private(set) var pacingTrack: Int?
  /// The numbers of the video tracks. Their part of a segment that the client ends must start with a sync sample.
  private var videoTracks: Set<Int> = []
  /// The decode time of each track's first packet in the open fragment.
  private var starts: [Int: Int64] = [:]
  private var boundary: Int64

  init(_ rule: Rule) {
    self.rule = rule
    switch rule {
    case .every(_, let initial): boundary = initial
    case .atSyncSamples(let start, let interval): boundary = start.addingReportingOverflow(interval).partialValue
    case .onDemand: boundary = .max
    }
  }

  mutating func addTrack(_ track: Int, isVideo: Bool, paces: Bool) {
    if isVideo, videoTracks.isEmpty { pacingTrack = track }
    if isVideo { videoTracks.insert(track) } else if paces, pacingTrack == nil { pacingTrack = track }
  }

  /// Returns whether the open fragment ends before this packet, which is then the first packet of the next fragment.
  ///
  /// - Throws: `MediaError(.segmentWithoutSyncSample)` where a segment's video would start with another sample.
  mutating func endsFragment(before packet: Packet) throws -> Bool {
    let ends = isDue(packet)
    if ends { starts = [:] }
    let isFirst = starts[packet.track] == nil
    if isFirst { starts[packet.track] = packet.decodeTime }
    if isFirst, needsSync(packet), !packet.isSync {
      throw MediaError(
        .segmentWithoutSyncSample, .writing, "a segment must start with a sync sample, and the next sample is not one",
        trackID: Int32(clamping: packet.track + 1), time: TimeBase.nanoseconds.time(packet.presentationTime))
    }
    return ends
  }

  /// Notes that the client ended the open fragment.
  mutating func didEnd() { starts = [:] }

  private func needsSync(_ packet: Packet) -> Bool {
    switch rule {
    case .every: false
    case .atSyncSamples: packet.track == pacingTrack
    case .onDemand: videoTracks.contains(packet.track)
    }
  }

  private mutating func isDue(_ packet: Packet) -> Bool {
    switch rule {
    case .onDemand: return false
    case .atSyncSamples(let start, let interval):
      guard packet.track == pacingTrack, packet.isSync, packet.presentationTime >= boundary else { return false }
      boundary = Self.boundary(after: packet.presentationTime, from: start, interval)
      return !starts.isEmpty
    case .every(let interval, let initial):
      if packet.decodeTime >= boundary {
        boundary = Self.boundary(after: packet.decodeTime, from: initial, interval)
        return !starts.isEmpty
      }
      // A track whose packets come after those of the others passes no boundary.
      guard let start = starts[packet.track] else { return false }
      let (length, overflow) = packet.decodeTime.subtractingReportingOverflow(start)
      return overflow || length >= interval
    }
  }

  /// Returns the first multiple of an interval after a time. It is the largest time if there is none.
  private static func boundary(after time: Int64, from origin: Int64, _ interval: Int64) -> Int64 {
    let (passed, overflow) = time.subtractingReportingOverflow(origin)
    let (next, late) = passed.addingReportingOverflow(interval - passed % interval)
    let (boundary, beyond) = origin.addingReportingOverflow(next)
    return overflow || late || beyond ? .max : boundary
  }
}

extension FragmentSchedule.Rule {
  /// - Returns: `nil` if no interval is a positive time.
  init?(_ configuration: FragmentConfiguration) {
    guard let interval = Self.interval(configuration.interval) else { return nil }
    self = .every(interval, initial: Self.interval(configuration.initialInterval) ?? interval)
  }

  init?(_ rule: SegmentConfiguration.Rule) {
    switch rule {
    case .onDemand: self = .onDemand
    case .every(let boundaries):
      guard let start = TimeBase.nanoseconds.ticks(boundaries.start), let interval = Self.interval(boundaries.interval)
      else { return nil }
      self = .atSyncSamples(start: start, interval: interval)
    }
  }

  /// Returns an interval in nanoseconds; `nil` if it is not a positive time. The shortest interval is one nanosecond,
  /// which ends a fragment before every sample.
  private static func interval(_ time: CMTime) -> Int64? {
    guard time.isNumeric, time > .zero else { return nil }
    return TimeBase.nanoseconds.ticks(time).map { max(1, $0) }
  }
}
