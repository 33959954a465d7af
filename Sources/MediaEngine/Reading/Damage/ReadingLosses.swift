import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime
import MovieFile
import Synchronization

/// The losses so far of a track that is read past damage. Any thread may query them.
final class ReadingLosses: Sendable {
  private let timeline: AssetTimeline
  /// The time range in which the track is presented, on the asset's timeline.
  private let trackRange: CMTimeRange
  private let isOfPictures: Bool
  /// A Boolean value that says whether the container's own tables show that something of the track is missing.
  private let isDamaged: Bool
  /// The edit list, if packets have the media's own times; `nil` if their times are those of the presentation.
  private let edits: EditMap?

  private struct State {
    /// The losses in the range that is being read.
    var current: LossTimeline
    var range: CMTimeRange
    /// The losses in the ranges that were read earlier.
    var earlier: [CMTimeRange] = []
  }

  private let state: Mutex<State>

  /// - Parameters:
  ///   - edits: the edit list, if the media is read without it.
  ///   - isDamaged: a Boolean value that says whether the container's tables show that something of the track is
  ///     missing.
  init(of track: SourceTrack, _ timeline: AssetTimeline, edits: EditMap?, in range: CMTimeRange, isDamaged: Bool) {
    self.isDamaged = isDamaged
    self.edits = edits
    self.timeline = timeline
    trackRange = track.timeRange
    isOfPictures = track.mediaType == .video
    state = Mutex(State(current: LossTimeline(lastsUntilNext: isOfPictures), range: range))
  }

  /// Notes that another range is read from now on.
  func begin(_ range: CMTimeRange) {
    let known = foundRanges
    let current = LossTimeline(lastsUntilNext: isOfPictures)
    state.withLock { $0 = State(current: current, range: range, earlier: known) }
  }

  /// Notes that a packet, which was noted before, cannot be presented.
  func lose(_ packet: Packet) {
    // A packet without a time lies somewhere between its neighbours.
    change { if let time = packet.pts ?? packet.dts { $0.lose(at: time) } else { $0.suspectNext() } }
  }

  func change(_ body: (inout LossTimeline) -> Void) { state.withLock { body(&$0.current) } }

  /// The missing stretches, on the asset's timeline, in order. A track that is broken somewhere has lost something: if
  /// no loss is found, a stretch without duration states the position, or a stretch without end states that the loss
  /// lies behind everything that was read.
  var ranges: [CMTimeRange] {
    let found = foundRanges
    guard found.isEmpty else { return found }
    let (end, breakTime) = state.withLock { ($0.current.end, $0.current.breakTime) }
    if isDamaged {
      let known = edits == nil ? end.map { timeline.time($0) } ?? trackRange.start : trackRange.start
      return [CMTimeRange(start: known.isNumeric ? known : .zero, end: .positiveInfinity)]
    }
    let place = breakTime.flatMap { time in edits.map { $0.presentationTimes(of: time).first } ?? time }
    return place.map { [CMTimeRange(start: max(timeline.time($0), trackRange.start), duration: .zero)] } ?? []
  }

  /// Returns the losses in a stretch of the presentation.
  private func shown(_ losses: LossTimeline, in stretch: Range<Int64>) -> [Range<Int64>] {
    guard let edits, !edits.isIdentity else { return losses.losses(in: stretch) }
    let spans = edits.spans(in: stretch)
    let media = spans.compactMap(\.media)
    guard let start = media.map(\.lowerBound).min(), let end = media.map(\.upperBound).max() else { return [] }
    let lost = losses.losses(in: start..<max(end, start &+ 1))
    var shown = RangeSet<Int64>()
    for span in spans {
      for range in lost { if let times = span.presentation(of: range) { shown.insert(contentsOf: times) } }
    }
    return Array(shown.intersection(RangeSet(stretch)).ranges)
  }

  private var foundRanges: [CMTimeRange] {
    state.withLock { state in
      let start = max(state.range.start, trackRange.start)
      // A track of unknown length ends with the last packet that was read. Packets that are presented after the stated
      // end show that the stated end is damaged.
      let isPassed = edits == nil && state.current.lastTime.map { timeline.time($0) >= trackRange.end } ?? false
      let hasEnd = trackRange.end.isNumeric && trackRange.duration > .zero && !isPassed
      let trackEnd = hasEnd ? trackRange.end : .positiveInfinity
      let end = state.range.end.isNumeric ? min(state.range.end, trackEnd) : trackEnd
      guard start.isNumeric, start < end else { return state.earlier }
      let last = end.isNumeric ? timeline.ticks(end) : .max
      let first = timeline.ticks(start)
      guard first < last else { return state.earlier }
      let lost = shown(state.current, in: first..<last)
      let ranges = lost.map { range in
        CMTimeRange(start: timeline.time(range.lowerBound), end: min(timeline.time(range.upperBound), end))
      }
      // A truncated file that does not state its length lacks everything behind the known media.
      let hasOpenEnd = edits == nil && state.current.endsEarly && !state.range.end.isNumeric
      let lacksMore = hasOpenEnd && lost.last?.upperBound != last
      return state.earlier + ranges + (lacksMore ? [CMTimeRange(start: end, end: .positiveInfinity)] : [])
    }
  }
}
