internal import AVFoundation

extension RenditionWriter {
  /// Carries over what the file and its tracks say of themselves, as far as the container has a place for it.
  ///
  /// - Parameter inputs: by the identifiers of the source's tracks.
  static func describe(_ writer: AVAssetWriter, _ inputs: [Int32: AVAssetWriterInput], as asset: AVAsset) {
    writer.metadata = asset.metadata.filter(\.isOfTheMedia)
    writer.creationDate = asset.creationDate?.dateValue
    for track in asset.tracks {
      inputs[track.trackID]?.metadata = track.metadata.filter(\.isOfTheMedia)
    }
  }
}

extension AVMetadataItem {
  /// Whether it stays true of another file with the same media.
  fileprivate var isOfTheMedia: Bool {
    identifier.map { !MetadataFact.identifiersOfTheFile.contains($0.rawValue) } ?? false
  }
}
