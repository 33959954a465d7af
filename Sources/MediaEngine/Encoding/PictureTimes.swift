import CoreMedia
import MediaSupport

/// The times of pictures on their way to an encoder, in ticks from the session's start.
struct PictureTimes {
  let clock: SessionClock
  private var last: Int64?

  init(_ clock: SessionClock) { self.clock = clock }

  /// - Throws: `MediaError(.invalidOperation)` for a picture without a numeric time.
  func ticks(of sample: CMSampleBuffer) throws(MediaError) -> Int64 {
    if let ticks = try clock.ticks(sample.writtenPresentationTimeStamp) { return ticks }
    throw MediaError(.invalidOperation, .encoding, "a picture has no numeric presentation time")
  }

  /// Two pictures on one tick: the later one is the one that is seen.
  ///
  /// - Throws: `MediaError(.encodingFailed)` for a picture that does not follow the one before.
  mutating func advance(to ticks: Int64, at time: CMTime) throws(MediaError) {
    if let last, ticks <= last {
      throw MediaError(.encodingFailed, .encoding, "pictures must follow each other in time", time: time)
    }
    last = ticks
  }

  /// What comes next may be before what came.
  mutating func restart() { last = nil }
}
