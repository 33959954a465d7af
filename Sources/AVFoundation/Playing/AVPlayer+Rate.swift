public import Foundation

extension AVPlayer {
  /// The player's rate has changed. It is the notification's object, and the reason is under `rateDidChangeReasonKey`
  /// (PL-12).
  public class var rateDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerRateDidChangeNotification")
  }

  /// The key of a `RateDidChangeReason`, which can also be read as a `String`: its raw value.
  public class var rateDidChangeReasonKey: String { "AVPlayerRateDidChangeReasonKey" }

  /// The key of the participant of a group who changed the rate. It is never there (PL-12).
  public class var rateDidChangeOriginatingParticipantKey: String { "AVPlayerRateDidChangeOriginatingParticipantKey" }

  /// The reason why a rate has changed.
  public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The rate was set, by the client or at the end of an item.
    public static let setRateCalled = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateCalled")
    /// The item cannot be played at that rate.
    public static let setRateFailed = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateFailed")
    /// Something else uses the sound. That is not known here.
    public static let audioSessionInterrupted = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted")
    /// The program is not seen any more. That is not known here.
    public static let appBackgrounded = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded")
  }
}

// The reason in a notification is an object of a string, which a client reads as a reason or as a string. On Linux,
// too, the requirements that do that have these names.
extension AVPlayer.RateDidChangeReason: _ObjectiveCBridgeable {
  /// The raw value's object.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  /// Reads a reason from the raw value's object.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// Reads a reason from the raw value's object.
  ///
  /// - Returns: `true`: any string may be one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
    result = _unconditionallyBridgeFromObjectiveC(source)
    return true
  }

  /// Returns the reason of the raw value's object.
  ///
  /// - Parameter source: `nil` is an empty one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
    Self(rawValue: source.map { String._unconditionallyBridgeFromObjectiveC($0) } ?? "")
  }
}
