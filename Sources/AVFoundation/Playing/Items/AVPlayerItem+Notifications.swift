public import Foundation

// Notifications of an item, which is their object. They are posted on no certain thread (PI-25).
extension AVPlayerItem {
  /// The item was played to its end (PI-21).
  public class var didPlayToEndTimeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerItemDidPlayToEndTimeNotification")
  }

  /// The item could not be played to its end. The reason is under `AVPlayerItemFailedToPlayToEndTimeErrorKey` (PI-22).
  public class var failedToPlayToEndTimeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerItemFailedToPlayToEndTimeNotification")
  }

  /// The item's time has jumped (PI-24).
  public class var timeJumpedNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerItemTimeJumpedNotification")
  }

  /// The item's time has stopped because media did not come in time. It continues by itself if the player waits
  /// (PI-23).
  public class var playbackStalledNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerItemPlaybackStalledNotification")
  }

  /// The item's access log has a new entry (PI-25).
  public class var newAccessLogEntryNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerItemNewAccessLogEntry")
  }

  /// The item's error log has a new entry (PI-25).
  public class var newErrorLogEntryNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerItemNewErrorLogEntry")
  }
}

/// The key of the error with which `failedToPlayToEndTimeNotification` comes.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

extension NSNotification.Name {
  /// The former name of `AVPlayerItem.didPlayToEndTimeNotification`.
  @available(*, deprecated, renamed: "AVPlayerItem.didPlayToEndTimeNotification")
  public static var AVPlayerItemDidPlayToEndTime: NSNotification.Name { AVPlayerItem.didPlayToEndTimeNotification }
  /// The former name of `AVPlayerItem.failedToPlayToEndTimeNotification`.
  @available(*, deprecated, renamed: "AVPlayerItem.failedToPlayToEndTimeNotification")
  public static var AVPlayerItemFailedToPlayToEndTime: NSNotification.Name {
    AVPlayerItem.failedToPlayToEndTimeNotification
  }
  /// The former name of `AVPlayerItem.playbackStalledNotification`.
  @available(*, deprecated, renamed: "AVPlayerItem.playbackStalledNotification")
  public static var AVPlayerItemPlaybackStalled: NSNotification.Name { AVPlayerItem.playbackStalledNotification }
  /// The former name of `AVPlayerItem.newAccessLogEntryNotification`.
  @available(*, deprecated, renamed: "AVPlayerItem.newAccessLogEntryNotification")
  public static var AVPlayerItemNewAccessLogEntry: NSNotification.Name { AVPlayerItem.newAccessLogEntryNotification }
  /// The former name of `AVPlayerItem.newErrorLogEntryNotification`.
  @available(*, deprecated, renamed: "AVPlayerItem.newErrorLogEntryNotification")
  public static var AVPlayerItemNewErrorLogEntry: NSNotification.Name { AVPlayerItem.newErrorLogEntryNotification }
  /// The former name of `AVPlayerItem.timeJumpedNotification`.
  @available(*, deprecated, renamed: "AVPlayerItem.timeJumpedNotification")
  public static var AVPlayerItemTimeJumped: NSNotification.Name { AVPlayerItem.timeJumpedNotification }
}
