internal import AVFoundation

extension ExactTime {
  /// - Returns: `nil` for a time that is not numeric.
  init?(_ time: CMTime) {
    guard time.isNumeric, time.timescale > 0 else { return nil }
    self.init(value: time.value, scale: time.timescale)
  }
}

extension CMTime {
  init(_ time: ExactTime) { self.init(value: time.value, timescale: time.scale) }
}
