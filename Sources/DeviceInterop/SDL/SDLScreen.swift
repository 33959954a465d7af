internal import CSDL2
internal import Dispatch
internal import Foundation
internal import Glibc
internal import MediaSupport
internal import Synchronization

/// The thread of all of SDL's windows: SDL requires one thread for them, which need not be the program's first.
///
/// It waits for events while there is a window, and otherwise for work; nothing polls. It begins with the first window,
/// and never ends.
final class SDLScreen: Sendable {
  typealias Work = @Sendable (SDLVideo) -> Void

  /// The call in which the thread is waiting, if any.
  private enum Wait { case none, work, events }

  private struct State {
    var work: [Work] = []
    var wait = Wait.none
    var hasThread = false
    /// A Boolean value that says whether the display was lost, and the thread with it.
    var isLost = false
    /// The handlers that are called when the display is lost.
    var handlers: [Int: WindowEventHandler] = [:]
  }

  static let shared = SDLScreen()

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  /// - Throws: `MediaError(.deviceUnavailable)` if the library is missing, and after the display was lost.
  func begin() throws {
    guard let library = csdl2_load_video()?.pointee else { throw SDLLibrary.isMissing }
    let isFirst = try state.withLock { state in
      if state.isLost { throw MediaError(.deviceUnavailable, .opening, "the display was lost") }
      defer { state.hasThread = true }
      return !state.hasThread
    }
    guard isFirst else { return }
    let video = UncheckedVideo(video: SDLVideo(library))
    let thread = Thread { [self] in run(video.video) }
    thread.name = "windows"
    thread.start()
  }

  /// Makes the end of the process close the open windows. It must be accessed after a window was opened: the functions
  /// that were registered last are called first, and the drawing libraries have registered theirs by then.
  static let closesAtExit: Void = { on_exit({ status, _ in SDLScreen.shared.processEnds(status) }, nil) }()

  /// The greatest time that a busy machine takes to close windows.
  private static let patience = DispatchTimeInterval.seconds(2)

  /// Closes the windows that are open: the underlying libraries are torn down when the process ends, and no thread may
  /// be drawing then.
  private func processEnds(_ status: Int32) {
    let isDone = DispatchSemaphore(value: 0)
    perform { video in
      video.closeAll()
      isDone.signal()
    }
    if !state.withLock({ $0.isLost }), isDone.wait(timeout: .now() + Self.patience) == .success { return }
    // The thread is inside one of the libraries. They would wait for it, or be torn down while it uses them.
    fflush(nil)
    _exit(status)
  }

  /// Passes an object to the thread, which alone uses it from then on.
  private struct UncheckedVideo: @unchecked Sendable {
    // Sendable, because no other code has the object.
    let video: SDLVideo
  }

  /// Runs work on the thread, in the order of the calls. After the display was lost, nothing is run.
  func perform(_ work: @escaping Work) {
    state.withLock { state in
      if state.isLost { return }
      state.work.append(work)
      switch state.wait {
      case .none: break
      case .work: wake.signal()
      case .events:
        var event = CSDLEvent()
        event.type = UInt32(CSDL_USEREVENT)
        _ = csdl2_load_video()?.pointee.PushEvent(&event)
      }
      state.wait = .none
    }
  }

  /// Registers a handler for the loss of the display, until `nil` is passed for the same window.
  func tellLoss(of window: Int, _ handler: WindowEventHandler?) { state.withLock { $0.handlers[window] = handler } }

  private func run(_ video: SDLVideo) {
    while true {
      for work in takeWork() { work(video) }
      guard sleep(in: video.hasWindows ? .events : .work) else { continue }
      if video.hasWindows { video.waitForEvents() } else { wake.wait() }
      state.withLock { $0.wait = .none }
      if video.isDisconnected { return displayIsLost() }
    }
  }

  private func takeWork() -> [Work] {
    state.withLock { state in
      defer { state.work = [] }
      return state.work
    }
  }

  /// - Returns: `false` if there is work to do first.
  private func sleep(in wait: Wait) -> Bool {
    state.withLock { state in
      guard state.work.isEmpty else { return false }
      state.wait = wait
      return true
    }
  }

  /// Notifies the handlers that the display is lost. It runs on the thread, which does not call SDL any more.
  func displayIsLost() {
    let handlers = state.withLock { state in
      defer { (state.isLost, state.work, state.handlers) = (true, [], [:]) }
      return state.handlers.values
    }
    for handler in handlers { handler(.lost) }
  }
}
