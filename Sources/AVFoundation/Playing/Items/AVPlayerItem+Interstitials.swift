import Synchronization

// Events that are shown in between, as playlists name them, and groups of people who watch together. There are none of these
// here.
extension AVPlayerItem {
  /// A Boolean value that says whether the player follows a server's events in between. It is `true` until it is set,
  /// and has no effect on files.
  public var automaticallyHandlesInterstitialEvents: Bool {
    get { state.withLock { $0.handlesInterstitialEvents } }
    set { state.withLock { $0.handlesInterstitialEvents = newValue } }
  }

  /// The event that the item was made for. It is always `nil` here.
  public var interstitialEventIdentifier: String? { nil }

  /// The item that this one was made from as a copy to be played, such as the copies of an `AVPlayerLooper`. It is `nil` for
  /// others.
  public var template: AVPlayerItem? { state.withLock { $0.template } }

  /// The key of the participant of a group who let the time jump, among the values of `timeJumpedNotification`. It is never
  /// there (PI-24).
  public class var timeJumpedOriginatingParticipantKey: String {
    "AVPlayerItemTimeJumpedOriginatingParticipantKey"
  }
}
