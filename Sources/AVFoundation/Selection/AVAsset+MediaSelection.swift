import Foundation
import MediaEngine

extension AVAsset {
  /// The characteristics by which options can be chosen: sound, subtitles and pictures of which there are
  /// alternatives.
  public var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] {
    Self.selectable.filter {
      selectionGroup(of: $0, for: .availableMediaCharacteristicsWithMediaSelectionOptions) != nil
    }
  }

  private static let selectable: [AVMediaCharacteristic] = [.audible, .legible, .visual]

  /// The greatest number of selections that are listed. A longer list would be of no use.
  private static let largestSelectionCount = 4096

  /// The options that are selected when nobody chooses.
  public var preferredMediaSelection: AVMediaSelection { AVMediaSelection(self) }

  /// Every possible selection, with an option or nothing of each group: at most 4096 of them.
  public var allMediaSelections: [AVMediaSelection] {
    var ways: [[AVMediaSelection.Choice]] = [[]]
    for characteristic in Self.selectable {
      guard let group = selectionGroup(of: characteristic, for: .allMediaSelections) else { continue }
      let options = group.options.map(Optional.some) + (group.allowsEmptySelection ? [nil] : [])
      guard ways.count * options.count <= Self.largestSelectionCount else { break }
      ways = ways.flatMap { way in
        options.map { way + [AVMediaSelection.Choice(group: group, option: $0)] }
      }
    }
    return ways.map { AVMediaSelection(self, choices: $0) }
  }

  /// Returns the alternatives of a characteristic: the tracks of the file's alternate group that have it. It is `nil`
  /// where there are no alternatives.
  ///
  /// A group of subtitles allows that nothing is selected, and may have one option; groups of sound and pictures do not.
  public func mediaSelectionGroup(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVMediaSelectionGroup? {
    selectionGroup(of: mediaCharacteristic, for: .availableMediaCharacteristicsWithMediaSelectionOptions)
  }

  private func selectionGroup(
    of mediaCharacteristic: AVMediaCharacteristic, for property: AssetProperty
  ) -> AVMediaSelectionGroup? {
    let isLegible = mediaCharacteristic == .legible
    let all = tracks(for: property)
    let chapters = Set(all.flatMap(\.chapterTrackIDs))
    for group in trackGroups(for: property) {
      let tracks = group.trackIDs.compactMap { id in all.first { $0.trackID == id.int32Value } }
        .filter { $0.hasMediaCharacteristic(mediaCharacteristic) && !chapters.contains($0.trackID) }
      // A group of subtitles is visual too, but pictures are not chosen from it.
      if mediaCharacteristic == .visual, tracks.contains(where: { $0.mediaType != .video }) { continue }
      guard tracks.count > 1 || isLegible && !tracks.isEmpty else { continue }
      let options = tracks.map { AVMediaSelectionOption($0) }
      let enabled = options.first { $0.track.isEnabled }
      return AVMediaSelectionGroup(
        options: options, default: enabled ?? (isLegible ? nil : options.first), allowsEmpty: isLegible)
    }
    return nil
  }

  /// The asynchronous form of `mediaSelectionGroup(forMediaCharacteristic:)`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> AVMediaSelectionGroup? {
    try await loading.load(.availableMediaCharacteristicsWithMediaSelectionOptions)
    return mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
  }
  /// The same with a completion handler, which is called once, on an unspecified queue. It gets no group and no error
  /// where there are no alternatives.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable (AVMediaSelectionGroup?, (any Error)?) -> Void
  ) {
    whenLoaded(.availableMediaCharacteristicsWithMediaSelectionOptions, completionHandler) {
      $0.mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
    }
  }
}

extension AVAssetTrack {
  /// The identifiers of the tracks that contain chapters of this one, which cannot be selected.
  fileprivate var chapterTrackIDs: [Int32] {
    information.associations.filter { AssociationType(code: $0.type) == .chapterList }
      .flatMap { $0.trackIDs.compactMap { Int32(exactly: $0) } }
  }
}
