package import CoreMedia

/// The samples of one track, read one after the other on the caller's thread. One caller at a time.
package protocol SampleReader: AnyObject, Sendable {
  /// Returns the next sample; `nil` at the end of the track or of its time ranges.
  ///
  /// - Throws: `MediaError` with the track and the time.
  func next() throws -> CMSampleBuffer?

  /// Sets the time ranges that are read next, one after the other. The samples of a range do not depend on what was
  /// read before.
  func reset(to timeRanges: [CMTimeRange])

  /// Sets the time range that is read next. Reading begins at the last random-access point at or before a time within
  /// it, or at the range's start if that is later, so that the first pictures are decoded without earlier ones. In a
  /// track without random-access points it begins at the range's start.
  func reset(to timeRange: CMTimeRange, fromAccessPointAt time: CMTime)

  /// Skips the samples that are shown before a later time, if that is faster than reading them: the next sample is the
  /// one that is shown at that time, or an earlier one. If the time is at the end or later, the last sample is still
  /// returned.
  func skip(to time: CMTime)

  /// Makes a `next()` that waits for a client's code fail soon, and all later calls too. Reads of files are ended by
  /// the session's `cancel()`. Any thread; does not wait.
  func cancel()

  /// The problems that did not stop reading, one sentence each. Any thread.
  var warnings: [String] { get }

  /// The time ranges that are missing because of damage, in what was read so far, on the asset's timeline, in order.
  /// The list is complete once `next()` has returned `nil`. It is empty if damage ends reading. Any thread.
  var lostTimeRanges: [CMTimeRange] { get }
}

extension SampleReader {
  package func reset(to timeRange: CMTimeRange, fromAccessPointAt time: CMTime) { reset(to: [timeRange]) }
  package func skip(to time: CMTime) {}
  package func cancel() {}
}
