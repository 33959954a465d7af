import MediaInterop

/// Changes the speed of sound and keeps its pitch. The length is exact to the frame. One thread at a time.
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

/// The best there is: Rubber Band's where it is installed, and our own otherwise.
///
/// - Parameters:
///   - rate: input frames for each frame of output, above 0.
///   - sampleRate: in Hz.
func makeTimeStretch(rate: Double, channelCount: Int, sampleRate: Int) -> any TimeStretch {
  RubberBandStretch(rate: rate, channelCount: channelCount, sampleRate: sampleRate)
    ?? OverlapStretch(rate: rate, channelCount: channelCount, sampleRate: sampleRate)
}
