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

/// Makes what changes the speed in a way. The spectral one is Rubber Band's; where that is not installed it is our own of
/// the time domain.
///
/// - Parameters:
///   - rate: input frames for each frame of output, above 0.
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
