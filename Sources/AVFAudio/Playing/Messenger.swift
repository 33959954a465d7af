internal import Dispatch
internal import Synchronization

/// Tells a player's delegate how playing ended.
final class Messenger: @unchecked Sendable {
  // Sendable: what changes is touched under the lock.
  private let lock = Mutex(())
  private weak var heldPlayer: AVAudioPlayer?
  private weak var heldDelegate: (any AVAudioPlayerDelegate)?
  private var heldObserver: (@Sendable (AVError?) -> Void)?

  var player: AVAudioPlayer? {
    get { lock.withLock { _ in heldPlayer } }
    set { lock.withLock { _ in heldPlayer = newValue } }
  }

  var delegate: (any AVAudioPlayerDelegate)? {
    get { lock.withLock { _ in heldDelegate } }
    set { lock.withLock { _ in heldDelegate = newValue } }
  }

  /// A function that is told as the delegate is, but at once and on a thread of its own.
  var observer: (@Sendable (AVError?) -> Void)? {
    get { lock.withLock { _ in heldObserver } }
    set { lock.withLock { _ in heldObserver = newValue } }
  }

  func tellEnd(_ error: (any Error)?) {
    // The player has to be there when its delegate is told.
    guard let player else { return }
    let error = error.map { AVError(wrapping: $0) }
    observer?(error)
    DispatchQueue.main.async { [self] in
      if let error { delegate?.audioPlayerDecodeErrorDidOccur(player, error: error) }
      delegate?.audioPlayerDidFinishPlaying(player, successfully: error == nil)
    }
  }
}
