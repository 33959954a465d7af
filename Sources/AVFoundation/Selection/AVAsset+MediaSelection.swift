import Foundation

extension AVAsset {
  /// The characteristics by which options can be chosen: sound, subtitles and pictures of which there are
  /// alternatives.
  public var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] {
    [.audible, .legible, .visual].filter { mediaSelectionGroup(forMediaCharacteristic: $0) != nil }
  }

  /// The alternatives of a characteristic: the tracks of the file's alternate group that have it. `nil` where there are
  /// no alternatives.
  ///
  /// Nothing may be chosen of subtitles; of sound and pictures something must be.
  public func mediaSelectionGroup(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVMediaSelectionGroup? {
    let isLegible = mediaCharacteristic == .legible
    for group in trackGroups {
      let tracks = group.trackIDs.compactMap { track(withTrackID: $0.int32Value) }
        .filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
      // A group of subtitles is visual too, and is not what pictures are chosen from.
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
    try loadedInformation()
    return mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
  }
}
