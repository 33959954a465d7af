import CoreMedia
import Foundation
import MediaEngine

extension AVAssetWriter {
  /// Describes the file as the request says: with metadata of its own, or with the asset's as far as the filter lets it
  /// through (EX-40, EX-41).
  ///
  /// - Parameter inputs: the inputs, by the identifiers of the asset's tracks.
  func describe(_ request: ExportRequest, _ part: CMTimeRange, _ inputs: [CMPersistentTrackID: AVAssetWriterInput]) {
    let asset = request.asset
    func kept(_ items: [AVMetadataItem]) -> [AVMetadataItem] {
      let ofMedia = items.filter { item in item.identifier.map { !$0.describesFile } ?? false }
      return request.metadataItemFilter.map { AVMetadataItem.metadataItems(from: ofMedia, filteredBy: $0) } ?? ofMedia
    }
    if let metadata = request.metadata {
      self.metadata = metadata
    } else {
      self.metadata = kept(asset.metadata)
      if let date = asset.creationDate, !kept([date]).isEmpty { creationDate = date.dateValue }
    }
    (preferredRate, preferredVolume) = (asset.preferredRate, asset.preferredVolume)
    if request.preset.media == .stored { attachedFiles = asset.attachedFiles }
    for track in asset.tracks { inputs[track.trackID]?.metadata = kept(track.untaggedMetadata) + track.tags }
    if !asset.chapterTracks.contains(where: { inputs[$0] != nil }) { chapters = asset.chapters(in: part) }
  }
}

extension AVAsset {
  /// The identifiers of the tracks that have the chapters of others.
  var chapterTracks: Set<CMPersistentTrackID> {
    Set(tracks.flatMap { $0.associatedTracks(ofType: .chapterList) }.map(\.trackID))
  }

  /// Returns the chapters of a part of the timeline, on the timeline of the part.
  fileprivate func chapters(in part: CMTimeRange) -> [AVTimedMetadataGroup] {
    chapterMetadataGroups(bestMatchingPreferredLanguages: []).compactMap { group in
      var range = group.timeRange
      if !range.duration.isNumeric { range.duration = .positiveInfinity }
      let shown = part.intersection(range)
      guard shown.isValid, shown.duration > .zero else { return nil }
      let duration = shown.duration.isNumeric ? shown.duration : .indefinite
      return AVTimedMetadataGroup(
        items: group.items, timeRange: CMTimeRange(start: shown.start - part.start, duration: duration))
    }
  }
}

extension AVAssetTrack {
  /// The metadata without the tags of characteristics.
  fileprivate var untaggedMetadata: [AVMetadataItem] {
    metadata.filter { $0.identifier != .quickTimeUserDataTaggedCharacteristic }
  }

  /// The characteristics that the author tagged the track with, as items, whatever container they come from.
  fileprivate var tags: [AVMetadataItem] {
    information.characteristics.sorted().map { characteristic in
      let item = AVMutableMetadataItem()
      item.identifier = .quickTimeUserDataTaggedCharacteristic
      item.value = characteristic as NSString
      return item
    }
  }
}
