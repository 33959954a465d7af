import AVFoundation
import Synchronization
import TestSupport
import Testing

/// What assets and their tracks say of files that are known.
@Suite("Assets")
struct AssetTests {
  private static func asset(_ name: String) -> AVURLAsset { AVURLAsset(url: MediaFiles.fixture(name)) }

  private static func time(_ value: Int64, _ scale: Int32 = 1000) -> CMTime { CMTime(value: value, timescale: scale) }

  @Test func `an asset of a URL is a URL asset`() throws {
    let asset = AVAsset(url: MediaFiles.fixture("speech.wav"))
    #expect((asset as? AVURLAsset)?.url == MediaFiles.fixture("speech.wav"))
    #expect(asset.tracks.first?.asset === asset)
  }

  @Test func `each property of an asset gives what its getter gives`() async throws {
    let asset = Self.asset("h264-two-audio.mp4")
    #expect(try await asset.load(.duration) == Self.time(2000))
    #expect(try await asset.load(.providesPreciseDurationAndTiming))
    #expect(try await asset.load(.preferredRate) == 1)
    #expect(try await asset.load(.preferredVolume) == 1)
    #expect(try await asset.load(.preferredTransform) == .identity)
    #expect(try await asset.load(.minimumTimeOffsetFromLive) == .invalid)
    #expect(try await asset.load(.tracks).map(\.trackID) == [1, 2, 3, 4, 5])
    #expect(try await asset.load(.trackGroups).map(\.trackIDs) == asset.trackGroups.map(\.trackIDs))
    #expect(try await asset.load(.creationDate)?.stringValue == asset.creationDate?.stringValue)
    #expect(try await asset.load(.lyrics) == nil)
    #expect(try await asset.load(.metadata).map(\.stringValue).prefix(3) == ["Two voices", "espeak-ng", "2026"])
    #expect(try await asset.load(.commonMetadata).count == asset.commonMetadata.count)
    #expect(try await asset.load(.availableMetadataFormats) == [.iTunesMetadata])
    #expect(try await asset.load(.availableChapterLocales).count == 1)
    let characteristics = asset.availableMediaCharacteristicsWithMediaSelectionOptions
    #expect(try await asset.load(.availableMediaCharacteristicsWithMediaSelectionOptions) == characteristics)
    #expect(try await asset.load(.preferredMediaSelection).asset === asset)
    #expect(try await asset.load(.allMediaSelections).count == asset.allMediaSelections.count)
    #expect(try await !asset.load(.hasProtectedContent))
    #expect(try await !asset.load(.canContainFragments))
    #expect(try await !asset.load(.containsFragments))
    #expect(try await asset.load(.overallDurationHint) == .invalid)
    #expect(try await asset.load(.isPlayable))
    #expect(try await asset.load(.isExportable))
    #expect(try await asset.load(.isReadable))
    #expect(try await asset.load(.isComposable))
    #expect(try await !asset.load(.isCompatibleWithAirPlayVideo))
    #expect(try await !asset.load(.isCompatibleWithSavedPhotosAlbum))
    #expect(asset.naturalSize == CGSize(width: 320, height: 180))
  }

