/// Tracks for compositions.
extension AVURLAsset {
  /// Returns the first track of which parts can be inserted into a composition's track: one of the same media type. It
  /// is `nil` where there is none. Blocks while the file's tables are read, if they were not yet (CO-22).
  public func compatibleTrack(for compositionTrack: AVCompositionTrack) -> AVAssetTrack? {
    tracks.first { $0.mediaType == compositionTrack.mediaType }
  }

  /// The asynchronous form of `compatibleTrack(for:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func findCompatibleTrack(for compositionTrack: AVCompositionTrack) async throws -> AVAssetTrack? {
    try await loading.load(.tracks)
    return compatibleTrack(for: compositionTrack)
  }

  /// The same with a completion handler, which is called once, on an unspecified queue. It gets no track and no error
  /// where there is none.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func findCompatibleTrack(
    for compositionTrack: AVCompositionTrack,
    completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
  ) {
    whenLoaded(.tracks, completionHandler) { asset in
      asset.tracks.first { $0.mediaType == compositionTrack.mediaType }
    }
  }
}
