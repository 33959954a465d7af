/// The ways to change the speed of sound.
package enum TimeStretchAlgorithm: Sendable {
  /// Keeps the pitch, by overlapping pieces of the waveform: cheap, and good for speech.
  case timeDomain
  /// Keeps the pitch, by the phases of the spectrum: the best for music.
  case spectral
  /// Lets the pitch follow the speed, as a tape does.
  case varispeed
}
