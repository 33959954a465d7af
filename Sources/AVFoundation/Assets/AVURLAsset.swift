public import Foundation
import MediaEngine

/// Media at a URL: a local file, or an http(s) resource that the user named.
///
/// Nothing else is ever opened because of what a media file says.
public final class AVURLAsset: AVAsset, @unchecked Sendable {
  // Sendable: adds a constant to a Sendable class.

  /// Where the media is.
  public let url: URL

  public convenience init(url: URL) { self.init(url: url, options: nil) }

  /// - Parameter options: `AVURLAsset…Key` values. Duration and timing are always precise here, so
  ///   `AVURLAssetPreferPreciseDurationAndTimingKey` changes nothing.
  public init(url URL: URL, options: [String: Any]? = nil) {
    url = URL
    super.init(source: Source(url: URL))
  }
}

/// Whether duration and timing must be exact, a Boolean; here they always are.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
