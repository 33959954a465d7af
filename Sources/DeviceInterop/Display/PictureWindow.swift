/// A window on a screen that shows one picture after the other. Any thread may use it.
package protocol PictureWindow: AnyObject, Sendable {
  /// Shows a picture from now on, centred and as large as its aspect ratio allows; the rest is black. The window gets
  /// the size of its first picture, and is visible from then on.
  func show(_ picture: ScreenPicture)

  var isFullScreen: Bool { get }
  func setFullScreen(_ isFullScreen: Bool)
  func setTitle(_ title: String)

  /// Closes the window. A second call has no effect, and no events are reported after the call.
  func close()
}

/// An event of a window.
package enum WindowEvent: Sendable, Hashable {
  case key(WindowKey)
  /// The user asked to close the window. It is still open.
  case closing
  /// The connection to the display was lost, and the window with it.
  case lost
}

/// A key that was pressed in a window, or is held down.
package enum WindowKey: Sendable, Hashable {
  /// The text that the key writes.
  case text(String)
  case up, down, left, right, escape
}

/// A handler of events. It is called on the windows' thread, and must return soon.
package typealias WindowEventHandler = @Sendable (WindowEvent) -> Void
