public import CoreMedia

/// The compositions whose tracks can be edited: see `_AVAssetWithTracks`.
public protocol _AVMutableCompositionWithTracks: _AVCompositionWithTracks {}

extension _AVMutableCompositionWithTracks where Self: AVMutableComposition {
  /// All tracks, in the order in which they were added. They are the same objects whenever they are asked for.
  public var tracks: [AVMutableCompositionTrack] { mutableTracks }

  /// Returns the tracks of a media type.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableCompositionTrack] {
    mutableTracks.filter { $0.mediaType == mediaType }
  }

  /// Returns the tracks whose media has a characteristic.
  public func tracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> [AVMutableCompositionTrack] {
    mutableTracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// Returns the track with an identifier. It is `nil` when there is none.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableCompositionTrack? {
    mutableTracks.first { $0.trackID == trackID }
  }

  /// The asynchronous form of `tracks(withMediaType:)`. Throws nothing.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVMutableCompositionTrack] {
    tracks(withMediaType: mediaType)
  }

  /// The same with a completion handler, which is called at once.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func loadTracks(
    withMediaType mediaType: AVMediaType,
    completionHandler: @escaping @Sendable ([AVMutableCompositionTrack]?, (any Error)?) -> Void
  ) {
    completionHandler(tracks(withMediaType: mediaType), nil)
  }

  /// The asynchronous form of `tracks(withMediaCharacteristic:)`. Throws nothing.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVMutableCompositionTrack] {
    tracks(withMediaCharacteristic: mediaCharacteristic)
  }

  /// The same with a completion handler, which is called at once.
  @preconcurrency
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable ([AVMutableCompositionTrack]?, (any Error)?) -> Void
  ) {
    completionHandler(tracks(withMediaCharacteristic: mediaCharacteristic), nil)
  }

  /// The asynchronous form of `track(withTrackID:)`. Throws nothing.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVMutableCompositionTrack? {
    track(withTrackID: trackID)
  }

  /// The same with a completion handler, which is called at once.
  @preconcurrency
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID,
    completionHandler: @escaping @Sendable (AVMutableCompositionTrack?, (any Error)?) -> Void
  ) {
    completionHandler(track(withTrackID: trackID), nil)
  }
}

extension AVPartialAsyncProperty where Root: AVMutableComposition {
  /// All tracks, in the order in which they were added.
  public static var tracks: AVAsyncProperty<Root, [AVMutableCompositionTrack]> {
    .atHand("tracks") { $0.mutableTracks }
  }
}
