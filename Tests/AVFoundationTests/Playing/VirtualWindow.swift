import DeviceInterop
import Synchronization

/// A window that nobody sees: it keeps the pictures that it is shown.
final class VirtualWindow: PictureWindow {
  private struct State {
    var pictures: [ScreenPicture] = []
    var isFullScreen = false
    var title: String
    var isClosed = false
  }

  private let state: Mutex<State>
  private let handler: WindowEventHandler

  init(title: String, handler: @escaping WindowEventHandler) {
    state = Mutex(State(title: title))
    self.handler = handler
  }

  /// The pictures that were shown, in order.
  var pictures: [ScreenPicture] { state.withLock { $0.pictures } }
  var title: String { state.withLock { $0.title } }
  var isClosed: Bool { state.withLock { $0.isClosed } }
  var isFullScreen: Bool { state.withLock { $0.isFullScreen } }

  func show(_ picture: ScreenPicture) { state.withLock { if !$0.isClosed { $0.pictures.append(picture) } } }
  func setFullScreen(_ isFullScreen: Bool) { state.withLock { $0.isFullScreen = isFullScreen } }
  func setTitle(_ title: String) { state.withLock { $0.title = title } }
  func close() { state.withLock { $0.isClosed = true } }

  /// Lets an event happen to the window.
  func happen(_ event: WindowEvent) { if !isClosed { handler(event) } }
}
