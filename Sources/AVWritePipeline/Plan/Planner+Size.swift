/// The check that the output fits its container.
extension Planner {
  /// Checks that linear PCM fits into a file of the container. Its size follows from its duration before anything is
  /// written.
  ///
  /// - Throws: `JobError` of exit 69 where a file of the container cannot be as large.
  func requireRoom(for plan: Plan) throws(JobError) {
    guard let limit = container.largestFile, let seconds = plan.seconds(of: source) else { return }
    for track in plan.tracks {
      guard let rate = track.pcmBytesPerSecond, seconds * rate > Double(limit) else { continue }
      let others = Container.allCases.filter { $0.largestFile == nil && $0.audioEncoders.contains(.pcm) }
      throw JobError(
        .containerUnsupported,
        "\(job.input): \(track.source.title) is too large: \(container.rawValue) files have at most "
          + "\((limit + 1) >> 30) GiB",
        hint: "\(others.map(\.rawValue).joined(separator: ", ")) can be larger")
    }
  }
}

extension TrackPlan {
  /// The number of bytes in a second of the track's linear PCM, or nil for other formats.
  var pcmBytesPerSecond: Double? {
    switch action {
    case .encodeAudio(let encoding):
      guard case .pcm(let form) = encoding.format else { return nil }
      return Double(encoding.sampleRate * encoding.channels * form.bits / 8)
    case .copy:
      guard source.codec == "lpcm", let audio = source.audio, let bits = audio.bitsPerChannel else { return nil }
      return audio.sampleRate * Double(audio.channels * bits / 8)
    case .encodeVideo, .convertText: return nil
    }
  }
}
