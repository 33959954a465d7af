public import Foundation
import Synchronization

/// The settings of a client for external screens, other programs and the network.
struct ExternalSettings: Sendable {
  var allowsExternalPlayback = true
  var usesExternalPlayback = false
  var preventsDisplaySleep = false
  var backgroundPolicy = AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic
  var networkPriority = AVPlayer.NetworkResourcePriority.default
  var videoGravity = AVLayerVideoGravity.resizeAspect
  var allowsCaptureOfClearKeyVideo = false
  var displaysClosedCaptions = false
  var preventsBackgrounding = false
  var decoderRegistryID: UInt64 = 0
}

// External screens, other programs and the network. These settings are stored and have no effect here: no other screen
// plays a player's media, and no system puts programs into the background.
extension AVPlayer {
  /// A Boolean value that says whether another screen may play the media itself. It is `true` until it is set (PL-42).
  public var allowsExternalPlayback: Bool {
    get { external.allowsExternalPlayback }
    set { state.withLock { $0.external.allowsExternalPlayback = newValue } }
  }

  /// A Boolean value that says whether another screen that mirrors this one is to play the media itself. It is `false` until
  /// it is set (PL-42).
  public var usesExternalPlaybackWhileExternalScreenIsActive: Bool {
    get { external.usesExternalPlayback }
    set { state.withLock { $0.external.usesExternalPlayback = newValue } }
  }

  /// The way in which pictures fill another screen that plays the media itself. It is `.resizeAspect` until it is set.
  public var externalPlaybackVideoGravity: AVLayerVideoGravity {
    get { external.videoGravity }
    set { state.withLock { $0.external.videoGravity = newValue } }
  }

  /// The former name of `allowsExternalPlayback`.
  @available(*, deprecated, renamed: "allowsExternalPlayback")
  public var allowsAirPlayVideo: Bool {
    get { allowsExternalPlayback }
    set { allowsExternalPlayback = newValue }
  }

  /// The former name of `isExternalPlaybackActive`.
  @available(*, deprecated, renamed: "isExternalPlaybackActive")
  public var isAirPlayVideoActive: Bool { isExternalPlaybackActive }

  /// The former name of `usesExternalPlaybackWhileExternalScreenIsActive`.
  @available(*, deprecated, renamed: "usesExternalPlaybackWhileExternalScreenIsActive")
  public var usesAirPlayVideoWhileAirPlayScreenIsActive: Bool {
    get { usesExternalPlaybackWhileExternalScreenIsActive }
    set { usesExternalPlaybackWhileExternalScreenIsActive = newValue }
  }

  /// A Boolean value that says whether pictures of media with a key in the clear may be captured. It is `false` until it is
  /// set.
  public var allowsCaptureOfClearKeyVideo: Bool {
    get { external.allowsCaptureOfClearKeyVideo }
    set { state.withLock { $0.external.allowsCaptureOfClearKeyVideo = newValue } }
  }

  /// A Boolean value that a client may set. It is `false` at first and has no effect: choose subtitles with
  /// `AVPlayerItem.select(_:in:)`.
  @available(*, deprecated, message: "Use AVPlayerItem.select(_:in:) with an option of the legible group instead")
  public var isClosedCaptionDisplayEnabled: Bool {
    get { external.displaysClosedCaptions }
    set { state.withLock { $0.external.displaysClosedCaptions = newValue } }
  }

  /// A Boolean value that says whether pictures keep their program from being put into the background. It is `false` until
  /// it is set.
  public var preventsAutomaticBackgroundingDuringVideoPlayback: Bool {
    get { external.preventsBackgrounding }
    set { state.withLock { $0.external.preventsBackgrounding = newValue } }
  }

  /// The graphics processor that is to decode pictures, as the system counts them. It is 0 until it is set, for any.
  public var preferredVideoDecoderGPURegistryID: UInt64 {
    get { external.decoderRegistryID }
    set { state.withLock { $0.external.decoderRegistryID = newValue } }
  }

  /// A Boolean value that says whether the display is to stay on while pictures play. It is `false` until it is set, as on a
  /// Mac (PL-42). A window of `AVPlayerWindow` decides that itself.
  public var preventsDisplaySleepDuringVideoPlayback: Bool {
    get { external.preventsDisplaySleep }
    set { state.withLock { $0.external.preventsDisplaySleep = newValue } }
  }

  /// The policy for pictures of a program in the background. It is `.automatic` until it is set (PL-42).
  public var audiovisualBackgroundPlaybackPolicy: AVPlayerAudiovisualBackgroundPlaybackPolicy {
    get { external.backgroundPolicy }
    set { state.withLock { $0.external.backgroundPolicy = newValue } }
  }

  /// The priority of the player's requests to servers among all of the program's. It is `.default` until it is set (PL-42).
  public var networkResourcePriority: NetworkResourcePriority {
    get { external.networkPriority }
    set { state.withLock { $0.external.networkPriority = newValue } }
  }

  private var external: ExternalSettings { state.withLock { $0.external } }

  /// The priority of requests to servers.
  public enum NetworkResourcePriority: Int, Sendable {
    /// The priority of most requests.
    case `default` = 0
    /// Below the priority of most requests.
    case low = 1
    /// Above the priority of most requests.
    case high = 2
  }

  /// Forms of high dynamic range.
  public struct HDRMode: OptionSet, Sendable {
    /// The modes as a bit mask.
    public let rawValue: Int
    /// Makes modes from a bit mask.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Hybrid log-gamma.
    public static let hlg = HDRMode(rawValue: 1)
    /// HDR10.
    public static let hdr10 = HDRMode(rawValue: 2)
    /// Dolby Vision.
    public static let dolbyVision = HDRMode(rawValue: 4)
  }

  /// The forms of high dynamic range that the screen shows as they are. There are none here: pictures are tone-mapped.
  public class var availableHDRModes: HDRMode { [] }

  /// A Boolean value that says whether the screen shows high dynamic range as it is (PL-44). It is always `false` here:
  /// pictures are tone-mapped.
  public class var eligibleForHDRPlayback: Bool { false }

  /// `eligibleForHDRPlayback` has changed (PL-44). It is never posted here.
  public class var eligibleForHDRPlaybackDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerEligibleForHDRPlaybackDidChangeNotification")
  }
}

extension NSNotification.Name {
  /// `AVPlayer.availableHDRModes` has changed. It is never posted here.
  public static let AVPlayerAvailableHDRModesDidChange = NSNotification.Name(
    "AVPlayerAvailableHDRModesDidChangeNotification")
}

/// The policy for pictures while their program is in the background.
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
  /// The system decides.
  case automatic = 1
  /// The pictures pause.
  case pauses = 2
  /// The pictures continue if possible.
  case continuesIfPossible = 3
}
