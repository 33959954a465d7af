internal import AVFoundation

/// The bytes of pictures that are encoded in segments, in a file of a target size: they are encoded before the file is
/// written.
extension Plan {
  /// Returns the greatest number of bytes that the pictures may have, or nil if the file has no target size.
  ///
  /// - Parameters:
  ///   - source: the facts of the source.
  ///   - sound: the sound that was encoded apart, or nil if there is none.
  func pictureBytes(of source: SourceFacts, beside sound: StoredSound?) -> Double? {
    guard let targetSize, let seconds = seconds(of: source) else { return nil }
    let samples = leastSamplesSize(of: Double(targetSize.bytes), seconds: seconds)
    return tracks.filter { !$0.action.isSplit }.reduce(samples) { left, track in
      if let stored = sound?.tracks[track.source.id] { return left - Double(stored.totalSampleDataLength) }
      let rate = track.bitRates(in: self)?.upperBound ?? 0
      return left - rate / 8 * (track.seconds(of: self) ?? seconds)
    }
  }

  /// The track whose size is known only after it is written, in a file of a target size whose pictures would be encoded
  /// in segments. It is nil if there is none.
  var trackOfUnknownSize: TrackPlan? {
    guard targetSize != nil else { return nil }
    let measured = Set(soundEncodedApart.map(\.source.id))
    return tracks.first { track in
      if case .encodeVideo = track.action { return false }
      guard !measured.contains(track.source.id) else { return false }
      return track.bitRates(in: self).map { $0.lowerBound < $0.upperBound } ?? true
    }
  }
}
