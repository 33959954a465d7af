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
  /// How long the presentation is.
  public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty(.duration, \.duration) }
  /// Whether duration and times are exact.
  public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty(.providesPreciseDurationAndTiming, \.providesPreciseDurationAndTiming)
  }
  /// How fast it wants to be played.
  public static var preferredRate: AVAsyncProperty<Root, Float> { AVAsyncProperty(.preferredRate, \.preferredRate) }
  /// How loud it wants to be played.
  public static var preferredVolume: AVAsyncProperty<Root, Float> {
    AVAsyncProperty(.preferredVolume, \.preferredVolume)
  }
  /// How its pictures are turned and moved for display.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty(.preferredTransform, \.preferredTransform)
  }
  /// How far behind the live moment a stream has to be played.
  public static var minimumTimeOffsetFromLive: AVAsyncProperty<Root, CMTime> {
    AVAsyncProperty(.minimumTimeOffsetFromLive, \.minimumTimeOffsetFromLive)
  }

  /// All tracks in file order.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty(.tracks, \.tracks) }
  /// The groups of alternative tracks.
  public static var trackGroups: AVAsyncProperty<Root, [AVAssetTrackGroup]> {
    AVAsyncProperty(.trackGroups, \.trackGroups)
  }

  /// When the media was made.
  public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
    AVAsyncProperty(.creationDate, \.creationDate)
  }
  /// The words of a song.
  public static var lyrics: AVAsyncProperty<Root, String?> { AVAsyncProperty(.lyrics, \.lyrics) }
  /// The items that have a common key, under it.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    AVAsyncProperty(.commonMetadata, \.commonMetadata)
  }
  /// Every item, in the file's order.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { AVAsyncProperty(.metadata, \.metadata) }
  /// The ways in which the container stores metadata here.
  public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
    AVAsyncProperty(.availableMetadataFormats, \.availableMetadataFormats)
  }
  /// The languages of the chapters' titles.
  public static var availableChapterLocales: AVAsyncProperty<Root, [Locale]> {
    AVAsyncProperty(.availableChapterLocales, \.availableChapterLocales)
  }

  /// Of what options can be chosen.
  public static var availableMediaCharacteristicsWithMediaSelectionOptions:
    AVAsyncProperty<Root, [AVMediaCharacteristic]>
  {
    AVAsyncProperty(
      .availableMediaCharacteristicsWithMediaSelectionOptions, \.availableMediaCharacteristicsWithMediaSelectionOptions)
  }
  /// What is chosen when nobody chooses.
  public static var preferredMediaSelection: AVAsyncProperty<Root, AVMediaSelection> {
    AVAsyncProperty(.preferredMediaSelection, \.preferredMediaSelection)
  }
  /// Every way to choose.
  public static var allMediaSelections: AVAsyncProperty<Root, [AVMediaSelection]> {
    AVAsyncProperty(.allMediaSelections, \.allMediaSelections)
  }

  /// Whether a key is needed for some of the media.
  public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty(.hasProtectedContent, \.hasProtectedContent)
  }
  /// Whether the container may be extended by fragments.
  public static var canContainFragments: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty(.canContainFragments, \.canContainFragments)
  }
  /// Whether the container is extended by a fragment.
  public static var containsFragments: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty(.containsFragments, \.containsFragments)
  }
  /// The duration of all fragments that are or will be there.
  public static var overallDurationHint: AVAsyncProperty<Root, CMTime> {
    AVAsyncProperty(.overallDurationHint, \.overallDurationHint)
  }

  /// Whether it can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty(.isPlayable, \.isPlayable) }
  /// Whether it can be exported.
  public static var isExportable: AVAsyncProperty<Root, Bool> { AVAsyncProperty(.isExportable, \.isExportable) }
  /// Whether a reader can be made for it.
  public static var isReadable: AVAsyncProperty<Root, Bool> { AVAsyncProperty(.isReadable, \.isReadable) }
  /// Whether it can be a part of a composition.
  public static var isComposable: AVAsyncProperty<Root, Bool> { AVAsyncProperty(.isComposable, \.isComposable) }
  /// Whether the Photos library would take it.
  public static var isCompatibleWithSavedPhotosAlbum: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty(.isCompatibleWithSavedPhotosAlbum, \.isCompatibleWithSavedPhotosAlbum)
  }
  /// Whether an AirPlay device would play it.
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
