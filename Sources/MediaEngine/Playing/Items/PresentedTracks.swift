package import CoreMedia

/// The choice of an item's tracks that are presented. A pure value.
package struct PresentedTracks: Sendable, Equatable {
  /// The choice among the sound tracks that are alternatives of each other.
  package var sound = TrackChoice.automatic
  /// The tracks that a client wants to be presented or not, regardless of the file and the choice of sound.
  package var wishes: [CMPersistentTrackID: Bool] = [:]
  /// The composition of the pictures; `nil` for those of one track.
  package var composition: PictureTreatment?
  /// The mix of the sounds; `nil` for unchanged sounds.
  package var mix: MixTreatment?

  package init() {}

  /// Returns the track of pictures that is presented: one that a client wants, or else the first that is enabled, or
  /// the first if none is. It is `nil` if none can be decoded, and if a client wants none.
  package func pictures(of information: any AssetInformation) -> SourceTrack? {
    let tracks = information.tracks.filter { $0.mediaType == .video && $0.isDecodable }
    if let wanted = tracks.first(where: { wishes[$0.trackID] == true }) { return wanted }
    let possible = tracks.filter { wishes[$0.trackID] == nil }
    return possible.first(where: \.isEnabled) ?? (possible.count == tracks.count ? tracks.first : nil)
  }

  /// Returns the tracks of sound that are heard together, in the file's order. Of alternatives, it is the one that was
  /// chosen, or else the first that is enabled. Of tracks without alternatives, it is all that are enabled. If no track
  /// is enabled, it is the first.
  package func sounds(of information: any AssetInformation) -> [SourceTrack] {
    let tracks = information.tracks.filter { $0.mediaType == .audio && $0.isDecodable }
    let chosen = chosen(of: tracks)
    return tracks.filter { wishes[$0.trackID] ?? chosen.contains($0.trackID) }
  }

  private func chosen(of tracks: [SourceTrack]) -> Set<CMPersistentTrackID> {
    if sound == .none { return [] }
    var chosen: [SourceTrack] = []
    if case .track(let id) = sound {
      guard let track = tracks.first(where: { $0.trackID == id }) else { return [] }
      chosen.append(track)
    }
    for track in tracks where track.isEnabled && !chosen.contains(where: track.isAlternative(to:)) {
      chosen.append(track)
    }
    if chosen.isEmpty, let first = tracks.first { chosen = [first] }
    return Set(chosen.map(\.trackID))
  }
}

extension SourceTrack {
  /// Returns whether this track and another of the same kind are alternatives, or the same track.
  ///
  /// A movie states which tracks are alternatives (ISO/IEC 14496-12, 8.3.2: those of one group other than 0). In other
  /// containers the tracks of a kind are alternatives by convention, such as languages or comments.
  fileprivate func isAlternative(to other: SourceTrack) -> Bool {
    trackID == other.trackID || !hasMovieTables || alternateGroup != 0 && alternateGroup == other.alternateGroup
  }
}
