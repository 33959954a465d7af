public import Foundation

/// Is told of what an output has that is asked for (PI-86, PI-87).
///
/// Both methods are optional. They are called on the queue that the delegate was set with.
public protocol AVPlayerItemOutputPullDelegate: NSObjectProtocol, Sendable {
  /// The output has something new soon, as it was asked to tell: once for each request.
  func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)

  /// The item's time is elsewhere, or goes the other way: what was got ahead is not what comes next.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
  /// Does nothing.
  public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}

  /// Does nothing.
  public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

/// Is given what an output has, when its time has come (PI-87).
///
/// The method is optional, as are those of the protocols that stand on this one. They are called on the queue that the delegate
/// was set with.
public protocol AVPlayerItemOutputPushDelegate: NSObjectProtocol, Sendable {
  /// The item's time is elsewhere, or goes the other way: what was given ahead is not what comes next.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPushDelegate {
  /// Does nothing.
  public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}
