public import CoreMedia

extension AVAsyncProperty where Root: AVAsset {
  fileprivate convenience init(_ property: AssetProperty, _ value: @escaping (Root) -> Value) {
    self.init(
      key: property.rawValue, state: { $0.loading.state(of: property) },
      loading: { asset in { [loading = asset.loading] in try await loading.load(property) } }, value: value)
  }
}

/// The properties of an asset, for `load(_:)` and `status(of:)` (KV-13).
extension AVPartialAsyncProperty where Root: AVAsset {
  /// The duration of the presentation.
  public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty(.duration, \.duration) }
  /// A Boolean value that says whether duration and times are exact.
  public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty(.providesPreciseDurationAndTiming, \.providesPreciseDurationAndTiming)
  }
  /// The rate at which the asset is meant to be played.
  public static var preferredRate: AVAsyncProperty<Root, Float> { AVAsyncProperty(.preferredRate, \.preferredRate) }
  /// The volume at which the asset is meant to be played.
  public static var preferredVolume: AVAsyncProperty<Root, Float> {
    AVAsyncProperty(.preferredVolume, \.preferredVolume)
  }
  /// The transform that turns and moves its pictures for display.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty(.preferredTransform, \.preferredTransform)
  }
  /// The time by which a stream has to be played behind the live moment.
  public static var minimumTimeOffsetFromLive: AVAsyncProperty<Root, CMTime> {
    AVAsyncProperty(.minimumTimeOffsetFromLive, \.minimumTimeOffsetFromLive)
  }

  /// All tracks in file order.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty(.tracks, \.tracks) }
  /// The groups of alternative tracks.
  public static var trackGroups: AVAsyncProperty<Root, [AVAssetTrackGroup]> {
    AVAsyncProperty(.trackGroups, \.trackGroups)
  }

  /// The date at which the media was made.
  public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
    AVAsyncProperty(.creationDate, \.creationDate)
  }
  /// The words of a song.
  public static var lyrics: AVAsyncProperty<Root, String?> { AVAsyncProperty(.lyrics, \.lyrics) }
  /// The items that have a common key, each under that key.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    AVAsyncProperty(.commonMetadata, \.commonMetadata)
  }
  /// Every item, in the file's order.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { AVAsyncProperty(.metadata, \.metadata) }
  /// The formats of metadata that the container has here.
  public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
    AVAsyncProperty(.availableMetadataFormats, \.availableMetadataFormats)
  }
  /// The languages of the chapters' titles.
  public static var availableChapterLocales: AVAsyncProperty<Root, [Locale]> {
    AVAsyncProperty(.availableChapterLocales, \.availableChapterLocales)
  }

  /// The media characteristics by which options can be chosen.
  public static var availableMediaCharacteristicsWithMediaSelectionOptions:
    AVAsyncProperty<Root, [AVMediaCharacteristic]>
  {
    AVAsyncProperty(
      .availableMediaCharacteristicsWithMediaSelectionOptions, \.availableMediaCharacteristicsWithMediaSelectionOptions)
  }
  /// The options that are selected when nobody chooses.
  public static var preferredMediaSelection: AVAsyncProperty<Root, AVMediaSelection> {
    AVAsyncProperty(.preferredMediaSelection, \.preferredMediaSelection)
  }
  /// Every possible selection of options.
  public static var allMediaSelections: AVAsyncProperty<Root, [AVMediaSelection]> {
    AVAsyncProperty(.allMediaSelections, \.allMediaSelections)
  }

  /// A Boolean value that says whether a key is needed for some of the media.
  public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty(.hasProtectedContent, \.hasProtectedContent)
  }
  /// A Boolean value that says whether the container may be extended by fragments.
  public static var canContainFragments: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty(.canContainFragments, \.canContainFragments)
  }
  /// A Boolean value that says whether the container is extended by a fragment.
  public static var containsFragments: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty(.containsFragments, \.containsFragments)
  }
  /// The duration of all fragments that are or will be there.
  public static var overallDurationHint: AVAsyncProperty<Root, CMTime> {
    AVAsyncProperty(.overallDurationHint, \.overallDurationHint)
  }

  /// A Boolean value that says whether the asset can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty(.isPlayable, \.isPlayable) }
  /// A Boolean value that says whether the asset can be exported.
  public static var isExportable: AVAsyncProperty<Root, Bool> { AVAsyncProperty(.isExportable, \.isExportable) }
  /// A Boolean value that says whether a reader can be made for the asset.
  public static var isReadable: AVAsyncProperty<Root, Bool> { AVAsyncProperty(.isReadable, \.isReadable) }
  /// A Boolean value that says whether the asset can be a part of a composition.
  public static var isComposable: AVAsyncProperty<Root, Bool> { AVAsyncProperty(.isComposable, \.isComposable) }
  /// A Boolean value that says whether the Photos library would take the asset.
  public static var isCompatibleWithSavedPhotosAlbum: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty(.isCompatibleWithSavedPhotosAlbum, \.isCompatibleWithSavedPhotosAlbum)
  }
  /// A Boolean value that says whether an AirPlay device would play the asset.
  public static var isCompatibleWithAirPlayVideo: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty(.isCompatibleWithAirPlayVideo, \.isCompatibleWithAirPlayVideo)
  }
}

extension AVPartialAsyncProperty where Root: AVURLAsset {
  /// All tracks in file order.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty(.tracks, \.tracks) }
  /// The renditions of a playlist.
  public static var variants: AVAsyncProperty<Root, [AVAssetVariant]> { AVAsyncProperty(.variants, \.variants) }
}

extension AVPartialAsyncProperty where Root: AVFragmentedAsset {
  /// All tracks in file order.
  public static var tracks: AVAsyncProperty<Root, [AVFragmentedAssetTrack]> { AVAsyncProperty(.tracks, \.tracks) }
}
