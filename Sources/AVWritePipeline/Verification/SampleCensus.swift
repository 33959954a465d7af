internal import AVFoundation

/// A count of the samples of a track that is read to its end.
struct SampleCensus {
  /// The number of pictures, frames of sound, or samples of any other kind.
  private(set) var samples = 0
  /// The presentation times, in their order, empty for sound.
  private(set) var times: [ExactTime] = []
  /// The time at which the track begins; nil without samples.
  private(set) var start: ExactTime?
  private let sampleRate: Double?
  /// The time at which samples begin that began before it; nil leaves all times as they are.
  private let earliest: ExactTime?

  /// Counts every sample of a part.
  ///
  /// - Parameter decodes: as for all of the track.
  /// - Throws: `JobError` of exit 65 where a sample is damaged.
  init(of track: TrackFacts, in source: Source, _ part: SourcePart, decodes: Bool) throws(JobError) {
    try self.init(
      of: track, in: source, part.isWhole ? nil : part.timeRange, from: part.isWhole ? nil : part.origin,
      decodes: decodes)
  }

  /// Counts every sample.
  ///
  /// - Parameters:
  ///   - timeRange: the range to read, or nil for all.
  ///   - earliest: the time at which samples begin that began before it; nil leaves all times as they are.
  ///   - decodes: true if samples are decoded, as far as this build does that; false if they are read as they are
  ///     stored.
  /// - Throws: `JobError` of exit 65 where a sample is damaged.
  init(
    of track: TrackFacts, in source: Source, _ timeRange: CMTimeRange? = nil, from earliest: ExactTime? = nil,
    decodes: Bool = true
  ) throws(JobError) {
    self.earliest = earliest
    sampleRate = track.kind == .audio && track.isDecodable ? track.audio?.sampleRate : nil
    try source.readSamples(of: track, as: decodes ? Self.settings(track) : nil, in: timeRange) { add($0) }
    times.sort()
  }

  private static func settings(_ track: TrackFacts) -> [String: Any]? {
    switch track.kind {
    case .video where track.isDecodable, .audio where track.isDecodable: [:]
    default: nil
    }
  }

  private mutating func add(_ sample: CMSampleBuffer) {
    guard sample.numSamples > 0, sample.isDisplayed, let shown = ExactTime(sample.outputPresentationTimeStamp) else {
      return
    }
    let time = earliest.map { max(shown, $0) } ?? shown
    start = min(start ?? time, time)
    guard let sampleRate else {
      samples += sample.numSamples
      times.append(time)
      return
    }
    // Samples that are trimmed at either end are decoded and not heard.
    let heard = sample.outputDuration
    samples += heard.isNumeric ? Int((heard.seconds * sampleRate).rounded()) : sample.numSamples
  }
}
