internal import Dispatch
internal import MediaSupport
internal import Synchronization

/// A window that SDL 2 opens on an X server or a Wayland compositor.
final class SDLWindow: PictureWindow {
  private struct State {
    /// The newest picture that should be shown but is not yet.
    var next: ScreenPicture?
    var isFullScreen = false
    /// The handler of the window's events; `nil` once it is closed.
    var handler: WindowEventHandler?
  }

  private static let count = Atomic<Int>(0)

  private let screen = SDLScreen.shared
  private let number = count.wrappingAdd(1, ordering: .relaxed).newValue
  private let state: Mutex<State>

  /// Waits until the window exists.
  ///
  /// - Throws: `MediaError(.deviceUnavailable)` if there is no display, or no library.
  init(title: String, driver: String, handler: @escaping WindowEventHandler) throws {
    state = Mutex(State(handler: handler))
    try screen.begin()
    let outcome = Mutex<Result<Void, any Error>?>(nil)
    let isThere = DispatchSemaphore(value: 0)
    let tell: WindowEventHandler = { [weak self] event in self?.tell(event) }
    screen.tellLoss(of: number) { event in
      // The window can no longer be opened.
      isThere.signal()
      tell(event)
    }
    screen.perform { [number] video in
      outcome.withLock { $0 = Result { try video.open(number, title: title, driver: driver, handler: tell) } }
      isThere.signal()
    }
    isThere.wait()
    do {
      guard let outcome = outcome.withLock({ $0 }) else {
        throw MediaError(.deviceUnavailable, .opening, "the display was lost")
      }
      try outcome.get()
    } catch {
      screen.tellLoss(of: number, nil)
      throw error
    }
  }

  deinit { close() }

  private func tell(_ event: WindowEvent) { state.withLock { $0.handler }?(event) }

  func show(_ picture: ScreenPicture) {
    let isFirst = state.withLock { state in
      defer { if state.handler != nil { state.next = picture } }
      return state.next == nil && state.handler != nil
    }
    guard isFirst else { return }
    screen.perform { [weak self, number] video in
      guard let self else { return }
      let picture = state.withLock { state in
        defer { state.next = nil }
        return state.next
      }
      if let picture { video[number]?.show(picture) }
    }
  }

  var isFullScreen: Bool { state.withLock { $0.isFullScreen } }

  func setFullScreen(_ isFullScreen: Bool) {
    state.withLock { $0.isFullScreen = isFullScreen }
    screen.perform { [number] video in video[number]?.setFullScreen(isFullScreen) }
  }

  func setTitle(_ title: String) { screen.perform { [number] video in video[number]?.setTitle(title) } }

  func close() {
    let isOpen = state.withLock { state in
      defer { (state.handler, state.next) = (nil, nil) }
      return state.handler != nil
    }
    guard isOpen else { return }
    screen.tellLoss(of: number, nil)
    screen.perform { [number] video in video.close(number) }
  }
}
