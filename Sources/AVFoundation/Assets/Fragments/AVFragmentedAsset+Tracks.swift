public import CoreMedia

/// The assets whose tracks may grow: see `_AVAssetWithTracks`.
public protocol _AVFragmentedAssetWithTracks: _AVAssetWithTracks {}

extension _AVFragmentedAssetWithTracks where Self: AVFragmentedAsset {
  /// All tracks in file order. They are the same objects whenever they are asked for, also when the file has grown.
  public var tracks: [AVFragmentedAssetTrack] { fragmentedTracks(for: .tracks) }

  /// Returns the tracks of a media type, in file order.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVFragmentedAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Returns the tracks whose media has a characteristic, in file order.
  public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVFragmentedAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// Returns the track with an identifier. It is `nil` when there is none.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVFragmentedAssetTrack? {
    tracks.first { $0.trackID == trackID }
  }

  /// The asynchronous form of `tracks(withMediaType:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVFragmentedAssetTrack] {
    try await loading.load(.tracks)
    return tracks(withMediaType: mediaType)
  }

  /// The same with a completion handler, which is called once, on an unspecified queue.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func loadTracks(
    withMediaType mediaType: AVMediaType,
    completionHandler: @escaping @Sendable ([AVFragmentedAssetTrack]?, (any Error)?) -> Void
  ) {
    whenLoaded(.tracks, completionHandler) { [self] _ in tracks(withMediaType: mediaType) }
  }

  /// The asynchronous form of `tracks(withMediaCharacteristic:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVFragmentedAssetTrack] {
    try await loading.load(.tracks)
    return tracks(withMediaCharacteristic: mediaCharacteristic)
  }

  /// The same with a completion handler, which is called once, on an unspecified queue.
  @preconcurrency
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable ([AVFragmentedAssetTrack]?, (any Error)?) -> Void
  ) {
    whenLoaded(.tracks, completionHandler) { [self] _ in tracks(withMediaCharacteristic: mediaCharacteristic) }
  }

  /// The asynchronous form of `track(withTrackID:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVFragmentedAssetTrack? {
    try await loading.load(.tracks)
    return track(withTrackID: trackID)
  }

  /// The same with a completion handler, which is called once, on an unspecified queue. It gets no track and no error
  /// where no track has the identifier.
  @preconcurrency
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID,
    completionHandler: @escaping @Sendable (AVFragmentedAssetTrack?, (any Error)?) -> Void
  ) {
    whenLoaded(.tracks, completionHandler) { [self] _ in track(withTrackID: trackID) }
  }
}
