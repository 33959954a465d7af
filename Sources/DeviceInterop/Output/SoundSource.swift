/// The maker of the sound that a device plays: a mixer, or a test's signal.
package protocol SoundSource: AnyObject, Sendable {
  /// Makes the next frames. It is called on the device's own thread, never twice at once, and must write every sample,
  /// take no lock, allocate nothing and wait for nothing. It must not call the output's methods; its properties it may
  /// read.
  ///
  /// - Parameters:
  ///   - frames: room for `frameCount` frames in the output's format, interleaved.
  ///   - frameCount: at least 1, and as many as the device wants at this moment.
  ///   - frame: the number of the first of them. It counts from 0 when the output was opened and goes on without gaps,
  ///     through pauses and flushes too.
  func render(_ frames: UnsafeMutableBufferPointer<Float>, frameCount: Int, at frame: Int64)
}
