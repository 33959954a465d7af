public import CoreMedia
import MediaEngine

/// What can be done with an asset.
extension AVAsset {
  /// Whether it can be played here: this build decodes a track of sound or pictures, and no key is needed.
  public var isPlayable: Bool {
    isUnprotected(for: .isPlayable) { $0.isPlayable && [.video, .audio].contains($0.mediaType) }
  }

  /// Whether it can be exported: it can be read, and its media is all in the file.
  public var isExportable: Bool { isUnprotected(for: .isExportable) { $0.isSelfContained } }

  /// Whether a reader can be made for it: the container is recognised and has a track, and no key is needed.
  public var isReadable: Bool { isUnprotected(for: .isReadable) { _ in true } }

  /// Whether it can be a part of a composition: it can be read.
  public var isComposable: Bool { isUnprotected(for: .isComposable) { _ in true } }

  /// Whether the Photos library would take it: there is none here.
  public var isCompatibleWithSavedPhotosAlbum: Bool { false }

  /// Whether an AirPlay device would play it: no such devices are known here.
  public var isCompatibleWithAirPlayVideo: Bool { false }

  /// Whether a key is needed to decode some of its media (ISO 14496-12 8.12, Apple's own). No keys are known here.
  public var hasProtectedContent: Bool { header(for: .hasProtectedContent)?.isProtected ?? false }

  private func isUnprotected(for property: AssetProperty, with isFit: (AVAssetTrack) -> Bool) -> Bool {
    tracks(for: property).contains(where: isFit) && header(for: property)?.isProtected == false
  }
}

/// Movie files that grow by fragments.
extension AVAsset {
  /// Whether the container may be extended by fragments: its index has an `mvex` box.
  public var canContainFragments: Bool { header(for: .canContainFragments)?.canContainFragments ?? false }

  /// Whether the container is extended by a fragment: a `moof` box follows its index.
  public var containsFragments: Bool { header(for: .containsFragments)?.containsFragments ?? false }

  /// The duration of all fragments that are or will be there, from the `mehd` box; invalid where the file does not say.
  public var overallDurationHint: CMTime { header(for: .overallDurationHint)?.fragmentedDuration ?? .invalid }
}
