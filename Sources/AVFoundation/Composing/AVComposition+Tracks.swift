public import CoreMedia

/// The compositions whose tracks are of the class that each kind of composition has: see `_AVAssetWithTracks`.
public protocol _AVCompositionWithTracks: _AVAssetWithTracks {}

extension _AVCompositionWithTracks where Self: AVComposition {
  /// All tracks, in the order in which they were added. They are the same objects whenever they are asked for.
  public var tracks: [AVCompositionTrack] { compositionTracks }

  /// Returns the tracks of a media type.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVCompositionTrack] {
    compositionTracks.filter { $0.mediaType == mediaType }
  }

  /// Returns the tracks whose media has a characteristic.
  public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVCompositionTrack] {
    compositionTracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// Returns the track with an identifier. It is `nil` when there is none.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVCompositionTrack? {
    compositionTracks.first { $0.trackID == trackID }
  }

  /// The asynchronous form of `tracks(withMediaType:)`. Throws nothing.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVCompositionTrack] {
    tracks(withMediaType: mediaType)
  }

  /// The same with a completion handler, which is called at once.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func loadTracks(
    withMediaType mediaType: AVMediaType,
    completionHandler: @escaping @Sendable ([AVCompositionTrack]?, (any Error)?) -> Void
  ) {
    completionHandler(tracks(withMediaType: mediaType), nil)
  }

  /// The asynchronous form of `tracks(withMediaCharacteristic:)`. Throws nothing.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVCompositionTrack] {
    tracks(withMediaCharacteristic: mediaCharacteristic)
  }

  /// The same with a completion handler, which is called at once.
  @preconcurrency
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable ([AVCompositionTrack]?, (any Error)?) -> Void
  ) {
    completionHandler(tracks(withMediaCharacteristic: mediaCharacteristic), nil)
  }

  /// The asynchronous form of `track(withTrackID:)`. Throws nothing.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVCompositionTrack? {
    track(withTrackID: trackID)
  }

  /// The same with a completion handler, which is called at once.
  @preconcurrency
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID,
    completionHandler: @escaping @Sendable (AVCompositionTrack?, (any Error)?) -> Void
  ) {
    completionHandler(track(withTrackID: trackID), nil)
  }
}

extension AVPartialAsyncProperty where Root: AVComposition {
  /// All tracks, in the order in which they were added.
  public static var tracks: AVAsyncProperty<Root, [AVCompositionTrack]> { .atHand("tracks") { $0.compositionTracks } }
}

extension AVAsyncProperty {
  /// Makes a property that has its value without a wait.
  static func atHand(_ key: String, _ value: @escaping (Root) -> Value) -> Self {
    self.init(key: key, state: { _ in .loaded }, loading: { _ in {} }, value: value)
  }
}
