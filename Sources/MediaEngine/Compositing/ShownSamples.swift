import CoreMedia

/// The samples of a track at increasing times: the pictures of a source, or other data.
///
/// One caller at a time.
final class ShownSamples {
  private let reader: any SampleReader
  /// The end of the track, used as the last sample's end if its duration is not known.
  private let trackEnd: CMTime
  private var current: CMSampleBuffer?
  private var following: CMSampleBuffer?
  private var isAtEnd = true

  init(_ reader: any SampleReader, trackEnd: CMTime) { (self.reader, self.trackEnd) = (reader, trackEnd) }

  /// Begins to read stretches of the track, in the order of their starts.
  func begin(_ ranges: [CMTimeRange]) {
    (current, following, isAtEnd) = (nil, nil, ranges.isEmpty)
    if !isAtEnd { reader.reset(to: ranges) }
  }

  /// Advances to a time. The sample that follows is read too.
  ///
  /// - Throws: as `SampleReader.next()`.
  func advance(to time: CMTime) throws {
    while !isAtEnd {
      if following == nil { following = try nextSample() }
      guard let next = following else {
        isAtEnd = true
        return
      }
      if next.presentationTimeStamp > time { return }
      (current, following) = (next, nil)
    }
  }

  /// Skips samples that are shown before a time, if that is faster.
  func skip(to time: CMTime) {
    guard !isAtEnd, following.map({ $0.presentationTimeStamp <= time }) ?? true else { return }
    reader.skip(to: time)
  }

  /// Returns the sample that is shown at the current time; `nil` if nothing is shown.
  func shown(at time: CMTime) -> CMSampleBuffer? {
    guard let current, current.presentationTimeStamp <= time, time < end(of: current) else { return nil }
    return current
  }

  /// Returns the first time after the current one at which another sample, or none, is shown. It is `nil` after the
  /// end.
  func nextChange(after time: CMTime) -> CMTime? {
    let next = following?.presentationTimeStamp
    guard let current = shown(at: time) else { return next }
    let end = end(of: current)
    guard end.isNumeric else { return next }
    return next.map { min($0, end) } ?? end
  }

  private func end(of sample: CMSampleBuffer) -> CMTime {
    let duration = sample.duration
    if duration.isNumeric, duration > .zero { return sample.presentationTimeStamp + duration }
    return following?.presentationTimeStamp ?? (trackEnd.isNumeric ? trackEnd : .positiveInfinity)
  }

  /// Returns the next sample that shows something: a marker without samples shows nothing.
  private func nextSample() throws -> CMSampleBuffer? {
    while let sample = try reader.next() {
      if sample.numSamples > 0, sample.presentationTimeStamp.isNumeric { return sample }
    }
    return nil
  }
}
