import MediaSupport

extension PCMBuffer {
  /// The range of the invalid samples, which no encoder can encode: those that are not a number, infinite, or more than
  /// 96 dB above full scale. Floating-point samples with the values of 16-bit integers are still within that limit. The
  /// range is counted in one channel, from the first invalid sample to behind the last. It is `nil` if there are none,
  /// and for integers.
  ///
  /// At such samples, encoders crash (LAME), search for ever (AAC) or output silence for seconds (Opus).
  package var unencodableSamples: Range<Int>? {
    switch format.sampleFormat {
    case .f32: samples(beyond: Float(1 << 16))
    case .f64: samples(beyond: Double(1 << 16))
    case .u8, .s16, .s32, .s64: nil
    }
  }

  private func samples<Sample: BinaryFloatingPoint>(beyond limit: Sample) -> Range<Int>? {
    let channels = format.isPlanar ? 1 : format.layout.count
    var found: Range<Int>?
    for plane in planes {
      let start = plane.assumingMemoryBound(to: Sample.self)
      let samples = UnsafeBufferPointer(start: start, count: sampleCount * channels)
      // Without an early exit, the compiler vectorizes the comparison.
      var areWithin = true
      for sample in samples { areWithin = (sample.magnitude <= limit) && areWithin }
      guard !areWithin, let first = samples.firstIndex(where: { !($0.magnitude <= limit) }),
        let last = samples.lastIndex(where: { !($0.magnitude <= limit) })
      else { continue }
      let range = first / channels..<last / channels + 1
      found = found.map { min($0.lowerBound, range.lowerBound)..<max($0.upperBound, range.upperBound) } ?? range
    }
    return found
  }
}
