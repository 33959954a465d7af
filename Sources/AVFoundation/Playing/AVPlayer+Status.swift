extension AVPlayer {
  /// The ability of a player to play.
  public enum Status: Int, Sendable {
    /// The player has played nothing yet.
    case unknown = 0
    /// The player can play items.
    case readyToPlay = 1
    /// The player cannot play any more: see `error`.
    case failed = 2
  }

  /// The state of a player on its way to the wanted rate.
  public enum TimeControlStatus: Int, Sendable {
    /// The rate is 0.
    case paused = 0
    /// The player waits until it can play: see `reasonForWaitingToPlay`.
    case waitingToPlayAtSpecifiedRate = 1
    /// The item's time runs.
    case playing = 2
  }

  /// The reason why a player waits.
  public struct WaitingReason: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The media that is played next is being prepared, so that playing does not stall.
    public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
    /// The player finds out whether it can play.
    public static let evaluatingBufferingRate = WaitingReason(
      rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
    /// There is nothing to play.
    public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
    /// Something else is shown in between. That never happens here.
    public static let interstitialEvent = WaitingReason(rawValue: "AVPlayerWaitingDuringInterstitialEventReason")
    /// Others of a group are not ready. There are no groups here.
    public static let waitingForCoordinatedPlayback = WaitingReason(
      rawValue: "AVPlayerWaitingForCoordinatedPlaybackReason")
  }

  /// The action of a player when an item was played to its end.
  public enum ActionAtItemEnd: Int, Sendable {
    /// The player goes on with the next item of its queue.
    case advance = 0
    /// The player pauses.
    case pause = 1
    /// The player does nothing: the rate stays, and the time is that of the end.
    case none = 2
  }
}
