import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Rules of compositions that need no reader.
@Suite("Compositions")
struct CompositionTests {
  private static func time(_ value: Int64, _ scale: Int32 = 100) -> CMTime { CMTime(value: value, timescale: scale) }
  private static func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(start: time(start), end: time(end))
  }
  private static func asset(_ name: String) -> AVURLAsset { AVURLAsset(url: MediaFiles.fixture(name)) }
  /// Assets that live as long as the tests: a track does not keep its own.
  private static let kept = Mutex<[AVAsset]>([])

  private static func track(_ name: String, _ mediaType: AVMediaType) throws -> (AVURLAsset, AVAssetTrack) {
    let found = try ReadMedia.track(MediaFiles.fixture(name), mediaType)
    kept.withLock { $0.append(found.0) }
    return found
  }

  private static func emptyTrack(_ mediaType: AVMediaType = .video) throws -> (
    AVMutableComposition, AVMutableCompositionTrack
  ) {
    let composition = AVMutableComposition()
    kept.withLock { $0.append(composition) }
    let track = composition.addMutableTrack(withMediaType: mediaType, preferredTrackID: kCMPersistentTrackID_Invalid)
    return (composition, try #require(track))
  }

  @Test func `CO-01, CO-07: segments follow each other and name their files`() throws {
    let (asset, source) = try Self.track("h264-pcm.mov", .video)
    let (composition, track) = try Self.emptyTrack()
    try track.insertTimeRange(Self.range(50, 150), of: source, at: .zero)
    track.insertEmptyTimeRange(Self.range(20, 30))
    let segments: [AVCompositionTrackSegment] = track.segments
    #expect(segments.map(\.isEmpty) == [false, true, false])
    #expect(segments.map(\.timeMapping.target) == [Self.range(0, 20), Self.range(20, 30), Self.range(30, 110)])
    #expect(segments[2].timeMapping.source == Self.range(70, 150))
    #expect(segments[0].sourceURL == asset.url && segments[0].sourceTrackID == source.trackID)
    #expect(segments[1].sourceURL == nil && !segments[1].timeMapping.source.start.isValid)
    #expect(track.segment(forTrackTime: Self.time(25))?.isEmpty == true)
    #expect(track.segment(forTrackTime: Self.time(1000)) == segments[2])
    #expect(track.samplePresentationTime(forTrackTime: Self.time(40)) == Self.time(80))
    #expect(!track.samplePresentationTime(forTrackTime: Self.time(25)).isValid)
    #expect(AVCompositionTrackSegment(timeRange: Self.range(20, 30)) == segments[1])
    #expect(composition.duration == Self.time(110))
  }

  @Test func `CO-02 to CO-05: segments are validated`() throws {
    let (_, track) = try Self.emptyTrack()
    let url = MediaFiles.fixture("h264-pcm.mov")
    func code(_ segments: [(source: CMTimeRange, target: CMTimeRange)]) -> AVError.Code? {
      do {
        try track.validateSegments(
          segments.map {
            AVCompositionTrackSegment(url: url, trackID: 1, sourceTimeRange: $0.source, targetTimeRange: $0.target)
          })
        return nil
      } catch {
        return (error as? AVError)?.code
      }
    }
    let first = (source: Self.range(0, 10), target: Self.range(0, 20))
    #expect(code([first, (Self.range(5, 10), Self.range(20, 25))]) == nil)
    #expect(code([first, (Self.range(5, 10), Self.range(21, 25))]) == .compositionTrackSegmentsNotContiguous)
    #expect(code([(Self.range(0, 10), Self.range(0, 0))]) == .invalidCompositionTrackSegmentDuration)
    #expect(
      code([(CMTimeRange(start: .indefinite, duration: Self.time(5)), Self.range(0, 5))])
        == .invalidCompositionTrackSegmentSourceStartTime)
    #expect(code([(Self.range(5, 5), Self.range(0, 5))]) == .invalidCompositionTrackSegmentSourceDuration)
  }

  @Test func `CO-06: segments that were taken out can be set again, and nil leaves none`() throws {
    let (_, source) = try Self.track("h264-pcm.mov", .video)
    let (_, track) = try Self.emptyTrack()
    try track.insertTimeRange(Self.range(0, 100), of: source, at: .zero)
    let segments = try #require(track.segments)
    track.segments = nil
    #expect(track.segments.isEmpty && track.timeRange.duration == .zero)
    track.segments = segments
    #expect(track.segments == segments)
  }

  @Test func `CO-08: a file that is named by its URL is opened when it is needed`() throws {
    let (composition, track) = try Self.emptyTrack()
    let url = MediaFiles.fixture("h264-pcm.mov")
    track.segments = [
      AVCompositionTrackSegment(
        url: url, trackID: 1, sourceTimeRange: Self.range(0, 100), targetTimeRange: Self.range(0, 50))
    ]
    #expect(composition.duration == Self.time(50))
    #expect(track.naturalSize == CGSize(width: 320, height: 180))
    #expect(track.nominalFrameRate == 50)
    let missing = AVMutableComposition(urlAssetInitializationOptions: [
      AVURLAssetPreferPreciseDurationAndTimingKey: true
    ])
    #expect(missing.urlAssetInitializationOptions.count == 1)
    let other = try #require(missing.addMutableTrack(withMediaType: .video, preferredTrackID: 7))
    other.segments = [
      AVCompositionTrackSegment(
        url: URL(fileURLWithPath: "/nowhere/a.mov"), trackID: 1, sourceTimeRange: Self.range(0, 9),
        targetTimeRange: Self.range(0, 9))
    ]
    #expect(missing.duration == Self.time(9) && other.formatDescriptions.isEmpty)
  }

  @Test func `CO-09: a copy is a snapshot, and a mutable copy can be edited`() throws {
    let (_, source) = try Self.track("h264-pcm.mov", .video)
    let (composition, track) = try Self.emptyTrack()
    try track.insertTimeRange(Self.range(0, 100), of: source, at: .zero)
    let copy = try #require(composition.copy() as? AVComposition)
    let editable = try #require(copy.mutableCopy() as? AVMutableComposition)
    track.removeTimeRange(Self.range(0, 50))
    editable.insertEmptyTimeRange(Self.range(0, 10))
    #expect([composition.duration, copy.duration, editable.duration] == [50, 100, 110].map { Self.time($0) })
    #expect(!(copy is AVMutableComposition) && copy.copy() as AnyObject === copy)
    #expect(copy.tracks.first?.trackID == track.trackID && copy.tracks.first?.asset === copy)
  }

  @Test func `CO-11: an invalid time stands for the end of the track`() throws {
    let (_, source) = try Self.track("h264-pcm.mov", .video)
    let (_, track) = try Self.emptyTrack()
    try track.insertTimeRange(Self.range(0, 30), of: source, at: .invalid)
    try track.insertTimeRange(Self.range(60, 90), of: source, at: .invalid)
    try track.insertTimeRange(Self.range(0, 10), of: source, at: Self.time(70))
    #expect(
      track.segments.map(\.timeMapping.target) == [
        Self.range(0, 30), Self.range(30, 60), Self.range(60, 70), Self.range(70, 80),
      ])
  }

  @Test func `CO-15: a range is cut to its track, and one without media is refused`() throws {
    // The sound begins half a second after the picture.
    let (late, sound) = try Self.track("h264-late-audio.mov", .audio)
    let (_, track) = try Self.emptyTrack(.audio)
    try track.insertTimeRange(Self.range(0, 100_000), of: sound, at: .zero)
    #expect(track.segments.map(\.isEmpty) == [true, false])
    #expect(track.segments[0].timeMapping.target.end == sound.timeRange.start)
    #expect(track.timeRange.end == sound.timeRange.end)
    let before = track.segments
    func refusal(_ body: () throws -> Void) -> AVError.Code? { (#expect(throws: AVError.self) { try body() })?.code }
    #expect(refusal { try track.insertTimeRange(Self.range(0, 40), of: sound, at: .zero) } == .invalidSourceMedia)
    #expect(refusal { try track.insertTimeRange(Self.range(5000, 6000), of: sound, at: .zero) } == .invalidSourceMedia)
    #expect(refusal { try track.insertTimeRange(.invalid, of: sound, at: .zero) } == .invalidSourceMedia)
    #expect(
      refusal { try track.insertTimeRange(Self.range(0, 90), of: sound, at: Self.time(-1)) } == .invalidSourceMedia)
    let pictures = try #require(late.tracks(withMediaType: .video).first)
    #expect(refusal { try track.insertTimeRange(Self.range(0, 90), of: pictures, at: .zero) } == .invalidSourceMedia)
    #expect(track.segments == before)
    // A composition's track gives its segments.
    let (_, other) = try Self.emptyTrack(.audio)
    try other.insertTimeRange(Self.range(40, 60), of: track, at: .zero)
    #expect(other.segments.map(\.isEmpty) == [true, false])
    #expect(other.segments[1].timeMapping.source == CMTimeRange(start: sound.timeRange.start, end: Self.time(60)))
    #expect(other.segments[1].sourceURL == late.url)
  }

  @Test func `CO-16: of several ranges all are inserted, or none`() throws {
    let (one, first) = try Self.track("prores-pcm24.mov", .video)
    let (two, second) = try Self.track("mjpeg-pcm.mov", .video)
    let (_, track) = try Self.emptyTrack()
    let ranges = [Self.range(0, 20), Self.range(10, 50)].map { NSValue(timeRange: $0) }
    try track.insertTimeRanges(ranges, of: [first, second], at: .zero)
    #expect(track.segments.map(\.sourceURL) == [one.url, two.url])
    #expect(track.timeRange.end == Self.time(60))
    let bad = [NSValue(timeRange: Self.range(0, 20)), NSValue(timeRange: Self.range(900, 901))]
    #expect(throws: AVError.self) { try track.insertTimeRanges(bad, of: [first, second], at: .zero) }
    #expect(track.timeRange.end == Self.time(60))
  }

  @Test func `CO-17: a track can be inserted when its asset is gone`() throws {
    let url = MediaFiles.fixture("h264-pcm.mov")
    let source = try #require(AVURLAsset(url: url).tracks(withMediaType: .video).first)
    #expect(source.asset == nil)
    let (composition, track) = try Self.emptyTrack()
    try track.insertTimeRange(Self.range(0, 100), of: source, at: .zero)
    #expect(track.segments.first?.sourceURL == url)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    #expect(try RangeReading(composition, output, isRandomAccess: false).rest().count == 25)
  }

  @Test func `CO-20, CO-21: identifiers are given once, and a removed track has no asset`() throws {
    let composition = AVMutableComposition()
    func add(_ preferred: CMPersistentTrackID) throws -> AVMutableCompositionTrack {
      try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: preferred))
    }
    let first = try add(5)
    let (second, third) = (try add(5), try add(kCMPersistentTrackID_Invalid))
    #expect(first.trackID == 5 && Set([5, second.trackID, third.trackID]).count == 3)
    #expect(composition.tracks == [first, second, third])
    #expect(composition.track(withTrackID: 5) === first && composition.tracks(withMediaType: .video).isEmpty)
    second.addTrackAssociation(to: first, type: .audioFallback)
    #expect(first.asset === composition)
    composition.removeTrack(first)
    #expect(first.asset == nil && composition.tracks == [second, third])
    #expect(second.availableTrackAssociationTypes.isEmpty)
    first.preferredVolume = 0.5
    #expect(try add(5).trackID != 5)
    composition.removeTrack(try Self.emptyTrack(.audio).1)
    #expect(composition.tracks.count == 3)
  }

  @Test func `CO-22: a compatible track is the first of the same media type`() async throws {
    let asset = Self.asset("h264-aac.mov")
    let composition = AVMutableComposition()
    let sound = try #require(asset.tracks(withMediaType: .audio).first)
    #expect(composition.mutableTrack(compatibleWith: sound) == nil)
    let track = composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
    #expect(composition.mutableTrack(compatibleWith: sound) === track)
    #expect(asset.compatibleTrack(for: try #require(track)) === sound)
    #expect(try await asset.findCompatibleTrack(for: try #require(track)) === sound)
    let text = composition.addMutableTrack(withMediaType: .text, preferredTrackID: kCMPersistentTrackID_Invalid)
    #expect(asset.compatibleTrack(for: try #require(text)) == nil)
    let found = await withCheckedContinuation { continuation in
      asset.findCompatibleTrack(for: text!) { continuation.resume(returning: ($0?.trackID, $1 == nil)) }
    }
    #expect(found.0 == nil && found.1)
  }

  @Test func `CO-23: all tracks of an asset are inserted, and what follows comes behind the whole range`() async throws
  {
    let composition = AVMutableComposition()
    let (two, late) = (Self.asset("h264-two-audio.mp4"), Self.asset("h264-late-audio.mov"))
    try await composition.insertTimeRange(Self.range(0, 100), of: late, at: .zero)
    #expect(composition.tracks.map(\.mediaType) == [.video, .audio])
    try await composition.insertTimeRange(Self.range(50, 100), of: two, at: Self.time(50))
    #expect(composition.tracks(withMediaType: .audio).count == 2)
    #expect(composition.tracks(withMediaType: .video)[0].timeRange.end == Self.time(150))
    let sounds = composition.tracks(withMediaType: .audio)
    #expect(sounds[0].segments.first?.isEmpty == true && sounds[0].segments.last?.sourceURL == late.url)
    #expect(sounds[0].segments.suffix(2).map(\.timeMapping.target) == [Self.range(50, 100), Self.range(100, 150)])
    #expect(sounds[1].segments.map(\.timeMapping.target) == [Self.range(0, 50), Self.range(50, 100)])
    composition.removeTimeRange(Self.range(0, 1000))
    #expect(composition.tracks.count >= 3 && composition.duration == .zero)
    let tracks = composition.tracks.count
    await #expect(throws: AVError.self) {
      try await composition.insertTimeRange(
        Self.range(0, 1), of: AVURLAsset(url: URL(fileURLWithPath: "/nowhere/a.mov")), at: .zero)
    }
    let error = await withCheckedContinuation { continuation in
      composition.insertTimeRange(Self.range(900, 901), of: late, at: .invalid) { continuation.resume(returning: $0) }
    }
    #expect((error as? AVError)?.code == .invalidSourceMedia)
    #expect(composition.tracks.count == tracks)
    composition.scaleTimeRange(Self.range(0, 1), toDuration: Self.time(2))
    #expect(composition.duration == .zero)
  }

  @Test func `CO-30 to CO-33: properties are those that were set, and else those of the media`() async throws {
    let (_, source) = try Self.track("h264-rotated.mov", .video)
    let (composition, track) = try Self.emptyTrack()
    #expect(composition.naturalSize == .zero && track.naturalTimeScale == 600 && track.isEnabled)
    try track.insertTimeRange(source.timeRange, of: source, at: .zero)
    #expect(composition.naturalSize == source.naturalSize && track.naturalTimeScale == source.naturalTimeScale)
    #expect(track.preferredTransform == .identity && track.preferredVolume == 1 && track.languageCode == nil)
    #expect(track.formatDescriptions.first as? CMFormatDescription == source.format)
    #expect(track.isDecodable && track.hasMediaCharacteristic(.visual) && track.requiresFrameReordering)
    #expect(abs(track.nominalFrameRate - source.nominalFrameRate) < 0.1)
    #expect(track.minFrameDuration == source.minFrameDuration)
    #expect(track.totalSampleDataLength == source.totalSampleDataLength)
    composition.naturalSize = CGSize(width: 100, height: 50)
    track.naturalTimeScale = 90_000
    track.preferredTransform = source.preferredTransform
    (track.preferredVolume, track.isEnabled) = (0.25, false)
    (track.languageCode, track.extendedLanguageTag) = ("deu", "de-CH")
    #expect(composition.naturalSize.width == 100 && track.naturalTimeScale == 90_000 && !track.isEnabled)
    #expect(composition.preferredTransform == source.preferredTransform && track.preferredVolume == 0.25)
    #expect(track.languageCode == "deu" && track.extendedLanguageTag == "de-CH")
    (composition.naturalSize, track.naturalTimeScale) = (.zero, 0)
    #expect(composition.naturalSize == source.naturalSize && track.naturalTimeScale == source.naturalTimeScale)
    // A composition is an asset, and its values are at hand.
    let (duration, tracks) = try await composition.load(.duration, .tracks)
    #expect(duration == source.timeRange.duration && tracks == [track])
    let mutable: [AVMutableCompositionTrack] = try await composition.loadTracks(withMediaType: .video)
    #expect(mutable == [track] && composition.isReadable && composition.isPlayable && composition.isComposable)
    #expect(composition.metadata.isEmpty && composition.providesPreciseDurationAndTiming)
    let asset: AVAsset = composition
    #expect(asset.tracks == [track] && asset.tracks(withMediaCharacteristic: .visual).count == 1)
  }

  @Test func `CO-34: a replaced description stands in the formats and in samples as stored`() throws {
    let (_, source) = try Self.track("h264-pcm.mov", .video)
    let (composition, track) = try Self.emptyTrack()
    try track.insertTimeRange(Self.range(0, 50), of: source, at: .zero)
    let original = source.format
    let other = try CMFormatDescription(videoCodecType: .h264, width: 320, height: 180)
    track.replaceFormatDescription(original, with: other)
    #expect(track.formatDescriptions as? [CMFormatDescription] == [other])
    #expect(track.formatDescriptionReplacements.map(\.originalFormatDescription) == [original])
    #expect(track.formatDescriptionReplacements.map(\.replacementFormatDescription) == [other])
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    #expect(try RangeReading(composition, output).rest().allSatisfy { $0.formatDescription == other })
    let (_, second) = try Self.emptyTrack()
    try second.insertTimeRange(Self.range(0, 50), of: track, at: .zero)
    #expect(second.formatDescriptions as? [CMFormatDescription] == [original])
    track.replaceFormatDescription(original, with: nil)
    #expect(track.formatDescriptions as? [CMFormatDescription] == [original])
  }

  @Test func `CO-35: tracks are associated, and the association can be taken back`() throws {
    let (composition, video) = try Self.emptyTrack()
    let text = try #require(
      composition.addMutableTrack(withMediaType: .text, preferredTrackID: kCMPersistentTrackID_Invalid))
    video.addTrackAssociation(to: text, type: .chapterList)
    video.addTrackAssociation(to: text, type: .chapterList)
    #expect(video.availableTrackAssociationTypes == [.chapterList])
    #expect(video.associatedTracks(ofType: .chapterList) == [text])
    video.addTrackAssociation(to: try Self.emptyTrack(.text).1, type: .chapterList)
    #expect(video.associatedTracks(ofType: .chapterList) == [text])
    video.removeTrackAssociation(to: text, type: .chapterList)
    #expect(video.availableTrackAssociationTypes.isEmpty)
  }
}
