import MediaSupport

extension PCMBuffer {
  /// The range of the samples that no encoder can make sound of: those that are not a number, infinite, or more than 96
  /// dB above full scale, which floating-point samples with the values of 16-bit integers still have. It is counted in
  /// one channel, from the first of them to behind the last. `nil` where there are none, and for integers.
  ///
  /// Encoders end the program at such samples (LAME), search for ever (AAC) or give silence for seconds (Opus).
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
      // Without an early exit the compiler compares several at once.
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
