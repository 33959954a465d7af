package import CoreMedia
package import CoreVideo
import MediaSupport

/// A decoded picture and the time from which it is shown.
package struct ShownPicture: @unchecked Sendable {
  // Sendable: returned pictures are never written to.

  package let buffer: CVPixelBuffer
  package let time: CMTime
  /// The time at which it ends. It is invalid if the container does not state it.
  package let end: CMTime

  /// - Returns: `nil` for a sample without a picture.
  init?(_ sample: CMSampleBuffer) {
    guard let buffer = sample.imageBuffer else { return nil }
    (self.buffer, time) = (buffer, sample.presentationTimeStamp)
    end = sample.duration.isNumeric ? time + sample.duration : .invalid
  }
}

/// The pictures around times of a track, decoded by one reader. For the next time the reader continues from its
/// position, if that is less work than a seek. One thread at a time.
final class ShownPictures {
  private let reader: any SampleReader
  /// A Boolean value that says whether the reader can seek without reading everything before the position.
  private let canSeek: Bool
  /// The picture at or before the last time, and the one that follows it, as far as they were read.
  private var current: ShownPicture?
  private var following: ShownPicture?
  private var isAtEnd = false

  /// The distance up to which reading on is faster than seeking: the packets on the way need not be decoded, except
  /// those from the last random-access point on.
  private static let nearDistance = CMTime(value: 10, timescale: 1)

  /// Returns whether reading on from one time to a later one is faster than seeking.
  static func areNear(_ time: CMTime, _ next: CMTime) -> Bool { next - time < nearDistance }

  init(_ reader: any SampleReader, canSeek: Bool) { (self.reader, self.canSeek) = (reader, canSeek) }

  /// Returns the last picture at or before a time, and the first one behind that. Both are `nil` after the end of the
  /// track.
  ///
  /// - Throws: as `SampleReader.next()`. The next time is then sought again.
  func pictures(at time: CMTime) throws -> (shown: ShownPicture?, next: ShownPicture?) {
    try leavingPlaceOnFailure {
      if !isAhead(time) {
        forget()
        reader.reset(to: [CMTimeRange(start: CMTimeMaximum(.zero, time), duration: .positiveInfinity)])
      } else if !isAtEnd, following.map({ $0.time <= time }) ?? true {
        reader.skip(to: time)
      }
      do {
        try advance(to: time)
      } catch let error as MediaError where error.kind != .cancelled {
        // Damage after a picture that is still shown at the time does not matter.
        guard let shown = current, shown.end.isNumeric, shown.end > time else { throw error }
        forget()
        return (shown, nil)
      }
      return (current, following)
    }
  }

  /// Returns the last picture of the track, if it is not before the earliest time.
  ///
  /// - Parameter time: a time after the end of the track.
  /// - Throws: as `pictures(at:)`.
  func last(before time: CMTime, from earliest: CMTime) throws -> ShownPicture? {
    try leavingPlaceOnFailure {
      forget()
      let start = CMTimeMaximum(.zero, earliest)
      guard start < time else { return nil }
      reader.reset(to: CMTimeRange(start: start, duration: .positiveInfinity), fromAccessPointAt: time)
      try advance(to: .positiveInfinity)
      return current
    }
  }

  private func isAhead(_ time: CMTime) -> Bool {
    guard let place = current?.time ?? following?.time, time >= place else { return false }
    return !canSeek || Self.areNear(place, time)
  }

  private func advance(to time: CMTime) throws {
    while !isAtEnd {
      guard let next = try following ?? reader.next().flatMap(ShownPicture.init) else {
        isAtEnd = true
        return
      }
      following = next
      if next.time > time { return }
      (current, following) = (next, nil)
    }
  }

  private func forget() { (current, following, isAtEnd) = (nil, nil, false) }

  private func leavingPlaceOnFailure<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch {
      forget()
      throw error
    }
  }
}
