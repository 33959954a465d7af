import MediaEngine

/// The properties of an asset that are loaded, by their names in the key-based API: the one table of the step of
/// reading that each needs.
///
/// The getter of the same name documents the value. The member of `AVPartialAsyncProperty` of that name joins both.
enum AssetProperty: String, CaseIterable {
  case allMediaSelections
  case availableChapterLocales
  case availableMediaCharacteristicsWithMediaSelectionOptions
  case availableMetadataFormats
  case canContainFragments
  case commonMetadata
  case containsFragments
  case creationDate
  case duration
  case hasProtectedContent
  case isCompatibleWithAirPlayVideo = "compatibleWithAirPlayVideo"
  case isCompatibleWithSavedPhotosAlbum = "compatibleWithSavedPhotosAlbum"
  case isComposable = "composable"
  case isExportable = "exportable"
  case isPlayable = "playable"
  case isReadable = "readable"
  case lyrics
  case metadata
  case minimumTimeOffsetFromLive
  case naturalSize
  case overallDurationHint
  case preferredMediaSelection
  case preferredRate
  case preferredTransform
  case preferredVolume
  case providesPreciseDurationAndTiming
  case trackGroups
  case tracks
  case variants

  /// The step of reading that gives the value.
  var step: SourceStep {
    switch self {
    case .availableMetadataFormats, .canContainFragments, .commonMetadata, .containsFragments, .creationDate,
      .duration, .hasProtectedContent, .lyrics, .metadata, .minimumTimeOffsetFromLive, .overallDurationHint,
      .preferredRate, .preferredVolume, .providesPreciseDurationAndTiming, .variants:
      .header
    case .allMediaSelections, .availableChapterLocales, .availableMediaCharacteristicsWithMediaSelectionOptions,
      .isCompatibleWithAirPlayVideo, .isCompatibleWithSavedPhotosAlbum, .isComposable, .isExportable, .isPlayable,
      .isReadable, .naturalSize, .preferredMediaSelection, .preferredTransform, .trackGroups, .tracks:
      .streams
    }
  }

  /// The property of a key. The key is the property's name in Objective-C or that of the getter: `playable`,
  /// `isPlayable`.
  init?(key: String) {
    guard let property = AssetProperty.allCases.first(where: { $0.rawValue == key || "\($0)" == key }) else {
      return nil
    }
    self = property
  }
}
