public import Foundation

extension AVPlayer {
  /// The player's rate has changed. It is the notification's object, and the reason is under `rateDidChangeReasonKey`
  /// (PL-12).
  public class var rateDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerRateDidChangeNotification")
  }

  /// The key of a `RateDidChangeReason`'s raw value.
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
