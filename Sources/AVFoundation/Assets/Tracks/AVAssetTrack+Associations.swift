import MediaEngine

extension AVAssetTrack {
  /// The kinds of reference from this track to others of its asset, in the file's order.
  public var availableTrackAssociationTypes: [AssociationType] {
    var types: [AssociationType] = []
    for association in information.associations where !tracks(of: association.trackIDs).isEmpty {
      let type = AssociationType(code: association.type)
      if !types.contains(type) { types.append(type) }
    }
    return types
  }

  /// Returns the tracks that this one has associations of a type with, in the file's order. The list is empty once the
  /// asset is released.
  public func associatedTracks(ofType trackAssociationType: AssociationType) -> [AVAssetTrack] {
    information.associations.filter { AssociationType(code: $0.type) == trackAssociationType }
      .flatMap { tracks(of: $0.trackIDs) }
  }

  /// The asynchronous form of `associatedTracks(ofType:)`. Throws nothing: the tracks are read with the asset's header.
  public func loadAssociatedTracks(ofType trackAssociationType: AssociationType) async throws -> [AVAssetTrack] {
    associatedTracks(ofType: trackAssociationType)
  }

  /// The same with a completion handler, which is called at once.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func loadAssociatedTracks(
    ofType trackAssociationType: AssociationType,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    completionHandler(associatedTracks(ofType: trackAssociationType), nil)
  }

  private func tracks(of trackIDs: [UInt32]) -> [AVAssetTrack] {
    guard let asset else { return [] }
    return trackIDs.compactMap { Int32(exactly: $0).flatMap(asset.track(withTrackID:)) }
  }
}
