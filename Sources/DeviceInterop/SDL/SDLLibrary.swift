internal import CSDL2
internal import MediaSupport
internal import Synchronization

/// The parts of SDL that sound and windows have in common.
enum SDLLibrary {
  /// The lock for beginning and ending SDL's parts and for its functions for sound devices, which several threads must
  /// not call at once.
  static let lock = Mutex(())

  static let isMissing = MediaError(
    .deviceUnavailable, .opening, LoadedLibrary.sdl2.absence)
}
