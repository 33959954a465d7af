internal import Synchronization

/// A window that nobody sees: it keeps the pictures that it is shown, for tests.
package final class VirtualWindow: PictureWindow {
  private struct State {
    var pictures: [ScreenPicture] = []
    var isFullScreen = false
    var title: String
    var isClosed = false
  }

  private let state: Mutex<State>
  private let handler: WindowEventHandler

  package init(title: String, handler: @escaping WindowEventHandler) {
    state = Mutex(State(title: title))
    self.handler = handler
  }

  /// The pictures that were shown, in order.
  package var pictures: [ScreenPicture] { state.withLock { $0.pictures } }
  package var title: String { state.withLock { $0.title } }
  package var isClosed: Bool { state.withLock { $0.isClosed } }
  package var isFullScreen: Bool { state.withLock { $0.isFullScreen } }

  package func show(_ picture: ScreenPicture) { state.withLock { if !$0.isClosed { $0.pictures.append(picture) } } }
  package func setFullScreen(_ isFullScreen: Bool) { state.withLock { $0.isFullScreen = isFullScreen } }
  package func setTitle(_ title: String) { state.withLock { $0.title = title } }
  package func close() { state.withLock { $0.isClosed = true } }

  /// Lets an event happen to the window.
  package func happen(_ event: WindowEvent) { if !isClosed { handler(event) } }
}
