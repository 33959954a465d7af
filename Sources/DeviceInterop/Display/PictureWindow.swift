/// A window of a screen that shows one picture after the other. Any thread.
package protocol PictureWindow: AnyObject, Sendable {
  /// Shows a picture from now on, in the middle and as large as its shape allows; the rest is black. The window takes the
  /// size of its first picture, and is seen from then on.
  func show(_ picture: ScreenPicture)

  var isFullScreen: Bool { get }
  func setFullScreen(_ isFullScreen: Bool)
  func setTitle(_ title: String)

  /// Takes the window off the screen. A second call does nothing, and nothing is told after the call.
  func close()
}

/// An event of a window.
package enum WindowEvent: Sendable, Hashable {
  case key(WindowKey)
  /// Somebody asks for the window's end. It is open still.
  case closing
  /// The display went away, and the window with it.
  case lost
}

/// A key that was pressed in a window, or is held.
package enum WindowKey: Sendable, Hashable {
  /// The text that the key writes.
  case text(String)
  case up, down, left, right, escape
}

/// A handler of events. It is called on the thread of the windows, and has to return soon.
package typealias WindowEventHandler = @Sendable (WindowEvent) -> Void
