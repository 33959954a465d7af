public import CoreMedia
import MediaEngine

/// The uses that an asset is fit for.
extension AVAsset {
  /// A Boolean value that says whether the asset can be played here: this build decodes a track of sound or pictures,
  /// and no key is needed.
  public var isPlayable: Bool {
    isUnprotected(for: .isPlayable) { $0.isPlayable && [.video, .audio].contains($0.mediaType) }
  }

  /// A Boolean value that says whether the asset can be exported: it can be read, and the media of a track
  /// is in the file.
  public var isExportable: Bool { isUnprotected(for: .isExportable) { $0.isSelfContained } }

  /// A Boolean value that says whether a reader can be made for the asset: the container is recognised and has a track,
  /// and no key is needed.
  public var isReadable: Bool { isUnprotected(for: .isReadable) { _ in true } }

  /// A Boolean value that says whether the asset can be a part of a composition: it can be read.
  public var isComposable: Bool { isUnprotected(for: .isComposable) { _ in true } }

  /// A Boolean value that says whether the Photos library would take the asset. It is `false`, since there is no such
  /// library here.
  public var isCompatibleWithSavedPhotosAlbum: Bool { false }

  /// A Boolean value that says whether an AirPlay device would play the asset. It is `false`, since no such devices are
  /// known here.
  public var isCompatibleWithAirPlayVideo: Bool { false }

  /// A Boolean value that says whether a key is needed to decode some of the media (ISO 14496-12 8.12, Apple's own). No
  /// keys are known here.
  public var hasProtectedContent: Bool { header(for: .hasProtectedContent)?.isProtected ?? false }

  private func isUnprotected(for property: AssetProperty, with isFit: (AVAssetTrack) -> Bool) -> Bool {
    tracks(for: property).contains(where: isFit) && header(for: property)?.isProtected == false
  }
}

/// Movie files that grow by fragments.
extension AVAsset {
  /// A Boolean value that says whether the container may be extended by fragments: its index has an `mvex` box.
  public var canContainFragments: Bool { header(for: .canContainFragments)?.canContainFragments ?? false }

  /// A Boolean value that says whether the container is extended by a fragment: a `moof` box follows its index.
  public var containsFragments: Bool { header(for: .containsFragments)?.containsFragments ?? false }

  /// The duration of all fragments that are or will be there, from the `mehd` box. It is invalid where the file does
  /// not state it.
  public var overallDurationHint: CMTime { header(for: .overallDurationHint)?.fragmentedDuration ?? .invalid }
}
