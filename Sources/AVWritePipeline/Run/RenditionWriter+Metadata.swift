internal import AVFoundation

extension RenditionWriter {
  /// Carries over the metadata of the file, as far as it is kept and the container has a place for it.
  static func describe(
    _ writer: AVAssetWriter, as asset: AVAsset, choosing choice: MetadataChoice, and added: AddedMetadata
  ) {
    writer.metadata = choice.items(asset.metadata, of: nil) + [added.cover].compactMap(\.self)
    if choice.keepsCreationDate { writer.creationDate = asset.creationDate?.dateValue }
    (writer.preferredRate, writer.preferredVolume) = (asset.preferredRate, asset.preferredVolume)
    writer.attachedFiles = choice.attachedFiles(of: asset)
  }

  /// Returns the source's chapters, or those in their place, as far as they are in the plan's part of the source, on
  /// the output's timeline.
  static func chapters(of source: Source, or added: AddedMetadata, in plan: Plan) -> [AVTimedMetadataGroup] {
    let named = added.chapters.map { groups in
      source.speed.map { speed in groups.map { $0.atSpeed(speed) } } ?? groups
    }
    let groups = named ?? source.chapters
    let part = plan.part.ofChapters
    return groups.compactMap { group in
      part.shown(group.timeRange).map { AVTimedMetadataGroup(items: group.items, timeRange: $0) }
    }
  }
}

extension AVAssetWriterInput {
  /// Carries over the metadata of a track, as that of the file is.
  ///
  /// - Parameter id: the track's identifier in the job.
  func describe(as track: AVAssetTrack, _ id: Int32, choosing choice: MetadataChoice) {
    let items = choice.items(track.metadata.filter { !$0.isRole }, of: id)
    metadata = items + track.roles.map(\.item)
  }
}

extension MetadataChoice {
  fileprivate func attachedFiles(of asset: AVAsset) -> [AVAttachedFile] {
    asset.attachedFiles.filter { reasonAgainst(AttachmentFact(named: $0)) == nil }
  }

  /// Returns the source's items that are written, and the new ones.
  fileprivate func items(_ source: [AVMetadataItem], of track: Int32?) -> [AVMetadataItem] {
    let kept = source.filter { item in
      guard item.identifier != nil else { return false }
      guard let fact = MetadataFact(item) else { return isStripped != true }
      return !fact.isOfTheFile && reasonAgainst(fact, of: track) == nil
    }
    return kept + items(of: track).filter { !$0.value.isEmpty }.map(\.metadataItem)
  }
}
