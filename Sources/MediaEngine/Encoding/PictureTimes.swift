import CoreMedia
import MediaSupport
import MediaTime

/// Checks and converts the times of pictures before they are encoded, in ticks from the session's start.
struct PictureTimes {
  let clock: SessionClock
  private var last: Int64?

  init(_ clock: SessionClock) { self.clock = clock }

  /// - Throws: `MediaError(.invalidOperation)` for a picture without a numeric time.
  func ticks(of sample: CMSampleBuffer) throws(MediaError) -> Int64 {
    if let ticks = try clock.ticks(sample.writtenPresentationTimeStamp) { return ticks }
    throw MediaError(.invalidOperation, .encoding, "a picture has no numeric presentation time")
  }

  /// Notes the next picture. Two pictures on one tick are refused.
  ///
  /// - Throws: `MediaError(.encodingFailed)` for a picture that does not follow the one before.
  mutating func advance(to ticks: Int64, at time: CMTime) throws(MediaError) {
    if let last, ticks <= last {
      throw MediaError(.encodingFailed, .encoding, "presentation times of pictures must increase", time: time)
    }
    last = ticks
  }

  /// Forgets the last time, so that the next picture may be earlier.
  mutating func restart() { last = nil }
}
