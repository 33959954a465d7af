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

  /// A Boolean value that says whether a picture was noted at a time, or behind it.
  func isTaken(_ ticks: Int64) -> Bool { last.map { $0 >= ticks } ?? false }

  /// Notes the next picture. Of two pictures on one tick the later one is seen.
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
