internal import CSDL2
internal import MediaSupport
internal import Synchronization

/// The parts of SDL that sound and windows have in common.
enum SDLLibrary {
  /// SDL's parts are not begun and ended by several threads at once, nor are its functions for sound devices called.
  static let lock = Mutex(())

  static let isMissing = MediaError(
    .deviceUnavailable, .opening, "SDL 2 (Debian's libsdl2-2.0-0) cannot be loaded")
}
