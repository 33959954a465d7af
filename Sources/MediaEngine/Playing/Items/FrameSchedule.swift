package import CoreMedia

/// The decoded pictures around a time, and which of them is shown when. A pure value.
///
/// A picture is shown from its own time until that of the next one.
package struct FrameSchedule {
  package struct Frame: Sendable {
    package let sample: CMSampleBuffer
    package let time: CMTime
    /// The time up to which the picture is to be shown, as the container says. It is the picture's own time if the
    /// container does not.
    let end: CMTime
    package let byteCount: Int

    package init(_ sample: CMSampleBuffer) {
      self.sample = sample
      time = sample.presentationTimeStamp
      end = sample.duration.isNumeric ? time + sample.duration : time
      byteCount = sample.imageBuffer.map { CVPixelBufferGetDataSize($0) } ?? 0
    }
  }

  /// The pictures in the order of their times, no two of which are equal.
  package private(set) var frames: [Frame] = []
  package private(set) var byteCount = 0

  package init() {}

  /// The times of the first and the last picture. It is `nil` without one.
  package var ends: (first: CMTime, last: CMTime)? {
    guard let first = frames.first, let last = frames.last else { return nil }
    return (first.time, last.time)
  }

  /// The picture that is shown at a time. It is `nil` before the first, and where there is none.
  package func frame(at time: CMTime) -> Frame? { index(at: time).map { frames[$0] } }

  /// The time before a picture's at which the one before it is shown: shorter than the distance of any two pictures.
  private static let instant = CMTime(value: 1, timescale: 1_000_000)

  /// Returns the time at which the picture changes next, as time goes on in a direction. It is `nil` if the next
  /// picture is not there.
  package func timeOfChange(after time: CMTime, isReversed: Bool) -> CMTime? {
    let index = index(at: time)
    guard isReversed else {
      let next = index.map { $0 + 1 } ?? 0
      return frames.indices.contains(next) ? frames[next].time : nil
    }
    guard let index, index > 0 else { return nil }
    return frames[index].time - Self.instant
  }

  /// Returns the number of pictures that are shown after a time, or before it if the time goes back.
  package func count(after time: CMTime, isReversed: Bool) -> Int {
    guard let index = index(at: time) else { return isReversed ? 0 : frames.count }
    return isReversed ? index : frames.count - 1 - index
  }

  /// Adds a picture that is shown after all others. One that is not is left out.
  package mutating func append(_ frame: Frame) {
    if let last = frames.last, frame.time <= last.time { return }
    frames.append(frame)
    byteCount += frame.byteCount
  }

  /// Removes the first picture.
  mutating func removeFirst() { byteCount -= frames.removeFirst().byteCount }

  /// Adds pictures that are shown before all others, in the order of their times. Those that are not are left out.
  package mutating func prepend(_ new: [Frame]) {
    let earlier = new.filter { frame in frames.first.map { frame.time < $0.time } ?? true }
    frames.insert(contentsOf: earlier, at: 0)
    byteCount += earlier.reduce(0) { $0 + $1.byteCount }
  }

  /// Removes the pictures that were shown before a time when it goes forward, or after it when it goes back. The
  /// picture that is shown then stays, and the first one if time has gone back beyond all of them.
  package mutating func discard(passed time: CMTime, isReversed: Bool) {
    if frames.isEmpty { return }
    let index = index(at: time) ?? 0
    let passed = isReversed ? (index + 1)..<frames.count : 0..<index
    byteCount -= frames[passed].reduce(0) { $0 + $1.byteCount }
    frames.removeSubrange(passed)
  }

  /// Returns the index of the last picture that begins at a time or before; `nil` if none does.
  private func index(at time: CMTime) -> Int? {
    var (low, high) = (0, frames.count)
    while low < high {
      let middle = (low + high) / 2
      if frames[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
