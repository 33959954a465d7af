internal import CSDL2
internal import Dispatch
internal import Foundation
internal import Glibc
internal import MediaSupport
internal import Synchronization

/// The thread on which all of SDL's windows live: SDL wants them on one, which need not be the program's first.
///
/// It waits for events while there is a window, and for work otherwise; nothing polls. It begins with the first window and
/// stays.
final class SDLScreen: Sendable {
  typealias Work = @Sendable (SDLVideo) -> Void

  /// The call that the thread waits in, where it does.
  private enum Wait { case none, work, events }

  private struct State {
    var work: [Work] = []
    var wait = Wait.none
    var hasThread = false
    /// A Boolean value that says whether the display went away, and the thread with it.
    var isLost = false
    /// The handlers that are told of that.
    var handlers: [Int: WindowEventHandler] = [:]
  }

  static let shared = SDLScreen()

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  /// - Throws: `MediaError(.deviceUnavailable)` where the library is missing, and after the display went away.
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

  /// Lets the end of the process close the windows that are open. It is to be called when a window was opened: the last
  /// function that was registered is called first, and the libraries that draw have registered theirs by then.
  static let closesAtExit: Void = { on_exit({ status, _ in SDLScreen.shared.processEnds(status) }, nil) }()

  /// The time that a busy machine takes to close windows, at the most.
  private static let patience = DispatchTimeInterval.seconds(2)

  /// Closes the windows that are open: the libraries beneath are taken apart when the process ends, and nobody may be
  /// drawing then.
  private func processEnds(_ status: Int32) {
    let isDone = DispatchSemaphore(value: 0)
    perform { video in
      video.closeAll()
      isDone.signal()
    }
    if !state.withLock({ $0.isLost }), isDone.wait(timeout: .now() + Self.patience) == .success { return }
    // The thread stands in the middle of one of the libraries. They would wait for it, or be taken apart under it.
    fflush(nil)
    _exit(status)
  }

  /// Hands over to the thread an object that it alone uses from then on.
  private struct UncheckedVideo: @unchecked Sendable {
    // Sendable: nobody else has it.
    let video: SDLVideo
  }

  /// Does something on the thread, in the order of the calls. After the display went away nothing is done.
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

  /// Tells a handler of the end of the display, until `nil` is given for the same window.
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

  /// - Returns: false where there is work to do first.
  private func sleep(in wait: Wait) -> Bool {
    state.withLock { state in
      guard state.work.isEmpty else { return false }
      state.wait = wait
      return true
    }
  }

  /// Tells the handlers that the display is lost. On the thread, which does nothing of SDL's any more.
  func displayIsLost() {
    let handlers = state.withLock { state in
      defer { (state.isLost, state.work, state.handlers) = (true, [], [:]) }
      return state.handlers.values
    }
    for handler in handlers { handler(.lost) }
  }
}
