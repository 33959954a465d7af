public import Foundation
import MediaEngine

/// Tracks of an asset of which only one is to be presented at a time.
public final class AVAssetTrackGroup: NSObject, Sendable {
  private let identifiers: [Int32]

  init(trackIDs: [Int32]) { identifiers = trackIDs }

  /// The tracks' identifiers, `CMPersistentTrackID`s, in the file's order.
  public var trackIDs: [NSNumber] { identifiers.map { NSNumber(value: $0) } }
}

extension AVAsset {
  /// The groups of alternative tracks that the container states.
  public var trackGroups: [AVAssetTrackGroup] { trackGroups(for: .trackGroups).filter { $0.trackIDs.count > 1 } }

  /// Returns the groups, once a property that they are derived from is loaded. Groups of a single track are included:
  /// its only alternative is to present nothing.
  func trackGroups(for property: AssetProperty) -> [AVAssetTrackGroup] {
    var groups: [(number: Int16, trackIDs: [Int32])] = []
    for track in information(for: property)?.tracks ?? [] where track.alternateGroup != 0 {
      if let index = groups.firstIndex(where: { $0.number == track.alternateGroup }) {
        groups[index].trackIDs.append(track.trackID)
      } else {
        groups.append((track.alternateGroup, [track.trackID]))
      }
    }
    return groups.map { AVAssetTrackGroup(trackIDs: $0.trackIDs) }
  }
}
