import CoreMedia

/// The changes of a movie file between two looks at it. A pure value.
package struct Growth: Equatable, Sendable {
  /// A Boolean value that says whether the movie's duration changed.
  package var changesDuration = false
  /// A Boolean value that says whether the movie gained its first fragments, or lost all of them.
  package var changesPresenceOfFragments = false
  /// A Boolean value that says whether the movie no longer has fragments, and can take none.
  package var isDefragmented = false
  /// A Boolean value that says whether the movie's tracks changed.
  package var changesTracks = false
  package var changesChapters = false
  /// The identifiers of the tracks whose time range changed.
  package var timeRanges: Set<Int32> = []
  /// The identifiers of the tracks whose segments changed.
  package var segments: Set<Int32> = []
  /// The identifiers of the tracks whose references to other tracks changed.
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
