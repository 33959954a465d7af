package import CoreMedia

/// The decoded pictures around a time, and which of them is shown when. A pure value.
///
/// A picture is shown from its own time until that of the next one.
package struct FrameSchedule {
  package struct Frame: Sendable {
    package let sample: CMSampleBuffer
    package let time: CMTime
    /// The time up to which the picture should be shown, as the container states it. It is the picture's own time if
    /// the container states none.
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

  /// The times of the first and the last picture. It is `nil` if there are none.
  package var ends: (first: CMTime, last: CMTime)? {
    guard let first = frames.first, let last = frames.last else { return nil }
    return (first.time, last.time)
  }

  /// Returns the picture that is shown at a time. It is `nil` before the first picture, and if there are none.
  package func frame(at time: CMTime) -> Frame? { index(at: time).map { frames[$0] } }

  /// The distance before a picture's time at which the picture before it is shown: shorter than the distance of any two
  /// pictures.
  private static let instant = CMTime(value: 1, timescale: 1_000_000)

  /// Returns the time at which the picture next changes, in the direction of time. It is `nil` if the next picture is
  /// not decoded.
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

  /// Adds a picture if it is shown after all others; otherwise it is ignored.
  package mutating func append(_ frame: Frame) {
    if let last = frames.last, frame.time <= last.time { return }
    frames.append(frame)
    byteCount += frame.byteCount
  }

  /// Removes the first picture.
  mutating func removeFirst() { byteCount -= frames.removeFirst().byteCount }

  /// Adds the pictures that are shown before all others, in the order of their times; others are ignored.
  package mutating func prepend(_ new: [Frame]) {
    let earlier = new.filter { frame in frames.first.map { frame.time < $0.time } ?? true }
    frames.insert(contentsOf: earlier, at: 0)
    byteCount += earlier.reduce(0) { $0 + $1.byteCount }
  }

  /// Removes the pictures that time has passed: those shown before a time if it runs forward, or after it if it runs
  /// backward. The picture that is shown stays, and the first one if time has gone back beyond all of them.
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
