public import CoreMedia
import MediaEngine

extension AVAsset {
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

  /// Returns an identifier that no track has, and that is no lower than any that the movie's header keeps free.
  public func unusedTrackID() -> CMPersistentTrackID {
    let used = Set(tracks.map(\.trackID))
    let next = header(for: .tracks)?.nextTrackID ?? 1
    let candidates = [next, (used.max() ?? 0).addingReportingOverflow(1).partialValue].filter { $0 > 0 }
    // Movies whose numbers are used up to the last have a hole somewhere below.
    return candidates.first { !used.contains($0) } ?? (1...).first { !used.contains($0) } ?? 1
  }
}

// Forms that do not block. Their error is an `AVError`: the file cannot be opened or read.
extension AVAsset {
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

  /// The asynchronous form of `unusedTrackID()`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func findUnusedTrackID() async throws -> CMPersistentTrackID {
    try await loading.load(.tracks)
    return unusedTrackID()
  }

  /// The same with a completion handler, which is called once, on an unspecified queue, with
  /// `kCMPersistentTrackID_Invalid` beside an error.
  @preconcurrency
  public func findUnusedTrackID(
    completionHandler: @escaping @Sendable (CMPersistentTrackID, (any Error)?) -> Void
  ) {
    whenLoaded(.tracks) {
      completionHandler($0 ?? kCMPersistentTrackID_Invalid, $1)
    } _: {
      $0.unusedTrackID()
    }
  }
}
