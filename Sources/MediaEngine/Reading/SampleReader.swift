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

  /// Problems that did not stop reading, one sentence each. Any thread.
  var warnings: [String] { get }

  /// The stretches of what was read so far that are missing because of damage, on the asset's timeline, in order:
  /// complete once `next()` gave `nil`, and empty where damage ends reading. Any thread.
  var lostTimeRanges: [CMTimeRange] { get }
}
