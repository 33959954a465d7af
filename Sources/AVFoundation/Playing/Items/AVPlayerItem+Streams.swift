public import CoreMedia
public import Foundation
import Synchronization

/// The wishes of a client about playlists, their variants and live streams.
struct StreamSettings: Sendable {
  var peakBitRate = 0.0
  var peakBitRateOnExpensiveNetworks = 0.0
  var maximumResolution = CGSize.zero
  var maximumResolutionOnExpensiveNetworks = CGSize.zero
  var startsOnFirstEligibleVariant = false
  var variantPreferences: AVVariantPreferences = []
  var usesNetworkWhilePaused = false
  var preservesTimeOffset = false
  var timeOffset = CMTime.invalid
}

// Playlists and live streams. These settings are kept here and have no effect on files.
extension AVPlayerItem {
  /// The highest bit rate that a playlist's variant is to have, in bits a second. It is 0 until it is set, for any bit
  /// rate (PI-40).
  public var preferredPeakBitRate: Double {
    get { streams.peakBitRate }
    set { state.withLock { $0.streams.peakBitRate = newValue } }
  }

  /// The same on networks that cost money (PI-40).
  public var preferredPeakBitRateForExpensiveNetworks: Double {
    get { streams.peakBitRateOnExpensiveNetworks }
    set { state.withLock { $0.streams.peakBitRateOnExpensiveNetworks = newValue } }
  }

  /// The largest size that a playlist's variant is to have. It is zero until it is set, for any size (PI-40).
  public var preferredMaximumResolution: CGSize {
    get { streams.maximumResolution }
    set { state.withLock { $0.streams.maximumResolution = newValue } }
  }

  /// The same on networks that cost money (PI-40).
  public var preferredMaximumResolutionForExpensiveNetworks: CGSize {
    get { streams.maximumResolutionOnExpensiveNetworks }
    set { state.withLock { $0.streams.maximumResolutionOnExpensiveNetworks = newValue } }
  }

  /// A Boolean value that says whether a playlist is begun with its first variant that can be played. It is `false` until it
  /// is set (PI-40).
  public var startsOnFirstEligibleVariant: Bool {
    get { streams.startsOnFirstEligibleVariant }
    set { state.withLock { $0.streams.startsOnFirstEligibleVariant = newValue } }
  }

  /// The kinds of a playlist's variants that are preferred. There are none until they are set (PI-40).
  public var variantPreferences: AVVariantPreferences {
    get { streams.variantPreferences }
    set { state.withLock { $0.streams.variantPreferences = newValue } }
  }

  /// A Boolean value that says whether a live stream is followed while it pauses. It is `false` until it is set (PI-42).
  public var canUseNetworkResourcesForLiveStreamingWhilePaused: Bool {
    get { streams.usesNetworkWhilePaused }
    set { state.withLock { $0.streams.usesNetworkWhilePaused = newValue } }
  }

  /// A Boolean value that says whether a live stream continues after a pause at the same distance from its end as
  /// before. It is `false` until it is set (PI-43).
  public var automaticallyPreservesTimeOffsetFromLive: Bool {
    get { streams.preservesTimeOffset }
    set { state.withLock { $0.streams.preservesTimeOffset = newValue } }
  }

  /// The distance from a live stream's end at which it is to be played. It is invalid until it is set (PI-43).
  public var configuredTimeOffsetFromLive: CMTime {
    get { streams.timeOffset }
    set { state.withLock { $0.streams.timeOffset = newValue } }
  }

  /// The distance from a live stream's end at which it is best played. It is always invalid here: files are no live streams
  /// (PI-43).
  public var recommendedTimeOffsetFromLive: CMTime { .invalid }

  /// The recommended distance from a live stream's end has changed (PI-25). It is never posted here.
  public class var recommendedTimeOffsetFromLiveDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVPlayerItemRecommendedTimeOffsetFromLiveDidChangeNotification")
  }

  /// The date that is presented now. It is always `nil` here: no file says which dates its times are (PI-35).
  public func currentDate() -> Date? { nil }

  /// Goes to a date of the presentation.
  ///
  /// - Parameter completionHandler: is not called where the result is `false`.
  /// - Returns: whether the date can be sought: never here, since no file says which dates its times are (PI-35).
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  @discardableResult
  public func seek(to date: Date, completionHandler: (@Sendable (Bool) -> Void)? = nil) -> Bool { false }

  /// Goes to a date of the presentation.
  ///
  /// - Returns: whether it got there: never here, as for `seek(to:completionHandler:)`.
  @discardableResult
  public func seek(to date: Date) async -> Bool { false }

  private var streams: StreamSettings { state.withLock { $0.streams } }
}

/// Preferences among the variants of a playlist.
public struct AVVariantPreferences: OptionSet, Sendable {
  /// The preferences as a bit mask.
  public let rawValue: UInt
  /// Makes preferences from a bit mask.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Variants from which playing can change to those with sound without loss.
  public static let scalabilityToLosslessAudio = AVVariantPreferences(rawValue: 1)
}
