public import Foundation

/// An object that is told how an `AVAudioPlayer` ends. All methods are optional, and called on the main queue.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
  /// The sound was heard to its end, with all repetitions; `stop()` and `pause()` are no end (AP-15).
  ///
  /// - Parameter flag: false where the rest could not be decoded.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

  /// The rest of the sound cannot be decoded. This is told before the end (AP-16).
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)

  /// Nothing interrupts sound here: this is never called.
  @available(*, deprecated, message: "Use AVAudioSession.interruptionNotification")
  func audioPlayerBeginInterruption(_ player: AVAudioPlayer)

  /// Nothing interrupts sound here: this is never called.
  @available(*, deprecated, message: "Use AVAudioSession.interruptionNotification")
  func audioPlayerEndInterruption(_ player: AVAudioPlayer)

  /// Nothing interrupts sound here: this is never called.
  @available(*, deprecated, message: "Use AVAudioSession.interruptionNotification")
  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withFlags flags: Int)

  /// Nothing interrupts sound here: this is never called.
  @available(*, deprecated, message: "Use AVAudioSession.interruptionNotification")
  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int)
}

/// Methods that a delegate need not have.
extension AVAudioPlayerDelegate {
  /// Does nothing.
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}

  /// Does nothing.
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}

  /// Does nothing.
  public func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {}

  /// Does nothing.
  public func audioPlayerEndInterruption(_ player: AVAudioPlayer) {}

  /// Does nothing.
  public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withFlags flags: Int) {}

  /// Does nothing.
  public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {}
}
