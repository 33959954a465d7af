/// Changes the speed of sound. The length is exact to the frame. One thread at a time.
protocol TimeStretch: AnyObject {
  /// Takes input, and writes the output that it completes.
  ///
  /// - Parameter frames: interleaved frames; nil for silence.
  /// - Returns: The number of frames that were taken. It is 0 if the ring has no space.
  func write(_ frames: UnsafePointer<Float>?, count: Int, into ring: SoundRing) -> Int

  /// Writes the rest of the output.
  ///
  /// - Returns: `false` if the ring has no space for it: call it again later.
  func finish(into ring: SoundRing) -> Bool
}

extension TimeStretch {
  /// Returns the number of input frames that are taken at once: a piece, or fewer if the sound becomes longer, so that
  /// the output is no longer than a piece.
  func inputCount(_ piece: Int, of count: Int, rate: Double) -> Int {
    min(count, max(1, Int(Double(piece) * min(1, rate))))
  }
}

/// Makes an object that changes the speed with an algorithm. The spectral algorithm is Rubber Band's; if that is not
/// installed, our own time-domain algorithm replaces it.
///
/// - Parameters:
///   - rate: the number of input frames for each frame of output, within `SpeedMap.heardRates`.
///   - sampleRate: the sample rate in Hz.
func makeTimeStretch(
  _ algorithm: TimeStretchAlgorithm, rate: Double, channelCount: Int, sampleRate: Int
) -> any TimeStretch {
  let special: (any TimeStretch)? =
    switch algorithm {
    case .timeDomain: nil
    case .spectral: RubberBandStretch(rate: rate, channelCount: channelCount, sampleRate: sampleRate)
    case .varispeed: TapeStretch(rate: rate, channelCount: channelCount, sampleRate: sampleRate)
    }
  return special ?? OverlapStretch(rate: rate, channelCount: channelCount, sampleRate: sampleRate)
}
