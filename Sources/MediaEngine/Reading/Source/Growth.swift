import CoreMedia

/// The changes of a movie file between two looks at it. A pure value.
package struct Growth: Equatable, Sendable {
  /// A Boolean value that says whether the movie has another duration.
  package var changesDuration = false
  /// A Boolean value that says whether fragments were found where there were none, or none where there were some.
  package var changesPresenceOfFragments = false
  /// A Boolean value that says whether the movie became one that has no fragments and takes none.
  package var isDefragmented = false
  /// A Boolean value that says whether the movie has other tracks.
  package var changesTracks = false
  package var changesChapters = false
  /// The identifiers of the tracks that have another time range.
  package var timeRanges: Set<Int32> = []
  /// The identifiers of the tracks that have other segments.
  package var segments: Set<Int32> = []
  /// The identifiers of the tracks that have other references to tracks.
  package var associations: Set<Int32> = []

  package init() {}

  init(
    from oldHeader: SourceHeader, _ oldTracks: [SourceTrack], _ oldChapters: [SourceChapter],
    to header: SourceHeader, _ tracks: [SourceTrack], _ chapters: [SourceChapter]
  ) {
    changesDuration = oldHeader.duration != header.duration
    changesPresenceOfFragments = oldHeader.containsFragments != header.containsFragments
    isDefragmented = oldHeader.canContainFragments && !header.canContainFragments
    changesTracks = oldTracks.map(\.trackID) != tracks.map(\.trackID)
    changesChapters = !oldChapters.elementsEqual(chapters) { $0.timeRange == $1.timeRange && $0.titles == $1.titles }
    for old in oldTracks {
      guard let new = tracks.first(where: { $0.trackID == old.trackID }) else { continue }
      if old.timeRange != new.timeRange { timeRanges.insert(old.trackID) }
      if old.segments != new.segments { segments.insert(old.trackID) }
      let refersAsBefore = old.associations.elementsEqual(new.associations) {
        $0.type == $1.type && $0.trackIDs == $1.trackIDs
      }
      if !refersAsBefore { associations.insert(old.trackID) }
    }
  }

  package var isEmpty: Bool { self == Growth() }
}
