internal import Bitstreams

/// The times at which a written track is to be presented, as far as its container can say them.
struct ExpectedTimes {
  /// The start and the end of the track, in seconds from the file's start.
  let start: Double
  let end: Double
  /// The largest error of a time, in seconds: a tick of a coarse movie time scale; in other containers two of
  /// Matroska's; and a frame of copied MP3, whose source may have counted whole frames only.
  let tolerance: Double
  /// The seconds that the track may be longer at each end, by the codec's padding in a container that does not mark it.
  private let unmarked: Double
  /// The seconds that the track may begin earlier: pictures before its first access point may not be decodable.
  private let leading: Double
  /// The seconds that the track may end earlier: its last sample, whose duration only movies say. Sound lasts as long
  /// as it decodes to, which tables may let be longer.
  private let unstated: Double
  /// The seconds that the track may end later. Readers give the last sample the duration of the others where its own is
  /// not stored. Encoded sound lasts as long as its samples, whose duration the source's tables may have rounded.
  private let overstated: Double

  /// - Parameter counts: the track's share of what the writer was given; the result is `nil` where it has no times.
  init?(_ track: TrackPlan, of plan: Plan, _ counts: SampleCounts.Track) {
    guard let first = counts.start, let last = counts.end else { return nil }
    let stated = first.seconds - plan.part.origin.seconds
    start = max(0, stated)
    leading = plan.container.isMovie ? 0 : max(0, -stated)
    end = min(last, plan.part.end ?? last).seconds - plan.part.origin.seconds
    let container = plan.container
    let rate = track.soundRate
    let tick = container.isMovie ? 1.0 / 600 : 0.003
    let isCopiedMP3 = container == .mp3 && track.action == .copy
    tolerance = isCopiedMP3 ? max(tick, Double(Self.mp3Frame) / (rate ?? .infinity)) : tick
    unmarked =
      container.isGapless && !track.isUntaggedMP3(in: container)
      ? 0 : rate.map { Double(TrackPlan.unmarkedSamples) / $0 } ?? 0
    let statesLengths = container.isMovie || rate != nil
    unstated = container.isMovie || track.encodesAudio ? 0 : counts.lastSeconds
    // The last sample of a part of the source is shown shorter than it was given.
    let cut = max(0, last.seconds - (plan.part.end ?? last).seconds)
    overstated = statesLengths ? track.roundedLength(counts) : max(0, counts.longestStep - counts.lastSeconds) + cut
  }

  private static let mp3Frame = 1152

  /// Returns whether a track from `start` to `end` is right, in a file whose every time is later by `shift`.
  func allow(start: Double, end: Double, shift: Double) -> Bool {
    let (start, end) = (start - shift, end - shift)
    return (self.start - leading - unmarked - tolerance...self.start + tolerance).contains(start)
      && (self.end - unstated - tolerance...self.end + overstated + leading + unmarked + tolerance).contains(end)
  }
}

extension TrackPlan {
  /// Returns whether the track is bare MP3 of so few bits a second that its frames have no room for LAME's tag, and the
  /// encoder's delay is played.
  fileprivate func isUntaggedMP3(in container: Container) -> Bool {
    guard container == .mp3, case .encodeAudio(let encoding) = action, case .lossy(.mp3, let rate) = encoding.format
    else { return false }
    return !XingTag.fits(sampleRate: encoding.sampleRate, channels: encoding.channels, bitRate: rate.bitsPerSecond)
  }

  fileprivate var encodesAudio: Bool { if case .encodeAudio = action { true } else { false } }

  /// Returns the seconds by which decoded sound is longer than the times of its packets say, as far as the rounding of
  /// each by a tick explains it, or an overlap that is not heard.
  fileprivate func roundedLength(_ counts: SampleCounts.Track) -> Double {
    guard encodesAudio, let start = counts.start, let end = counts.end, let rate = source.audio?.sampleRate, rate > 0,
      source.timeScale > 0
    else { return 0 }
    let span = end.seconds - start.seconds
    let ticksOfPacket = Self.usualPacket / rate * Double(source.timeScale)
    let excess = counts.seconds - span
    return excess > 0 && excess <= max(span / ticksOfPacket, Self.unheardOverlap) ? excess : 0
  }

  /// The seconds by which a writer lets sound lie over earlier sound. It drops none, and the rest comes later.
  private static let unheardOverlap = 0.005

  /// The number of samples in a packet of AAC.
  private static let usualPacket = 1024.0

  /// The sample rate of the sound that is written, or `nil` for other tracks.
  var soundRate: Double? {
    if case .encodeAudio(let encoding) = action { return Double(encoding.sampleRate) }
    return source.audio?.sampleRate
  }
}