  @Test func `each property of a track gives what its getter gives`() async throws {
    let asset = Self.asset("h264-two-audio.mp4")
    let video = try #require(asset.tracks.first)
    let audio = try #require(asset.tracks.dropFirst(2).first)
    #expect(try await video.load(.formatDescriptions).map(\.mediaSubType) == [.h264])
    #expect(try await video.load(.isDecodable))
    #expect(try await video.load(.isPlayable))
    #expect(try await video.load(.isSelfContained))
    #expect(try await video.load(.isEnabled))
    #expect(try await !audio.load(.isEnabled))
    #expect(
      try await video.load(.totalSampleDataLength) == video.totalSampleDataLength && video.totalSampleDataLength > 0)
    #expect(try await video.load(.mediaCharacteristics) == [.visual, .frameBased])
    #expect(try await audio.load(.mediaCharacteristics) == [.audible])
    #expect(try await video.load(.timeRange).duration == Self.time(2000))
    #expect(try await audio.load(.naturalTimeScale) == 44_100)
    #expect(try await video.load(.estimatedDataRate) == video.estimatedDataRate)
    #expect(try await video.load(.segments).count == 1)
    #expect(try await audio.load(.languageCode) == "deu")
    #expect(try await audio.load(.extendedLanguageTag) == nil)
    #expect(try await video.load(.naturalSize) == CGSize(width: 320, height: 180))
    #expect(try await video.load(.preferredTransform) == .identity)
    #expect(try await audio.load(.preferredVolume) == 1)
    #expect(try await !audio.load(.hasAudioSampleDependencies))
    #expect(try await video.load(.nominalFrameRate) == 25)
    #expect(try await video.load(.minFrameDuration) == CMTime(value: 1, timescale: 25))
    #expect(try await video.load(.requiresFrameReordering) == video.requiresFrameReordering)
    #expect(try await video.load(.metadata).count == video.metadata.count)
    #expect(try await video.load(.commonMetadata).count == video.commonMetadata.count)
    #expect(try await video.load(.availableMetadataFormats) == video.availableMetadataFormats)
    #expect(try await video.load(.availableTrackAssociationTypes) == [.chapterList])
    #expect(try await video.load(.canProvideSampleCursors))
  }

  @Test func `segments are those of the edit list: nothing at first, then the media from where the edit begins`()
    async throws
  {
    let asset = Self.asset("h264-late-audio.mov")
    let sound = try #require(asset.tracks(withMediaType: .audio).first)
    let segments = sound.segments
    #expect(segments.map(\.isEmpty) == [true, false])
    let mapping = try #require(segments.last?.timeMapping)
    #expect(mapping.target == sound.timeRange)
    #expect(segments[0].timeMapping.target == CMTimeRange(start: .zero, end: sound.timeRange.start))
    #expect(mapping.source.duration == mapping.target.duration)

    #expect(sound.segment(forTrackTime: .zero) == segments[0])
    #expect(sound.segment(forTrackTime: sound.timeRange.start) == segments[1])
    // Behind the last and before the first: what is nearest.
    #expect(try await sound.loadSegment(forTrackTime: Self.time(60_000)) == segments[1])
    #expect(sound.segment(forTrackTime: Self.time(-1)) == segments[0])
    #expect(sound.segment(forTrackTime: .invalid) == nil)

    #expect(sound.samplePresentationTime(forTrackTime: .zero) == .invalid)
    #expect(sound.samplePresentationTime(forTrackTime: sound.timeRange.start) == mapping.source.start)
    let later = sound.timeRange.start + Self.time(500)
    #expect(try await sound.loadSamplePresentationTime(forTrackTime: later) == mapping.source.start + Self.time(500))
    #expect(sound.samplePresentationTime(forTrackTime: Self.time(60_000)) == .invalid)
  }

  @Test(arguments: ["speech.wav", "h264-aac.mkv", "h264-aac.ts"])
  func `a track without an edit list shows all of its media`(name: String) throws {
    for track in Self.asset(name).tracks {
      #expect(track.segments.map(\.timeMapping) == [CMTimeMapping(source: track.timeRange, target: track.timeRange)])
    }
  }

  @Test func `fragments are told from the index`() throws {
    let fragmented = Self.asset("h264-fragmented.mp4")
    #expect(fragmented.canContainFragments && fragmented.containsFragments)
    #expect(fragmented.overallDurationHint == .invalid)
    let folder = try TemporaryFolder()
    try WrittenTracks.write(folder.file("a.mov"), [WrittenTracks.sound(seconds: 3)]) { writer in
      writer.shouldOptimizeForNetworkUse = true
      writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
    }
    let written = AVURLAsset(url: folder.file("a.mov"))
    #expect(written.containsFragments)
    #expect(written.overallDurationHint == written.duration && written.duration == Self.time(3000))
    #expect(!Self.asset("h264-aac.mkv").canContainFragments)
  }

  @Test func `media that needs a key is neither played nor read`() throws {
    var bytes = try Data(contentsOf: MediaFiles.fixture("h264-aac.mov"))
    let entry = try #require(bytes.range(of: Data("avc1".utf8)))
    bytes.replaceSubrange(entry, with: Data("encv".utf8))
    let folder = try TemporaryFolder()
    try bytes.write(to: folder.file("a.mov"))
    let asset = AVURLAsset(url: folder.file("a.mov"))
    #expect(asset.hasProtectedContent && asset.mayRequireContentKeysForMediaDataProcessing)
    #expect(!asset.isPlayable && !asset.isReadable && !asset.isExportable && !asset.isComposable)
    #expect(asset.tracks.count == 2)
  }

  @Test func `an unused track identifier is one that no track has`() async throws {
    for name in ["h264-two-audio.mp4", "h264-aac.mkv", "speech.mp3"] {
      let asset = Self.asset(name)
      let unused = try await asset.findUnusedTrackID()
      #expect(unused > 0 && asset.track(withTrackID: unused) == nil && unused == asset.unusedTrackID())
    }
  }

  @Test func `tracks are found by type, characteristic and identifier, in three forms`() async throws {
    let asset = Self.asset("h264-two-audio.mp4")
    #expect(asset.tracks(withMediaType: .audio).map(\.trackID) == [2, 3])
    #expect(try await asset.loadTracks(withMediaCharacteristic: .audible).map(\.trackID) == [2, 3])
    #expect(asset.tracks(withMediaCharacteristic: .legible).map(\.trackID) == [4, 5])
    #expect(try await asset.loadTrack(withTrackID: 3) == asset.tracks[2])
    #expect(try await asset.loadTrack(withTrackID: 99) == nil)
    #expect(Set(asset.tracks + asset.tracks).count == 5)
    #expect(Self.asset("h264-two-audio.mp4").tracks[0] != asset.tracks[0])

    let ids: [Int32] = await withCheckedContinuation { continuation in
      asset.loadTracks(withMediaType: .audio) { tracks, error in
        #expect(error == nil)
        continuation.resume(returning: tracks?.map(\.trackID) ?? [])
      }
    }
    #expect(ids == [2, 3])
    let missing = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/at/all.mov"))
    let failure: (Bool, String?) = await withCheckedContinuation { continuation in
      missing.loadTrack(withTrackID: 1) { track, error in
        continuation.resume(returning: (track == nil, (error as? AVError)?.localizedDescription))
      }
    }
    #expect(failure.0 && failure.1?.contains("/nowhere/at/all.mov") == true)
    let unused: (Int32, Bool) = await withCheckedContinuation { continuation in
      missing.findUnusedTrackID { continuation.resume(returning: ($0, $1 is AVError)) }
    }
    #expect(unused == (kCMPersistentTrackID_Invalid, true))
  }

  @Test func `chapters are found by the language of their titles`() async throws {
    let asset = Self.asset("h264-two-audio.mp4")
    let locale = try #require(try await asset.load(.availableChapterLocales).first)
    let groups = try await asset.loadChapterMetadataGroups(withTitleLocale: locale)
    #expect(groups.map { $0.items.first?.stringValue } == ["One", "Two"])
    #expect(asset.chapterMetadataGroups(withTitleLocale: Locale(identifier: "xx")).isEmpty)
    let count = await withCheckedContinuation { continuation in
      asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"]) { groups, _ in
        continuation.resume(returning: groups?.count)
      }
    }
    #expect(count == 2)
  }

  @Test(arguments: ["h264-anamorphic.mp4", "hevc10-hdr10.mp4"])
  func `a description that is made of a track's parameter sets says the same of its pictures`(name: String) throws {
    let format = try #require(Self.asset(name).tracks(withMediaType: .video).first).format
    let sets = Array(format.parameterSets)
    let made =
      format.mediaSubType == .h264
      ? try CMFormatDescription(h264ParameterSets: sets) : try CMFormatDescription(hevcParameterSets: sets)
    #expect(made.dimensions == format.dimensions)
    #expect(made.presentationDimensions() == format.presentationDimensions())
    for key in [
      kCMFormatDescriptionExtension_PixelAspectRatio, kCMFormatDescriptionExtension_ColorPrimaries,
      kCMFormatDescriptionExtension_TransferFunction, kCMFormatDescriptionExtension_YCbCrMatrix,
      kCMFormatDescriptionExtension_FullRangeVideo, kCMFormatDescriptionExtension_ChromaLocationTopField,
      kCMFormatDescriptionExtension_BitsPerComponent,
    ] {
      let (own, stated) = (made.extensions[key] as? NSObject, format.extensions[key] as? NSObject)
      // Its sample entry states that pixels are square, which its sets leave open.
      if name == "hevc10-hdr10.mp4", key == kCMFormatDescriptionExtension_PixelAspectRatio { continue }
      #expect(own == stated, "\(key)")
    }
  }

  @Test func `every way to choose among alternatives`() throws {
    let asset = Self.asset("h264-two-audio.mp4")
    let groups = asset.availableMediaCharacteristicsWithMediaSelectionOptions.compactMap(
      asset.mediaSelectionGroup(forMediaCharacteristic:))
    let ways = groups.map { $0.options.count + ($0.allowsEmptySelection ? 1 : 0) }.reduce(1, *)
    #expect(groups.count > 0 && asset.allMediaSelections.count == ways)
    let group = try #require(groups.first)
    #expect(
      Set(asset.allMediaSelections.compactMap { $0.selectedMediaOption(in: group) }) == Set(group.options))
  }

  @Test func `what can be read, by types and media types`() {
    let types = AVURLAsset.audiovisualTypes()
    #expect(Set(types).count == types.count)
    #expect(types.contains(.mov) && types.contains(.mp4) && types.contains(.mp3) && types.contains(.wav))
    #expect(AVURLAsset.audiovisualContentTypes.contains(.quickTimeMovie))
    #expect(AVURLAsset.audiovisualMIMETypes().contains("video/mp4"))
    let playable = [
      "video/mp4", "VIDEO/MP4", "video/mp4; codecs=\"avc1.640028, mp4a.40.2\"", "video/mp4;codecs=hvc1.1.6.L93.B0",
      "video/webm; codecs=\"vp9,opus\"", "audio/mpeg", "audio/mp4; charset=utf-8; codecs=\"ac-3\"",
      "video/mp4; codecs=dvh1.05.06", "video/mp4; codecs=dvav.09.05",
    ]
    for type in playable { #expect(AVURLAsset.isPlayableExtendedMIMEType(type), "\(type)") }
    let unplayable = [
      "", "text/html", "video/mp4; codecs=\"avc1.640028, zzzz\"", "video", "video/mp4; codecs=\"\u{0}\"",
    ]
    for type in unplayable { #expect(!AVURLAsset.isPlayableExtendedMIMEType(type), "\(type)") }
  }

  @Test func `restrictions of references have Apple's numbers, and an asset tells its own`() {
    let all: [AVAssetReferenceRestrictions] = [
      .forbidRemoteReferenceToLocal, .forbidLocalReferenceToRemote, .forbidCrossSiteReference,
      .forbidLocalReferenceToLocal, .forbidAll, .defaultPolicy,
    ]
    #expect(all.map(\.rawValue) == [1, 2, 4, 8, 65535, 2])
    let url = MediaFiles.fixture("speech.wav")
    #expect(AVURLAsset(url: url).referenceRestrictions == .defaultPolicy)
    let options = [AVURLAssetReferenceRestrictionsKey: AVAssetReferenceRestrictions.forbidAll.rawValue]
    #expect(AVURLAsset(url: url, options: options).referenceRestrictions == .forbidAll)
    #expect(AVURLAsset(url: url).httpSessionIdentifier != AVURLAsset(url: url).httpSessionIdentifier)
  }

  @Test func `a file has no variants, and was not downloaded or read by an extension`() async throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("speech.wav"))
    guard case .notYetLoaded = asset.status(of: .variants) else { return #expect(Bool(false), "nobody asked") }
    #expect(try await asset.load(.variants).isEmpty)
    #expect(asset.statusOfValue(forKey: "variants", error: nil) == .loaded)
    #expect(asset.assetCache == nil && asset.mediaExtensionProperties == nil)
    let missing = AVURLAsset(url: URL(fileURLWithPath: "/nonexistent.mov"))
    await #expect(throws: (any Error).self) { try await missing.load(.variants) }
  }
}
