internal import AVFoundation
internal import Synchronization

/// What has been given to the writer so far, track by track.
///
/// Each track's entry is changed by its own queue; anyone may look.
final class Tally: Sendable {
  /// One track's count.
  struct Track: Sendable, Hashable {
    /// Pictures, packets or, of linear PCM, audio frames.
    var samples = 0
    /// Pictures that were read and not given, because the encoder was busy.
    var droppedSamples = 0
    /// The earliest and latest instants presented, on the source's timeline.
    var start: ExactTime?
    var end: ExactTime?
    /// Seconds of all that is presented, one after the other: as many as lie between start and end, unless the source
    /// leaves holes or puts one thing over another.
    var seconds = 0.0
    /// Where the latest buffer begins; and where it ends, where it does not say that itself: it lasts as long as the one
    /// before, as the writer has it (WI-66).
    var lastStart: ExactTime?
    var assumedEnd: ExactTime?
    /// Of the latest buffer that presents something.
    var lastSeconds = 0.0
    /// Where the two latest of what is presented begin.
    var latestStart: ExactTime?
    var secondLatestStart: ExactTime?
    /// The longest time from one of what is presented to the next, in seconds.
    var longestStep = 0.0
    var isFinished = false
    var passes = PassProgress()
    /// What texts said and what was given does not.
    var lostStyles: [String] = []
    /// Whether pictures came with closed captions.
    var hasCaptions = false

    /// Pictures come in the order of decoding where they are copied.
    mutating func noteStart(_ start: ExactTime) {
      guard let latest = latestStart else {
        latestStart = start
        return
      }
      if start > latest {
        (secondLatestStart, latestStart) = (latest, start)
      } else if start < latest {
        secondLatestStart = max(secondLatestStart ?? start, start)
      }
      if let latestStart, let secondLatestStart {
        longestStep = max(longestStep, latestStart.seconds - secondLatestStart.seconds)
      }
    }
  }

  private let tracks: Mutex<[Track]>

  init(trackCount: Int) { tracks = Mutex(Array(repeating: Track(), count: trackCount)) }

  /// Counts what one buffer holds.
  ///
  /// - Parameter isPicture: a picture is shown until the next one, however long it is said to last: one that is decoded
  ///   last may be shown before others.
  func add(_ samples: Int, from start: ExactTime, to end: ExactTime, isPicture: Bool = false, track: Int) {
    tracks.withLock { tracks in
      tracks[track].samples += samples
      tracks[track].start = min(tracks[track].start ?? start, start)
      if !isPicture {
        tracks[track].end = max(tracks[track].end ?? end, end)
      } else if start >= tracks[track].latestStart ?? start {
        tracks[track].end = end
      }
      let seconds = end.seconds - start.seconds
      tracks[track].seconds += seconds
      if tracks[track].end == end { tracks[track].lastSeconds = seconds }
      tracks[track].noteStart(start)
    }
  }

  /// Counts what a sample buffer presents; empty ones count nothing.
  func add(_ sample: CMSampleBuffer, track: Int) {
    guard sample.numSamples > 0 else { return }
    // What is needed for decoding alone takes no place in time.
    guard sample.isDisplayed, let start = ExactTime(sample.outputPresentationTimeStamp) else {
      return tracks.withLock { $0[track].samples += sample.numSamples }
    }
    let stated = ExactTime(sample.outputPresentationTimeStamp + sample.outputDuration) ?? start
    let isPicture = sample.formatDescription?.mediaType == .video
    let hasCaptions = isPicture && sample.closedCaptions != nil
    add(sample.numSamples, from: start, to: stated, isPicture: isPicture, track: track)
    tracks.withLock { tracks in
      let step = tracks[track].lastStart.map { CMTime(start) - CMTime($0) }
      tracks[track].assumedEnd = stated == start ? step.flatMap { ExactTime(CMTime(start) + $0) } : nil
      tracks[track].lastStart = start
      if hasCaptions { tracks[track].hasCaptions = true }
    }
  }

  /// - Parameter ranges: what of the source the pass wants, unless it is the first.
  /// - Returns: which pass over the track's source begins, from 1 on.
  func beginPass(_ ranges: [CMTimeRange], track: Int) -> Int {
    tracks.withLock { tracks in
      let isFirst = tracks[track].passes.pass == 0
      tracks[track].passes.beginPass(wanting: isFirst ? [] : ranges.map { $0.start.seconds..<$0.end.seconds })
      return tracks[track].passes.pass
    }
  }

  /// A further pass has come to this instant of the source.
  func reach(_ time: CMTime, track: Int) {
    if time.isNumeric { tracks.withLock { $0[track].passes.reach(time.seconds) } }
  }

  /// Counts a picture that is not given to the writer.
  func drop(track: Int) { tracks.withLock { $0[track].droppedSamples += 1 } }

  /// The track's end: nothing comes behind a buffer that does not say how long it lasts.
  ///
  /// - Parameters:
  ///   - lostStyles: what its texts said and what was given does not.
  ///   - lostCaptions: whether pictures came with closed captions and were given without.
  func finish(track: Int, lostStyles: [String] = [], lostCaptions: Bool = false) {
    tracks.withLock { tracks in
      tracks[track].isFinished = true
      tracks[track].lostStyles = lostStyles
      if lostCaptions { tracks[track].hasCaptions = true }
      if let end = tracks[track].assumedEnd { tracks[track].end = max(tracks[track].end ?? end, end) }
    }
  }

  var snapshot: [Track] { tracks.withLock { $0 } }
}
