public import Foundation

/// The methods that the delegates of outputs have in common. A client conforms to one of the protocols that refine it,
/// or to several.
///
/// Apple's protocols each declare the method. Here it is declared once, since a class that conforms to two of them
/// would otherwise have two default implementations to choose from.
public protocol AVPlayerItemOutputDelegate: NSObjectProtocol, Sendable {
  /// The item's time has jumped or changed its direction: media that was delivered in advance does not come next
  /// (PI-87). The method is optional, and called on the queue that the delegate was set with.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputDelegate {
  /// Does nothing.
  public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

/// An object that is told when an output has new media, which it then asks for (PI-86).
///
/// The methods are optional. They are called on the queue that the delegate was set with.
public protocol AVPlayerItemOutputPullDelegate: AVPlayerItemOutputDelegate {
  /// The output has new media soon. It is called once for each request.
  func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
  /// Does nothing.
  public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
}

/// An object that is given the media of an output when its time has come (PI-87).
///
/// The methods of the protocols that refine this one are optional. They are called on the queue that the delegate was set
/// with.
public protocol AVPlayerItemOutputPushDelegate: AVPlayerItemOutputDelegate {}
