import CoreMedia

/// The level of pictures over time: the factor for each sample's distance from black, from 0 to 1.
package typealias PictureLevels = Ramps<Float>

extension PictureLevels {
  /// Returns the value at a time. Before the first ramp it is that ramp's start, and without ramps it is 1.
  func level(at time: CMTime) -> Double {
    guard let (ramp, share) = state(at: time) else { return Double(ramps.first?.start ?? 1) }
    return Double(ramp.start) + (Double(ramp.end) - Double(ramp.start)) * share
  }
}
