package import CoreMedia

/// A value that changes over time, such as a volume or an opacity: a pure value.
///
/// The ramp that began last applies; among ramps that began together, the one that was set last. Within its range the
/// value changes from its start to its end, and then stays there (MX-10 to MX-12, VC-20).
package struct Ramps<Value: Equatable & Sendable>: Equatable, Sendable {
  package struct Ramp: Equatable, Sendable {
    /// The time range in which the value changes: a numeric range, which may be empty.
    package var range: CMTimeRange
    package var start: Value
    package var end: Value

    package init(_ range: CMTimeRange, from start: Value, to end: Value) {
      (self.range, self.start, self.end) = (range, start, end)
    }
  }

  /// The ramps in the order in which they begin.
  package private(set) var ramps: [Ramp] = []

  package init() {}

  package mutating func set(_ ramp: Ramp) {
    let index = ramps.firstIndex { $0.range.start > ramp.range.start } ?? ramps.count
    ramps.insert(ramp, at: index)
  }

  /// Returns the ramp whose range contains a time, or else the first one that begins later; `nil` after the last one
  /// (MX-13).
  package func ramp(at time: CMTime) -> Ramp? {
    ramps.last { $0.range.containsTime(time) } ?? ramps.first { $0.range.start > time || $0.range.start == time }
  }

  /// Returns the ramp that applies at a time, and the share of it that has passed, from 0 to 1; `nil` before the first
  /// ramp.
  func state(at time: CMTime) -> (ramp: Ramp, share: Double)? {
    guard let ramp = ramps.last(where: { $0.range.start <= time }) else { return nil }
    let duration = ramp.range.duration.seconds
    return (ramp, duration > 0 ? min(1, (time - ramp.range.start).seconds / duration) : 1)
  }

  /// Returns whether the value changes within a range.
  func changes(in range: CMTimeRange) -> Bool {
    ramps.contains { ramp in
      let isStep = ramp.range.start > range.start && ramp.range.start < range.end
      return isStep || ramp.start != ramp.end && ramp.range.start < range.end && ramp.range.end > range.start
    }
  }
}

/// The volume of a sound over time. Before the first ramp begins it is 1.
package typealias VolumeRamps = Ramps<Float>

extension VolumeRamps {
  /// Multiplies interleaved frames by the volume at the time of each.
  ///
  /// - Parameters:
  ///   - first: the number of the first frame, counted from time zero.
  ///   - sampleRate: the frames of a second.
  func apply(to frames: UnsafeMutableBufferPointer<Float>, channelCount: Int, from first: Int64, _ sampleRate: Int) {
    guard !ramps.isEmpty else { return }
    let times = ramps.map { ramp in
      let start = ramp.range.start.seconds
      return (start: start, end: ramp.range.end.seconds, from: ramp.start, to: ramp.end)
    }
    var index = -1
    for frame in 0..<(frames.count / max(1, channelCount)) {
      let time = Double(first + Int64(frame)) / Double(sampleRate)
      while index + 1 < times.count, times[index + 1].start <= time { index += 1 }
      guard index >= 0 else { continue }
      let ramp = times[index]
      let volume =
        time >= ramp.end
        ? ramp.to : ramp.from + (ramp.to - ramp.from) * Float((time - ramp.start) / (ramp.end - ramp.start))
      for sample in (frame * channelCount)..<((frame + 1) * channelCount) { frames[sample] *= volume }
    }
  }
}
