import AVFAudio
package import DeviceInterop
import Dispatch
import MediaSupport
import Synchronization

/// A window that shows the pictures of a player. It has the role that `AVPlayerLayer` has on Apple's platforms.
///
/// The window appears with the first picture, at the picture's size or the largest that fits the screen. Pictures are
/// upright, keep their aspect ratio, and are tone-mapped from high dynamic range. Subtitles are drawn over them by libass,
/// where that and a font are installed. Closing the window, or losing the display, does not stop the player.
///
/// Windows need an X server or a Wayland compositor, and SDL 2, which is loaded when the first is opened. They live on a thread
/// of their own, so that a program may wait in `RunLoop.main.run()`, in `async main`, or anywhere else. Any thread.
public final class AVPlayerWindow: Sendable {
  /// A key that was pressed in the window, or is held.
  public enum Key: Sendable, Hashable {
    /// A key that writes: its text.
    case text(String)
    case up, down, left, right, escape
  }

  /// The reason why a window is not there any more.
  public enum ClosingReason: Sendable, Hashable {
    /// Somebody closed it.
    case user
    /// The program called `close()` or released the window.
    case program
    /// The display went away.
    case displayLost
  }

  private struct State {
    var window: (any PictureWindow)?
    var presenter: PicturePresenter?
    /// The number of pictures that were shown before it was closed.
    var shownCount = 0
    var reason: ClosingReason?
    var keyHandler: (@Sendable (Key) -> Void)?
    var waiting: [CheckedContinuation<ClosingReason, Never>] = []
    var closeHandler: (@Sendable (ClosingReason) -> Void)?
  }

  /// The window's events, apart from the object that the program keeps.
  private final class Events: Sendable {
    let state = Mutex(State())
    /// The queue on which clients are told.
    let queue = DispatchQueue(label: "window")

    func handle(_ event: WindowEvent) {
      queue.async { [self] in
        switch event {
        case .key(let key): state.withLock { $0.keyHandler }?(Key(key))
        case .closing: close(.user)
        case .lost: close(.displayLost)
        }
      }
    }

    /// Closes the window, once, and tells why.
    func close(_ reason: ClosingReason) {
      let closed: State? = state.withLock { state in
        if state.reason != nil { return nil }
        defer { state = State(shownCount: state.presenter?.shownCount ?? 0, reason: reason) }
        return state
      }
      guard let closed else { return }
      closed.window?.close()
      // The caller may be the presenter itself, which is showing a picture right now.
      DispatchQueue.global().async { closed.presenter?.end() }
      for waiting in closed.waiting { waiting.resume(returning: reason) }
      if let handler = closed.closeHandler { queue.async { handler(reason) } }
    }
  }

  private let events: Events

  /// A Boolean value that says whether `DISPLAY`, `WAYLAND_DISPLAY` or `SDL_VIDEODRIVER` is set. The display may still refuse:
  /// opening a window then throws.
  public static var isDisplayAvailable: Bool { PictureWindows.hasDisplay }

  /// Opens a window for a player.
  ///
  /// - Parameters:
  ///   - player: is kept while the window is open. Its current item is shown, whichever that is.
  ///   - title: the title of the window.
  /// - Throws: `AVError.deviceNotConnected` where there is no display, or no SDL 2 to open a window on it.
  public convenience init(player: AVPlayer, title: String = "") throws {
    try self.init(player: player, title: title) { try PictureWindows.open(title: $0, handler: $1) }
  }

  /// - Parameter open: opens the window that shows the pictures.
  package init(
    player: AVPlayer, title: String, open: (String, @escaping WindowEventHandler) throws -> any PictureWindow
  ) throws {
    let events = Events()
    self.events = events
    do {
      let window = try open(title) { [weak events] in events?.handle($0) }
      let presenter = PicturePresenter(player) { picture, _ in window.show(picture) }
      events.state.withLock { ($0.window, $0.presenter) = (window, presenter) }
    } catch {
      throw AVError(wrapping: error)
    }
  }

  deinit { close() }

  /// A Boolean value that says whether the window is there.
  public var isOpen: Bool { events.state.withLock { $0.reason == nil } }

  /// A Boolean value that says whether the picture fills the screen. A window that is not there any more fills nothing.
  public var isFullScreen: Bool {
    get { events.state.withLock { $0.window }?.isFullScreen ?? false }
    set { events.state.withLock { $0.window }?.setFullScreen(newValue) }
  }

  /// Changes the title of the window.
  public func setTitle(_ title: String) { events.state.withLock { $0.window }?.setTitle(title) }

  /// Calls a block for each key that is pressed in the window, one after the other, on a queue of the window's.
  ///
  /// - Parameter handler: replaces the block that was set before; `nil` ends it.
  public func onKey(_ handler: (@Sendable (Key) -> Void)?) {
    events.state.withLock { if $0.reason == nil { $0.keyHandler = handler } }
  }

  /// Calls a block once when the window is there no longer, on a queue of the window's. It is called soon where the
  /// window is not there already.
  ///
  /// - Parameter handler: replaces the block that was set before; `nil` ends it.
  public func onClose(_ handler: (@Sendable (ClosingReason) -> Void)?) {
    let reason = events.state.withLock { state in
      if state.reason == nil { state.closeHandler = handler }
      return state.reason
    }
    if let reason, let handler { events.queue.async { handler(reason) } }
  }

  /// Waits until the window is there no longer.
  ///
  /// - Returns: the reason why the window is there no longer.
  @discardableResult
  public func closed() async -> ClosingReason {
    await withCheckedContinuation { continuation in
      let reason = events.state.withLock { state in
        if state.reason == nil { state.waiting.append(continuation) }
        return state.reason
      }
      if let reason { continuation.resume(returning: reason) }
    }
  }

  /// Takes the window off the screen. The player goes on. A second call does nothing.
  public func close() { events.close(.program) }

  /// The number of pictures that were shown.
  package var shownCount: Int { events.state.withLock { $0.presenter?.shownCount ?? $0.shownCount } }
}

extension AVPlayerWindow.Key {
  fileprivate init(_ key: WindowKey) {
    self =
      switch key {
      case .text(let text): .text(text)
      case .up: .up
      case .down: .down
      case .left: .left
      case .right: .right
      case .escape: .escape
      }
  }
}
