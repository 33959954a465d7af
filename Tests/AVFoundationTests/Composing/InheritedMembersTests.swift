import AVFoundation
import Testing

/// What Apple declares of compositions anew, and what they have from assets and tracks here.
@Suite struct InheritedMembersTests {
  private let composition = AVMutableComposition()

  /// Every property of an asset that Apple's interface of `AVComposition` has again. Each must be there to be read.
  private let ofAssets: [PartialKeyPath<AVComposition>] = [
    \.allMediaSelections, \.availableChapterLocales, \.availableMediaCharacteristicsWithMediaSelectionOptions,
    \.availableMetadataFormats, \.canContainFragments, \.commonMetadata, \.containsFragments, \.creationDate,
    \.duration, \.hasProtectedContent, \.isCompatibleWithAirPlayVideo, \.isCompatibleWithSavedPhotosAlbum,
    \.isComposable, \.isExportable, \.isPlayable, \.isReadable, \.lyrics, \.metadata, \.minimumTimeOffsetFromLive,
    \.overallDurationHint, \.preferredMediaSelection, \.preferredRate, \.preferredTransform, \.preferredVolume,
    \.providesPreciseDurationAndTiming, \.trackGroups,
  ]

  /// The same of `AVCompositionTrack`.
  private let ofTracks: [PartialKeyPath<AVCompositionTrack>] = [
    \.availableMetadataFormats, \.availableTrackAssociationTypes, \.canProvideSampleCursors, \.commonMetadata,
    \.estimatedDataRate, \.extendedLanguageTag, \.hasAudioSampleDependencies, \.isDecodable, \.isEnabled, \.isPlayable,
    \.isSelfContained, \.languageCode, \.metadata, \.minFrameDuration, \.naturalSize, \.naturalTimeScale,
    \.nominalFrameRate, \.preferredTransform, \.preferredVolume, \.requiresFrameReordering, \.timeRange,
    \.totalSampleDataLength,
  ]

  @Test func `CO-30 CO-32 CO-33 a composition has what an asset has`() throws {
    let source = AVURLAsset(url: MediaFiles.fixture("h264-aac.mov"))
    let video = try #require(source.tracks(withMediaType: .video).first)
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 5))
    let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    try track.insertTimeRange(second, of: video, at: .zero)
    let asset: AVComposition = composition
    for property in ofAssets { _ = asset[keyPath: property] }
    for property in ofTracks { _ = (track as AVCompositionTrack)[keyPath: property] }
    #expect(asset.duration == second.duration && track.timeRange == second)
    #expect(asset.isPlayable && asset.isReadable && asset.isComposable && !asset.canContainFragments)
    #expect(track.isEnabled && track.isDecodable && track.naturalSize == video.naturalSize)
    #expect(asset.unusedTrackID() != 5 && asset.metadata(forFormat: .quickTimeMetadata).isEmpty)
    #expect(asset.mediaSelectionGroup(forMediaCharacteristic: .audible) == nil)
    #expect(asset.chapterMetadataGroups(bestMatchingPreferredLanguages: ["en"]).isEmpty)
    #expect(
      asset.chapterMetadataGroups(withTitleLocale: Locale(identifier: "en"), containingItemsWithCommonKeys: []).isEmpty)
    #expect(track.hasMediaCharacteristic(.visual) && track.associatedTracks(ofType: .timecode).isEmpty)
    #expect(track.metadata(forFormat: .quickTimeMetadata).isEmpty)
    #expect(track.samplePresentationTime(forTrackTime: .zero).isNumeric)
  }
}
