/// Estimates of a track of the output, from its source.
extension TrackPlan {
  /// The longest packet of Opus, 120 ms, to which its last may be filled up. No encoder's delay is longer: AAC with
  /// spectral band replication has twice 2112.
  static let unmarkedSamples = 5760

  /// Returns the number of samples that the track will have; 0 where it is not known.
  func expectedSampleCount(of plan: Plan) -> Int {
    guard let duration = source.duration?.seconds, duration > 0 else { return 0 }
    let first = max(source.start, plan.part.start ?? source.start).seconds
    let last = min(source.start.seconds + duration, plan.part.end?.seconds ?? .infinity)
    let seconds = max(0, last - first)
    let count =
      switch action {
      case .encodeVideo(let encoding) where encoding.frameRate != nil:
        seconds * (encoding.frameRate?.picturesPerSecond ?? 0)
      case .copy, .encodeVideo: Double(source.sampleCount ?? 0) * seconds / duration
      // A pause follows each text.
      case .convertText: 2 * Double(source.sampleCount ?? 0) * seconds / duration
      case .encodeAudio(let encoding): seconds * Double(encoding.sampleRate) / Double(encoding.format.samplesPerPacket)
      }
    return Int(exactly: count.rounded(.up)) ?? 0
  }

  /// The bits of the track in a second; 0 for pictures that are encoded, and where it is not known.
  var expectedBitsPerSecond: Double {
    switch action {
    case .copy: source.bitsPerSecond ?? 0
    case .encodeAudio(let encoding):
      if case .lossy(_, let rate) = encoding.format { Double(rate.bitsPerSecond) } else { 0 }
    case .encodeVideo, .convertText: 0
    }
  }
}
