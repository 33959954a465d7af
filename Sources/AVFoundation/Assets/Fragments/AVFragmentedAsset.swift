import Foundation
import MediaEngine
import Synchronization

/// A movie file that may still grow by fragments, as one that is being recorded does (FA-01).
///
/// Its values are those of the complete fragments that were there when they were loaded. While an
/// `AVFragmentedAssetMinder` looks after the asset, it takes over what is added to the file, and tells it by
/// notifications. What reads or plays the asset reads it as it was when the reader or the player item was made (FA-05).
/// Any thread.
///
/// Local files alone grow here. Files of servers and of a client's own loader are read as `AVURLAsset` reads them.
public final class AVFragmentedAsset: AVURLAsset, AVFragmentMinding, _AVFragmentedAssetWithTracks, @unchecked Sendable {
  // Sendable: adds locked state to a Sendable class.

  /// The tracks' objects: the same whenever they are asked for.
  private let madeTracks = Mutex<[AVFragmentedAssetTrack]>([])
  private let isMinded = Atomic(false)

  override class func content(at url: URL, timeout: Double, userAgent: String?) -> any AssetContent {
    url.isFileURL ? GrowingSource(url: url) : super.content(at: url, timeout: timeout, userAgent: userAgent)
  }

  /// A Boolean value that says whether a minder looks after the asset (FA-12).
  public var isAssociatedWithFragmentMinder: Bool { isMinded.load(ordering: .acquiring) }

  override func tracks(for property: AssetProperty) -> [AVAssetTrack] { fragmentedTracks(for: property) }

  /// Returns the tracks. It waits until a property that follows from them is loaded.
  func fragmentedTracks(for property: AssetProperty) -> [AVFragmentedAssetTrack] {
    guard let information = information(for: property) else { return [] }
    return madeTracks.withLock { made in
      // A track stays the same object at its place; a file that was defragmented may have more of them.
      made = information.tracks.enumerated().map { place, track in
        place < made.count && made[place].trackID == track.trackID
          ? made[place] : AVFragmentedAssetTrack(asset: self, track: track)
      }
      return made
    }
  }

  // MARK: Minding

  /// Associates the asset with a minder.
  ///
  /// - Returns: `false` where another minder looks after it.
  func beginMinding() -> Bool { !isMinded.exchange(true, ordering: .acquiringAndReleasing) }

  func endMinding() { isMinded.store(false, ordering: .releasing) }

  /// Takes over what was added to the file since the last look, and posts the notifications of it, before this returns
  /// (FA-10 to FA-14). It reads the file's index.
  package func look() {
    guard let growth = (content as? GrowingSource)?.look() else { return }
    let told: [(isChanged: Bool, property: AssetProperty, name: Notification.Name)] = [
      (growth.changesDuration, .duration, .AVAssetDurationDidChange),
      (growth.changesPresenceOfFragments, .containsFragments, .AVAssetContainsFragmentsDidChange),
      (growth.isDefragmented, .canContainFragments, .AVAssetWasDefragmented),
      (growth.changesChapters, .availableChapterLocales, .AVAssetChapterMetadataGroupsDidChange),
      (
        growth.changesTracks, .availableMediaCharacteristicsWithMediaSelectionOptions,
        .AVAssetMediaSelectionGroupsDidChange
      ),
    ]
    for (isChanged, property, name) in told where isChanged && isLoaded(property) { post(name, self) }
    for track in madeTracks.withLock({ $0 }) {
      if growth.timeRanges.contains(track.trackID) { post(.AVAssetTrackTimeRangeDidChange, track) }
      if growth.segments.contains(track.trackID) { post(.AVAssetTrackSegmentsDidChange, track) }
      if growth.associations.contains(track.trackID) { post(.AVAssetTrackTrackAssociationsDidChange, track) }
    }
  }

  private func isLoaded(_ property: AssetProperty) -> Bool {
    if case .loaded = loading.state(of: property) { true } else { false }
  }

  private func post(_ name: Notification.Name, _ object: AnyObject) {
    NotificationCenter.default.post(name: name, object: object)
  }
}
