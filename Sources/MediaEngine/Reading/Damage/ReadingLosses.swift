import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile
import Synchronization

/// What reading a track past damage lost so far. Any thread may look.
final class ReadingLosses: Sendable {
  private let timeline: AssetTimeline
  /// When the track is presented, on the asset's timeline.
  private let trackRange: CMTimeRange
  private let isOfPictures: Bool
  /// Whether the container's own tables show that something of the track is missing.
  private let isDamaged: Bool
  /// Where packets have the media's own times: when they are shown. `nil` where their times are those of the presentation.
  private let edits: EditMap?

  private struct State {
    /// Of the range that is being read.
    var current: LossTimeline
    var range: CMTimeRange
    /// Of ranges that were read before.
    var earlier: [CMTimeRange] = []
  }

  private let state: Mutex<State>

  /// - Parameters:
  ///   - edits: when the media is shown, where it is read without its edit list.
  ///   - isDamaged: whether the container's tables show that something of the track is missing.
  init(of track: SourceTrack, _ timeline: AssetTimeline, edits: EditMap?, in range: CMTimeRange, isDamaged: Bool) {
    self.isDamaged = isDamaged
    self.edits = edits
    self.timeline = timeline
    trackRange = track.timeRange
    isOfPictures = track.mediaType == .video
    state = Mutex(State(current: LossTimeline(lastsUntilNext: isOfPictures), range: range))
  }

  /// Another range is read from now on.
  func begin(_ range: CMTimeRange) {
    let known = foundRanges
    let current = LossTimeline(lastsUntilNext: isOfPictures)
    state.withLock { $0 = State(current: current, range: range, earlier: known) }
  }

  /// What a packet that was noted holds cannot be presented.
  func lose(_ packet: Packet) {
    // One without a time lies between its neighbours.
    change { if let time = packet.pts ?? packet.dts { $0.lose(at: time) } else { $0.suspectNext() } }
  }

  func change(_ body: (inout LossTimeline) -> Void) { state.withLock { body(&$0.current) } }

  /// The stretches that are missing, on the asset's timeline, in order. A track that is broken somewhere has lost something:
  /// where nothing is found missing, a stretch without duration says where, or one without end that it is behind all that was
  /// read.
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

  /// The losses in a stretch of the presentation.
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
      // Where nobody knows how long the track is, it ends with what was read.
      let hasEnd = trackRange.end.isNumeric && trackRange.duration > .zero
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
      // What is cut and does not say how long it was lacks all behind what is known of.
      let hasOpenEnd = edits == nil && state.current.endsEarly && !state.range.end.isNumeric
      let lacksMore = hasOpenEnd && lost.last?.upperBound != last
      return state.earlier + ranges + (lacksMore ? [CMTimeRange(start: end, end: .positiveInfinity)] : [])
    }
  }
}
