internal import Foundation
internal import MediaSupport

/// The functions for opening a window on a screen.
package enum PictureWindows {
  /// A Boolean value that says whether the environment names a display: an X server, a Wayland compositor, or a driver
  /// of SDL. Whether the display answers is only known after opening a window.
  package static var hasDisplay: Bool { driver != nil }

  /// The driver for SDL. Without a display SDL would use the machine's whole screen, as a console's graphics.
  static var driver: String? {
    let environment = ProcessInfo.processInfo.environment
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let driver = value("SDL_VIDEODRIVER") { return driver }
    if value("DISPLAY") != nil { return "x11" }
    return value("WAYLAND_DISPLAY") != nil ? "wayland" : nil
  }

  /// Opens a window, which is visible from its first picture on.
  ///
  /// - Parameter driver: SDL's driver; `nil` to choose it by the environment.
  /// - Throws: `MediaError(.deviceUnavailable)` if there is no display, or no library that opens a window on it.
  package static func open(
    title: String, driver: String? = nil, handler: @escaping WindowEventHandler
  ) throws -> any PictureWindow {
    guard let driver = driver ?? Self.driver else {
      throw MediaError(.deviceUnavailable, .opening, "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
    }
    return try SDLWindow(title: title, driver: driver, handler: handler)
  }
}
