import CoreMedia

/// Makes samples of a track's packets. One caller at a time.
protocol ReadingStage: AnyObject {
  /// Goes to a range of the asset's timeline, whose samples come next: they are the same as from a stage that was never
  /// anywhere else. Before the first `next()`, and at any time later.
  ///
  /// - Throws: the errors of the packets' source or the decoder.
  func seek(to range: CMTimeRange) throws

  /// Goes to a range of the asset's timeline: to the last random-access point at or before a time within it, where that
  /// lies in the range.
  ///
  /// - Throws: as `seek(to:)`.
  func seek(to range: CMTimeRange, fromAccessPointAt time: CMTime) throws

  /// Leaves out samples that are shown before a time ahead in the range, where that is faster: the next sample is the
  /// one that is shown then, or one before it.
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
