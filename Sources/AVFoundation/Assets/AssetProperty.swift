import MediaEngine

/// The properties of an asset that are loaded, by the names that the key-based API has for them: the one table of what
/// has to be read for each.
///
/// The getter of the same name says what the value is; the member of `AVPartialAsyncProperty` of that name joins both.
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

  /// What has to be read for the value.
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

  /// The property of a key, which is a name as Objective-C has it, or that of the getter: `playable`, `isPlayable`.
  init?(key: String) {
    guard let property = AssetProperty.allCases.first(where: { $0.rawValue == key || "\($0)" == key }) else {
      return nil
    }
    self = property
  }
}
