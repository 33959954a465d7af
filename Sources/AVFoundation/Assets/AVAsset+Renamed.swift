public import CoreMedia

// Spellings of older documentation, so that old code gets a fix-it.
extension AVAsset {
  /// The older spelling of `tracks(withMediaType:)`.
  @available(*, deprecated, renamed: "tracks(withMediaType:)")
  public func tracksWithMediaType(_ mediaType: AVMediaType) -> [AVAssetTrack] { tracks(withMediaType: mediaType) }

  /// The older spelling of `track(withTrackID:)`.
  @available(*, deprecated, renamed: "track(withTrackID:)")
  public func trackWithTrackID(_ trackID: CMPersistentTrackID) -> AVAssetTrack? { track(withTrackID: trackID) }
}

extension AVURLAsset {
  /// The older spelling of `init(url:options:)`.
  @available(*, deprecated, renamed: "init(url:options:)")
  public convenience init(URL url: URL, options: [String: Any]? = nil) { self.init(url: url, options: options) }
}
