package import CoreMedia

/// One track's samples, pulled one after the other on the caller's thread. One caller at a time reads.
package protocol SampleReader: AnyObject, Sendable {
  /// The next sample; `nil` at the end of the track or of its time ranges.
  ///
  /// - Throws: `MediaError` with the track and the time.
  func next() throws -> CMSampleBuffer?

  /// Reads other ranges next, one after the other: what `next()` gives of a range does not depend on what was read
  /// before.
  func reset(to timeRanges: [CMTimeRange])

  /// Reads another range next: from the last random-access point at or before a time within it, or from the range's start
  /// where that is later. Pictures at which decoding can begin are had at once so. What has no such pictures begins at the
  /// range's start.
  func reset(to timeRange: CMTimeRange, fromAccessPointAt time: CMTime)

  /// Leaves out what is shown before a time ahead, as far as that is sooner: the next sample is the one that is shown then,
  /// or one before it. At the end the last one comes all the same.
  func skip(to time: CMTime)

  /// Problems that did not stop reading, one sentence each. Any thread.
  var warnings: [String] { get }

  /// The stretches of what was read so far that are missing because of damage, on the asset's timeline, in order:
  /// complete once `next()` gave `nil`, and empty where damage ends reading. Any thread.
  var lostTimeRanges: [CMTimeRange] { get }
}

extension SampleReader {
  package func reset(to timeRange: CMTimeRange, fromAccessPointAt time: CMTime) { reset(to: [timeRange]) }
  package func skip(to time: CMTime) {}
}
