/// The source of the sound that a device plays: a mixer, or a test's signal.
package protocol SoundSource: AnyObject, Sendable {
  /// Renders the next frames. It is called on the device's own thread, never concurrently, and must write every sample,
  /// take no lock, allocate nothing and wait for nothing. It must not call the output's methods, but may read its
  /// properties.
  ///
  /// - Parameters:
  ///   - frames: memory for `frameCount` frames in the output's format, interleaved.
  ///   - frameCount: at least 1, and as many as the device wants at this moment.
  ///   - frame: the number of the first of them. It is 0 when the output is opened, and increases without gaps, also
  ///     through pauses and flushes.
  func render(_ frames: UnsafeMutableBufferPointer<Float>, frameCount: Int, at frame: Int64)
}
