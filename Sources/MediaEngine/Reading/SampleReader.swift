package import CoreMedia

/// One track's samples, pulled one after the other on the caller's thread. One caller at a time reads.
package protocol SampleReader: AnyObject, Sendable {
  /// Returns the next sample; `nil` at the end of the track or of its time ranges.
  ///
  /// - Throws: `MediaError` with the track and the time.
  func next() throws -> CMSampleBuffer?

  /// Sets the time ranges that are read next, one after the other. The samples of a range do not depend on what was
  /// read before.
  func reset(to timeRanges: [CMTimeRange])

  /// Sets the time range that is read next. Reading begins at the last random-access point at or before a time within
  /// it, or at the range's start if that is later: so pictures at which decoding can begin come at once. In a track
  /// without such pictures it begins at the range's start.
  func reset(to timeRange: CMTimeRange, fromAccessPointAt time: CMTime)

  /// Leaves out the samples that are shown before a later time, if that is faster than to read them: the next sample is
  /// the one that is shown at that time, or one before it. At the end the last sample comes all the same.
  func skip(to time: CMTime)

  /// Lets a `next()` that waits for a client's code fail soon, and all later ones. Reads of files end with the session's
  /// `cancel()`. Any thread; does not wait.
  func cancel()

  /// Problems that did not stop reading, one sentence each. Any thread.
  var warnings: [String] { get }

  /// The time ranges that were read so far and are missing because of damage, on the asset's timeline, in order. They
  /// are complete once `next()` gave `nil`, and empty if damage ends reading. Any thread.
  var lostTimeRanges: [CMTimeRange] { get }
}

extension SampleReader {
  package func reset(to timeRange: CMTimeRange, fromAccessPointAt time: CMTime) { reset(to: [timeRange]) }
  package func skip(to time: CMTime) {}
  package func cancel() {}
}
