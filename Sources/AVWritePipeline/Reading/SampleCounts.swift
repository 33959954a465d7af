internal import AVFoundation
internal import Synchronization

/// A count of the samples that the writer was given so far, track by track.
///
/// Each track's entry is changed by its own queue. It may be read from any thread.
final class SampleCounts: Sendable {
  /// One track's count.
  struct Track: Sendable, Hashable {
    /// The number of pictures, packets or, for linear PCM, audio frames.
    var samples = 0
    /// The number of pictures that were read and not given, because the encoder was busy.
    var droppedSamples = 0
    /// The earliest and the latest time that is presented, on the source's timeline.
    var start: ExactTime?
    var end: ExactTime?
    /// The total duration of all samples, in seconds. It is the time between start and end, unless the source has gaps
    /// or samples that overlap.
    var seconds = 0.0
    /// The seconds of the buffer that ends latest.
    var lastSeconds = 0.0
    /// The starts of the two latest buffers in time.
    var latestStart: ExactTime?
    var secondLatestStart: ExactTime?
    /// The longest time from the start of one buffer to that of the next, in seconds.
    var longestStep = 0.0
    var isFinished = false
    var passes = PassProgress()
    /// The styles of texts that the given samples do not have.
    var lostStyles: [String] = []
    /// A Boolean value that says whether pictures came with closed captions.
    var hasCaptions = false

    /// The assumed end of the buffer that is presented last, if it does not state one: its duration is that of the
    /// buffer presented before it, as in the writer (WI-66). It is nil for a buffer that states its end, and for a
    /// single one.
    var assumedEnd: ExactTime? {
      guard let latestStart, let secondLatestStart, let end, end <= latestStart else { return nil }
      return ExactTime(CMTime(latestStart) + (CMTime(latestStart) - CMTime(secondLatestStart)))
    }

    /// Notes the start of a buffer. Copied pictures come in the order of decoding.
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

  /// Counts the samples of one buffer.
  ///
  /// - Parameter isPicture: true for a picture, which is shown until the next one, whatever its own duration; the
  ///   picture that is decoded last may be shown before others.
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

  /// Counts the samples that a sample buffer presents; empty ones count nothing.
  func add(_ sample: CMSampleBuffer, track: Int) {
    guard sample.numSamples > 0 else { return }
    // Samples that are only needed for decoding take no place in time.
    let time = sample.outputPresentationTimeStamp
    guard sample.isDisplayed, let start = ExactTime(time) else {
      return tracks.withLock { $0[track].samples += sample.numSamples }
    }
    let stated = ExactTime(time + sample.outputDuration) ?? start
    let isPicture = sample.formatDescription?.mediaType == .video
    let hasCaptions = isPicture && sample.closedCaptions != nil
    add(sample.numSamples, from: start, to: stated, isPicture: isPicture, track: track)
    if hasCaptions { tracks.withLock { $0[track].hasCaptions = true } }
  }

  /// Notes that a pass over the track's source begins.
  ///
  /// - Parameter ranges: the parts of the source that the pass needs; the first needs all.
  func beginPass(_ ranges: [CMTimeRange], track: Int) {
    tracks.withLock { tracks in
      let isFirst = tracks[track].passes.pass == 0
      tracks[track].passes.beginPass(wanting: isFirst ? [] : ranges.map { $0.start.seconds..<$0.end.seconds })
    }
  }

  /// Notes that a further pass has come to this time of the source.
  func reach(_ time: CMTime, track: Int) {
    if time.isNumeric { tracks.withLock { $0[track].passes.reach(time.seconds) } }
  }

  /// Counts a picture that is not given to the writer.
  func drop(track: Int) { tracks.withLock { $0[track].droppedSamples += 1 } }

  /// Ends the track. No buffer follows the last one, which may not state its duration.
  ///
  /// - Parameters:
  ///   - lostStyles: the styles of its texts that the given samples do not have.
  ///   - lostCaptions: true where pictures came with closed captions and were given without them.
  func finish(track: Int, lostStyles: [String] = [], lostCaptions: Bool = false) {
    tracks.withLock { tracks in
      tracks[track].isFinished = true
      tracks[track].lostStyles = lostStyles
      if lostCaptions { tracks[track].hasCaptions = true }
      if let end = tracks[track].assumedEnd, let start = tracks[track].latestStart {
        (tracks[track].end, tracks[track].lastSeconds) = (end, end.seconds - start.seconds)
      }
    }
  }

  var snapshot: [Track] { tracks.withLock { $0 } }
}

extension SampleCounts.Track {
  /// Returns whether samples are shown up to a time. A single one that does not state its end lasts as long as the file.
  func reaches(_ time: CMTime) -> Bool {
    guard let end, let latestStart else { return false }
    return end <= latestStart || time.seconds - end.seconds <= Fact.timeTolerance
  }
}

/// The part of the counts that one track's pipe writes.
struct TrackSampleCounts: PipeRecord {
  let counts: SampleCounts
  /// The track's index in the counts.
  let track: Int

  func didMove(_ sample: CMSampleBuffer) { counts.add(sample, track: track) }
  func didDrop() { counts.drop(track: track) }
  func willBeginPass(_ number: Int, over ranges: [CMTimeRange]) { counts.beginPass(ranges, track: track) }
  func didRepeat(to time: CMTime) { counts.reach(time, track: track) }
  func didEnd(_ feed: SampleFeed) {
    counts.finish(track: track, lostStyles: feed.lostStyles, lostCaptions: feed.lostCaptions)
  }
  func reaches(_ time: CMTime) -> Bool { counts.snapshot[track].reaches(time) }
}
