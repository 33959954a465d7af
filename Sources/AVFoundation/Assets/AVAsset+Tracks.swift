public import CoreMedia
import MediaEngine

/// The assets whose track properties have the class of tracks that belongs to each kind of asset.
///
/// Compositions have properties of the same names for tracks of their own class. A class cannot override a property
/// with one of another type. Properties that protocols declare for one class each can hide each other instead.
public protocol _AVAssetWithTracks: AnyObject {}

extension _AVAssetWithTracks where Self: AVAsset {
  /// All tracks in file order. The asset keeps them: they are the same objects whenever they are asked for.
  public var tracks: [AVAssetTrack] { tracks(for: .tracks) }

  /// Returns the tracks of a media type, in file order.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Returns the tracks whose media has a characteristic, in file order.
  public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// Returns the track with an identifier. It is `nil` when there is none.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
    tracks.first { $0.trackID == trackID }
  }
}

// Forms that do not block. Their error is an `AVError`: the file cannot be opened or read.
extension _AVAssetWithTracks where Self: AVAsset {
  /// The asynchronous form of `tracks(withMediaType:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try await loading.load(.tracks)
    return tracks(withMediaType: mediaType)
  }

  /// The same with a completion handler, which is called once, on an unspecified queue.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func loadTracks(
    withMediaType mediaType: AVMediaType,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    whenLoaded(.tracks, completionHandler) { $0.tracks(withMediaType: mediaType) }
  }

  /// The asynchronous form of `tracks(withMediaCharacteristic:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVAssetTrack] {
    try await loading.load(.tracks)
    return tracks(withMediaCharacteristic: mediaCharacteristic)
  }

  /// The same with a completion handler, which is called once, on an unspecified queue.
  @preconcurrency
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    whenLoaded(.tracks, completionHandler) { $0.tracks(withMediaCharacteristic: mediaCharacteristic) }
  }

  /// The asynchronous form of `track(withTrackID:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    try await loading.load(.tracks)
    return track(withTrackID: trackID)
  }

  /// The same with a completion handler, which is called once, on an unspecified queue. It gets no track and no error
  /// where no track has the identifier.
  @preconcurrency
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID,
    completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
  ) {
    whenLoaded(.tracks, completionHandler) { $0.track(withTrackID: trackID) }
  }
}
