internal import CSDL2
internal import MediaSupport
internal import Synchronization

/// SDL's windows and their events. It is used on the thread of `SDLScreen`.
final class SDLVideo {
  let library: CSDL2Video
  private var surfaces: [Int: SDLSurface] = [:]
  /// A Boolean value that says whether a compositor has ended the connection to it.
  private(set) var isDisconnected = false

  init(_ library: CSDL2Video) { self.library = library }

  var hasWindows: Bool { !surfaces.isEmpty }

  subscript(window: Int) -> SDLSurface? { surfaces[window] }

  /// The library's message about its last error.
  var message: String? { library.GetError().map { String(cString: $0) } }

  // MARK: Windows

  /// - Throws: `MediaError(.deviceUnavailable)` if the driver finds no display, or opens no window.
  func open(_ window: Int, title: String, driver: String, handler: @escaping WindowEventHandler) throws {
    if surfaces.isEmpty { try begin(driver) }
    do {
      let surface = try SDLSurface(library, title: title, handler: handler)
      surfaces[window] = surface
      SDLScreen.closesAtExit
      csdl2_watch_connection(csdl2_load_video(), surface.window) { SDLScreen.shared.displayIsLost() }
    } catch {
      if surfaces.isEmpty { end() }
      throw error
    }
  }

  func close(_ window: Int) {
    guard surfaces.removeValue(forKey: window) != nil else { return }
    if surfaces.isEmpty { end() }
  }

  func closeAll() { for window in surfaces.keys { close(window) } }

  private func begin(_ driver: String) throws {
    // Without this hint SDL would handle SIGINT itself.
    _ = library.SetHint("SDL_NO_SIGNAL_HANDLERS", "1")
    // SDL's environment variable was evaluated before (`PictureWindows.driver`), so the hint takes priority over it.
    _ = library.SetHintWithPriority("SDL_VIDEODRIVER", driver, Int32(CSDL_HINT_OVERRIDE))
    // The end of the last window does not cause a quit event, so such an event only means that a connection has ended.
    _ = library.SetHint("SDL_QUIT_ON_LAST_WINDOW_CLOSE", "0")
    // A player's window may also be in the background.
    _ = library.SetHint("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
    let result = SDLLibrary.lock.withLock { _ in library.InitSubSystem(UInt32(CSDL_INIT_VIDEO)) }
    guard result == 0 else {
      throw MediaError(.deviceUnavailable, .opening, "SDL finds no display", libraryMessage: message)
    }
  }

  private func end() { SDLLibrary.lock.withLock { _ in library.QuitSubSystem(UInt32(CSDL_INIT_VIDEO)) } }

  // MARK: Events

  /// Waits for an event, and handles all events that are pending.
  func waitForEvents() {
    var event = CSDLEvent()
    guard library.WaitEvent(&event) == 1 else { return }
    repeat { handle(event) } while library.PollEvent(&event) == 1
  }

  private func handle(_ event: CSDLEvent) {
    let surface = surfaces.values.first { $0.identifier == event.window }
    switch Int(event.type) {
    case Int(CSDL_QUIT): isDisconnected = true
    case Int(CSDL_RENDER_TARGETS_RESET), Int(CSDL_RENDER_DEVICE_RESET):
      for surface in surfaces.values { surface.remake() }
    case Int(CSDL_WINDOWEVENT):
      switch Int(event.windowEvent) {
      case Int(CSDL_WINDOWEVENT_EXPOSED), Int(CSDL_WINDOWEVENT_SIZE_CHANGED): surface?.redraw()
      case Int(CSDL_WINDOWEVENT_CLOSE): surface?.handler(.closing)
      default: break
      }
    case Int(CSDL_KEYDOWN), Int(CSDL_TEXTINPUT): if let key = Self.key(event) { surface?.handler(.key(key)) }
    default: break
    }
  }

  private static func key(_ event: CSDLEvent) -> WindowKey? {
    if event.type == UInt32(CSDL_TEXTINPUT) {
      let text = withUnsafeBytes(of: event.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      return text.isEmpty ? nil : .text(text)
    }
    return switch Int(event.key.symbol) {
    case Int(CSDLK_UP): .up
    case Int(CSDLK_DOWN): .down
    case Int(CSDLK_LEFT): .left
    case Int(CSDLK_RIGHT): .right
    case Int(CSDLK_ESCAPE): .escape
    default: nil
    }
  }
}
