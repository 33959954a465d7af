public import Foundation

/// A track of an item's asset, as it is presented.
public final class AVPlayerItemTrack: NSObject, Sendable {
  /// The asset's track.
  public let assetTrack: AVAssetTrack?

  init(_ track: AVAssetTrack) { assetTrack = track }
}
