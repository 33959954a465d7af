package import CoreMedia

/// The volume of a sound over time: a pure value.
///
/// Before the first ramp begins the volume is 1. Of the ramps that have begun, the one that began last counts, and of
/// those that began together the one that was set last: the volume goes in a straight line from its start to its end,
/// and stays there (MX-10 to MX-12).
package struct VolumeRamps: Hashable, Sendable {
  package struct Ramp: Hashable, Sendable {
    /// The time in which the volume changes: a numeric range, which may be empty.
    package var range: CMTimeRange
    package var start: Float
    package var end: Float

    package init(_ range: CMTimeRange, from start: Float, to end: Float) {
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

  /// Returns the ramp whose range contains a time, or else the first one that begins later; `nil` behind the last
  /// (MX-13).
  package func ramp(at time: CMTime) -> Ramp? {
    ramps.last { $0.range.containsTime(time) } ?? ramps.first { $0.range.start > time || $0.range.start == time }
  }

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
