package import CoreMedia

/// The choice of the tracks of an item that are presented. A pure value.
package struct TrackSelection: Sendable, Equatable {
  /// The choice among the sounds that are alternatives of each other.
  package var sound = TrackChoice.automatic
  /// The tracks that a client wants to be presented, or not, whatever the file and the choice among alternatives say.
  package var wishes: [CMPersistentTrackID: Bool] = [:]

  package init() {}

  /// The track of pictures that is presented: the first that is enabled, or the first where none is. It is `nil` without one
  /// that can be decoded, and where a client wants none.
  package func pictures(of information: SourceInformation) -> SourceTrack? {
    let tracks = information.tracks.filter { $0.mediaType == .video && $0.isDecodable }
    if let wanted = tracks.first(where: { wishes[$0.trackID] == true }) { return wanted }
    let possible = tracks.filter { wishes[$0.trackID] == nil }
    return possible.first(where: \.isEnabled) ?? (possible.count == tracks.count ? tracks.first : nil)
  }

  /// The tracks of sound that are heard together, in the file's order: of alternatives the one that was chosen, or else the
  /// first that is enabled, and all that is enabled and has no alternative. Where nothing is enabled it is the first.
  package func sounds(of information: SourceInformation) -> [SourceTrack] {
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
  /// Returns whether a track of the same kind takes this one's place when it is presented, or is this one.
  ///
  /// A movie says which tracks are alternatives (ISO/IEC 14496-12, 8.3.2: those of one group that is not 0). What other
  /// containers hold of a kind are alternatives by custom: languages, or comments.
  fileprivate func isAlternative(to other: SourceTrack) -> Bool {
    trackID == other.trackID || !hasMovieTables || alternateGroup != 0 && alternateGroup == other.alternateGroup
  }
}
