// Members that need systems which Linux does not have. A program that uses them gets an error from the compiler.
extension AVPlayer {
  /// The coordinator of players of several people.
  @available(*, unavailable, message: "watching together (SharePlay) is not available on this platform")
  public var playbackCoordinator: AVPlayerPlaybackCoordinator { fatalError() }

  /// The output of tagged pictures, such as those of two eyes.
  @available(*, unavailable, message: "add an AVPlayerItemVideoOutput to the item")
  public var videoOutput: AVPlayerVideoOutput? { nil }

  /// The way in which sound is spread over the space around the listener.
  @available(*, unavailable, message: "spatial audio is not available on this platform")
  public var intendedSpatialAudioExperience: any SpatialAudioExperience { fatalError() }
}

extension AVPlayerItem {
  /// The timeline of an item and of the events that are shown in between.
  @available(*, unavailable, message: "interstitial events are not available on this platform: use the item's own time")
  public var integratedTimeline: AVPlayerItemIntegratedTimeline { fatalError() }
}

/// Coordinates the players of several people.
@available(*, unavailable, message: "watching together (SharePlay) is not available on this platform")
public class AVPlayerPlaybackCoordinator {}

/// A way in which sound is spread over the space around the listener.
@available(*, unavailable, message: "spatial audio is not available on this platform")
public protocol SpatialAudioExperience {}

/// Gives tagged pictures of a player.
@available(*, unavailable, message: "add an AVPlayerItemVideoOutput to the item")
public class AVPlayerVideoOutput {}

/// The timeline of an item and of the events that are shown in between.
@available(*, unavailable, message: "interstitial events are not available on this platform: use the item's own time")
public class AVPlayerItemIntegratedTimeline {}
