import CoreMedia
import MediaSupport
import MovieFile

/// What a movie shows of its tracks, and when.
extension Movie {
  /// libavformat believes no more: 16 packets of AAC.
  private static let longestPriming = 16_384

  /// End of the longest track, or what the header says of a movie without media.
  var presentationEnd: CMTime {
    let ends = tracks.map { timeRange(of: $0).end }.filter(\.isNumeric)
    if let end = ends.max(), end > .zero { return end }
    return header.duration.map(timeBase.time) ?? .zero
  }

  /// Ticks of the movie's own times.
  var timeBase: TimeBase { TimeBase(ticksPerSecond: max(1, header.timeScale)) }

  /// Where a track's samples lie on the movie's timeline, its edit list applied.
  ///
  /// libavformat leaves out the samples that an `iTunSMPB` item says the encoder put in front. It keeps the sound at
  /// the times that the tables give it, and what the item says of its end is not looked at.
  func timeRange(of track: Track) -> CMTimeRange {
    let range = track.presentation(movieTimeBase: timeBase)
    guard let dropped = droppedStart(of: track), dropped < range.duration else { return range }
    return CMTimeRange(start: range.start + dropped, end: range.end)
  }

  /// Each stretch of a track's timeline with what it shows of the media (ISO 14496-12 8.6.6). An empty edit has an
  /// invalid source.
  func segments(of track: Track) -> [CMTimeMapping] {
    let media = track.timeBase
    guard !track.edits.isEmpty else {
      let range = timeRange(of: track)
      return [CMTimeMapping(source: range, target: range)]
    }
    var segments: [CMTimeMapping] = []
    var start = CMTime.zero
    for edit in track.edits {
      // A fragmented movie states no duration: its media says it.
      let rest = edit.mediaStart.map { media.time(max(0, track.shownEnd &- $0)) } ?? .zero
      let target = CMTimeRange(start: start, duration: edit.duration > 0 ? timeBase.time(edit.duration) : rest)
      let source = edit.mediaStart.map { mediaStart in
        CMTimeRange(
          start: media.time(mediaStart),
          duration: edit.rate == Edit.normalRate
            ? target.duration : CMTimeMultiplyByRatio(target.duration, multiplier: edit.rate, divisor: Edit.normalRate))
      }
      segments.append(CMTimeMapping(source: source ?? .invalid, target: target))
      start = target.end
    }
    return segments
  }

  /// What the file says outside of edit lists, of its last track as libavformat understands it.
  private func droppedStart(of track: Track) -> CMTime? {
    guard track.edits.isEmpty, track.kind == .audio, track.trackID == tracks.last?.trackID, let priming,
      priming.priming < Self.longestPriming,
      let rate = track.sampleEntries.first.flatMap({
        CMFormatDescription($0, of: track).audioStreamBasicDescription?.mSampleRate
      }), let scale = Int32(exactly: rate), scale > 0
    else { return nil }
    return CMTime(value: Int64(priming.priming), timescale: scale)
  }
}

extension Track {
  /// The picture that is shown first is among these: H.264 and HEVC reorder by 16 pictures at most.
  private static let reorderingWindow = 17

  /// Ticks of the track's media.
  var timeBase: TimeBase { TimeBase(ticksPerSecond: max(1, timeScale)) }

  /// How long nothing is shown before the media, in ticks of the movie.
  var emptyStart: Int64 { edits.prefix { $0.mediaStart == nil }.reduce(0) { $0 &+ $1.duration } }

  /// Where the media begins to be shown, in its own ticks; `nil` where no edit shows any.
  var shownStart: Int64? { edits.lazy.compactMap(\.mediaStart).first }

  /// How long the media is; between fragments there can be holes.
  var mediaDuration: Int64 {
    max(sampleDuration, endOfSamples &- (samples.first { _ in true }?.decodeTime ?? 0))
  }

  /// Where the media ends that is shown without an end of its own: with the picture that is shown last, which reordering
  /// can put beyond the last sample's decode time.
  fileprivate var shownEnd: Int64 {
    samples.reduce(mediaDuration) { max($0, $1.presentationTime &+ $1.duration) }
  }

  /// What a movie shows of a track, from its edit list, or from its tables where it has none.
  fileprivate func presentation(movieTimeBase movie: TimeBase) -> CMTimeRange {
    let empty = emptyStart
    guard !edits.isEmpty else {
      let start = samples.prefix(Self.reorderingWindow).map(\.presentationTime).min() ?? 0
      return CMTimeRange(start: timeBase.time(start), duration: timeBase.time(mediaDuration))
    }
    // Nothing of the track is shown, for so long.
    guard let mediaStart = shownStart else { return CMTimeRange(start: .zero, duration: movie.time(empty)) }
    let total = edits.reduce(0) { $0 &+ $1.duration }
    // A fragmented movie states no duration: its media says it.
    let shown = total > empty ? movie.time(total &- empty) : timeBase.time(max(0, shownEnd &- mediaStart))
    return CMTimeRange(start: movie.time(empty), duration: shown)
  }
}
