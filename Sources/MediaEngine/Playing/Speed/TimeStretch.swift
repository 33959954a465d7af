import MediaInterop

/// Ways to change the speed of sound.
package enum TimeStretchAlgorithm: Sendable {
  /// Keeps the pitch, by laying pieces of the wave over each other: cheap, and good for speech.
  case timeDomain
  /// Keeps the pitch, by the phases of the spectrum: the best for music.
  case spectral
  /// Lets the pitch follow the speed, as a tape does.
  case varispeed
}

/// Changes the speed of sound. The length is exact to the frame. One thread at a time.
protocol TimeStretch: AnyObject {
  /// Takes input, and writes the output that it completes.
  ///
  /// - Parameter frames: interleaved; nil is silence.
  /// - Returns: the frames that were taken: none where the ring has no room.
  func write(_ frames: UnsafePointer<Float>?, count: Int, into ring: SoundRing) -> Int

  /// Writes the rest of the output.
  ///
  /// - Returns: false where the ring has no room for it: it is to be called again.
  func finish(into ring: SoundRing) -> Bool
}

extension TimeStretch {
  /// The frames of input that are taken at once: a piece, and less where sound becomes longer, so that it makes no more output
  /// than a piece has frames.
  func inputCount(_ piece: Int, of count: Int, rate: Double) -> Int {
    min(count, max(1, Int(Double(piece) * min(1, rate))))
  }
}

/// Makes what changes the speed in a way. The spectral one is Rubber Band's; where that is not installed it is our own of
/// the time domain.
///
/// - Parameters:
///   - rate: input frames for each frame of output, within `SpeedMap.heardRates`.
///   - sampleRate: in Hz.
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
