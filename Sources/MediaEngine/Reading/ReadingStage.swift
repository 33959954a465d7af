import CoreMedia

/// Makes samples from a track's packets. One caller at a time.
protocol ReadingStage: AnyObject {
  /// Seeks to a range of the asset's timeline, whose samples come next. They are the same as those of a new stage. Call
  /// it before the first `next()`, or at any later time.
  ///
  /// - Throws: the errors of the packets' source or the decoder.
  func seek(to range: CMTimeRange) throws

  /// Seeks to a range of the asset's timeline. Reading starts at the last random-access point at or before a time
  /// within it, if that point lies in the range.
  ///
  /// - Throws: as `seek(to:)`.
  func seek(to range: CMTimeRange, fromAccessPointAt time: CMTime) throws

  /// Skips samples that are shown before a later time in the range, if that is faster than reading them: the next
  /// sample is the one that is shown at that time, or an earlier one.
  ///
  /// - Throws: as `next()`.
  func skip(to time: CMTime) throws

  /// Returns the next sample; `nil` at the end of the range.
  ///
  /// - Throws: `MediaError`.
  func next() throws -> CMSampleBuffer?
}

extension ReadingStage {
  func seek(to range: CMTimeRange, fromAccessPointAt time: CMTime) throws { try seek(to: range) }
  func skip(to time: CMTime) throws {}
}
