import AVFoundation
import MovieFile
import Synchronization
import TestSupport
import Testing

/// Segments for streaming: `init(contentType:)`, the delegate, the reports.
@Suite("Segments")
struct SegmentTests {
  /// Keeps what it is given, in order.
  final class Collector: NSObject, AVAssetWriterDelegate {
    struct Part: Sendable {
      var data: Data
      var type: AVAssetSegmentType
      var report: AVAssetSegmentReport?
    }

    private let state = Mutex<[Part]>([])
    var parts: [Part] { state.withLock { $0 } }
    var media: [Part] { parts.filter { $0.type == .separable } }
    var whole: [UInt8] { parts.flatMap { [UInt8]($0.data) } }

    func assetWriter(
      _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
      segmentReport: AVAssetSegmentReport?
    ) {
      state.withLock { $0.append(Part(data: segmentData, type: segmentType, report: segmentReport)) }
    }
  }

  /// The one without reports.
  final class PlainCollector: NSObject, AVAssetWriterDelegate {
    private let state = Mutex<[AVAssetSegmentType]>([])
    var types: [AVAssetSegmentType] { state.withLock { $0 } }

    func assetWriter(
      _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType
    ) {
      state.withLock { $0.append(segmentType) }
    }
  }

  private func makeWriter(_ delegate: any AVAssetWriterDelegate, every seconds: Double = 1, from start: CMTime = .zero)
    -> AVAssetWriter
  {
    let writer = AVAssetWriter(contentType: .mpeg4Movie)
    writer.outputFileTypeProfile = .mpeg4AppleHLS
    writer.preferredOutputSegmentInterval = CMTime(seconds: seconds, preferredTimescale: 1000)
    writer.initialSegmentStartTime = start
    writer.delegate = delegate
    return writer
  }

  /// Encodes pictures at 25 a second, and sound.
  private func encode(
    _ writer: AVAssetWriter, pictures: Int, hasSound: Bool, from start: CMTime = .zero,
    duration: CMTime = CMTime(value: 1, timescale: 25)
  ) throws {
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
    writer.add(video)
    if hasSound { writer.add(audio) }
    try WrittenFile.start(writer, at: start)
    for index in 0..<pictures {
      video.waitUntilReady()
      let time = start + CMTime(value: CMTimeValue(index), timescale: 25)
      let picture = ComputedMedia.picture(width: 64, height: 48, index: index)
      try #expect(video.append(ComputedMedia.sample(picture, at: time, duration: duration)))
      guard hasSound else { continue }
      audio.waitUntilReady()
      let sound = try ComputedMedia.audioSample(start: index * 1920, count: 1920, at: time)
      #expect(audio.append(sound))
    }
    try finishWriting(writer)
  }

  private func boxes(_ data: Data) throws -> [FourCC] {
    var boxes = FileBoxes(MemorySource([UInt8](data)))
    var types: [FourCC] = []
    while let box = try boxes.next() { types.append(box.type) }
    return types
  }

  @Test func `AW-70, AW-71, AW-73, AW-74: an initialization, then segments that start with forced key frames`() throws {
    let collector = Collector()
    let writer = makeWriter(collector)
    try encode(writer, pictures: 110, hasSound: true)
    #expect(collector.parts.map(\.type) == [.initialization] + Array(repeating: .separable, count: 5))
    #expect(try boxes(collector.parts[0].data) == ["ftyp", "moov"])
    for part in collector.media { #expect(try boxes(part.data) == ["moof", "mdat"]) }
    let initialization = try Movie(MemorySource([UInt8](collector.parts[0].data)))
    #expect(initialization.isFragmented)
    #expect(initialization.tracks.allSatisfy { $0.sampleCount == 0 && $0.edits.isEmpty })
    let movie = try Movie(MemorySource(collector.whole))
    #expect(movie.firstInconsistency() == nil)
    let video = try #require(movie.track(id: 1))
    #expect(video.sampleCount == 110)
    // Key frames where segments start, and nowhere else: the encoder's own distance is longer.
    #expect(
      video.samples.filter(\.isSync).map(\.presentationTime) == (0..<5).map { Int64($0) * Int64(video.timeScale) })
    // Each part is decodable with the initialization alone.
    for part in collector.media {
      let alone = try Movie(MemorySource([UInt8](collector.parts[0].data) + [UInt8](part.data)))
      #expect(alone.firstInconsistency() == nil)
      #expect(alone.track(id: 1)?.samples.first { _ in true }?.isSync == true)
    }
  }

  @Test func `AW-78: reports say the times and the first picture of every track`() throws {
    let collector = Collector()
    let start = CMTime(value: 10, timescale: 1)
    try encode(makeWriter(collector, from: start), pictures: 60, hasSound: true, from: start)
    #expect(collector.parts[0].report == nil)
    var end = start
    for part in collector.media {
      let report = try #require(part.report)
      #expect(report.segmentType == .separable)
      #expect(report.trackReports.map(\.mediaType) == [.video, .audio])
      #expect(report.trackReports.map(\.trackID) == [1, 2])
      let video = report.trackReports[0]
      // Times are the source's, and segments follow each other without a gap.
      #expect(video.earliestPresentationTimeStamp == end)
      end = end + video.duration
      let first = try #require(video.firstVideoSampleInformation)
      #expect(first.isSyncSample)
      #expect(first.presentationTimeStamp == video.earliestPresentationTimeStamp)
      #expect(report.trackReports[1].firstVideoSampleInformation == nil)
      // A length-prefixed NAL unit lies there, within the segment.
      let bytes = [UInt8](part.data)
      #expect(first.offset + first.length <= bytes.count)
      #expect(bytes[first.offset] == 0)
    }
    #expect(end == start + CMTime(value: 60, timescale: 25))
  }

  @Test(arguments: [AVFileTypeProfile.mpeg4AppleHLS, .mpeg4CMAFCompliant])
  func `AW-78: pictures without durations make segments of the same length`(profile: AVFileTypeProfile) throws {
    let collector = Collector()
    let start = CMTime(value: 10, timescale: 1)
    let writer = makeWriter(collector, from: start)
    writer.outputFileTypeProfile = profile
    try encode(writer, pictures: 60, hasSound: false, from: start, duration: .invalid)
    let reports = try collector.media.map { try #require($0.report?.trackReports.first) }
    #expect(reports.map(\.duration.seconds) == [1, 1, 0.4])
    guard profile == .mpeg4CMAFCompliant else { return }
    for (part, report) in zip(collector.media, reports) {
      let bytes = [UInt8](part.data)
      let index = try #require(bytes.firstRange(of: Array("sidx".utf8))).upperBound
      func number(at offset: Int) -> Int64 {
        bytes[index + offset..<index + offset + 4].reduce(0) { $0 << 8 | Int64($1) }
      }
      // The index says it too.
      #expect(CMTime(value: number(at: 36), timescale: CMTimeScale(number(at: 8))) == report.duration)
    }
  }

  @Test func `AW-71: a delegate may take segments without reports`() throws {
    let collector = PlainCollector()
    try encode(makeWriter(collector), pictures: 30, hasSound: false)
    #expect(collector.types == [.initialization, .separable, .separable])
  }

  @Test func `AW-72: CMAF segments have brands and an index, and video no edit list and no positive delay`() throws {
    let collector = Collector()
    let writer = makeWriter(collector)
    writer.outputFileTypeProfile = .mpeg4CMAFCompliant
    try encode(writer, pictures: 60, hasSound: false)
    let initialization = try Movie(MemorySource([UInt8](collector.parts[0].data)))
    #expect(initialization.fileType?.compatibleBrands == ["isom", "iso6", "cmfc", "cmf2"])
    for part in collector.media { #expect(try boxes(part.data) == ["styp", "sidx", "moof", "mdat"]) }
    let video = try #require(try Movie(MemorySource(collector.whole)).track(id: 1))
    #expect(video.edits.isEmpty)
    #expect(video.samples.first { _ in true }?.decodeTime == 0)
    #expect(video.samples.map(\.compositionOffset).min()! < 0)
  }

  @Test func `AW-72: the start of the sound is cut off in CMAF, and moved in Apple's profile, which has no edit lists`()
    throws
  {
    for profile in [AVFileTypeProfile.mpeg4CMAFCompliant, .mpeg4AppleHLS] {
      let collector = Collector()
      let writer = makeWriter(collector)
      writer.outputFileTypeProfile = profile
      let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
      writer.add(audio)
      try WrittenFile.start(writer)
      for start in stride(from: 0, to: 96_000, by: 1000) {
        audio.waitUntilReady()
        try #expect(audio.append(ComputedMedia.audioSample(start: start, count: 1000)))
      }
      try finishWriting(writer)
      let track = try #require(try Movie(MemorySource(collector.whole)).track(id: 1))
      #expect(track.samples.first { _ in true }?.decodeTime == 0)
      #expect(track.edits.map(\.mediaStart) == (profile == .mpeg4AppleHLS ? [] : [1024]))
    }
  }

  /// Passes a fixture's samples through, and ends a segment before some of them.
  private func pass(
    _ writer: AVAssetWriter, _ mediaTypes: [AVMediaType], flushBefore: (AVMediaType, Int, CMSampleBuffer) -> Bool
  ) throws {
    let url = URL(fileURLWithPath: Files.fixture("h264-aac.mov"))
    var samples: [(AVMediaType, AVAssetWriterInput, [CMSampleBuffer])] = []
    for mediaType in mediaTypes {
      let (_, track) = try ReadMedia.track(url, mediaType)
      let input = AVAssetWriterInput(mediaType: mediaType, outputSettings: nil, sourceFormatHint: track.format)
      writer.add(input)
      var list: [CMSampleBuffer] = []
      try ReadMedia.forEachSample(of: url, mediaType, settings: nil) { list.append($0) }
      samples.append((mediaType, input, list))
    }
    try WrittenFile.start(writer)
    var next = Array(repeating: 0, count: samples.count)
    while let lane = samples.indices.filter({ next[$0] < samples[$0].2.count }).min(by: {
      samples[$0].2[next[$0]].presentationTimeStamp < samples[$1].2[next[$1]].presentationTimeStamp
    }) {
      let (mediaType, input, list) = samples[lane]
      if flushBefore(mediaType, next[lane], list[next[lane]]) { writer.flushSegment() }
      input.waitUntilReady()
      guard input.append(list[next[lane]]) else { break }
      next[lane] += 1
    }
    try finishWriting(writer)
  }

  private func isSync(_ sample: CMSampleBuffer) -> Bool {
    let attachments = CMSampleBufferGetSampleAttachmentsArray(sample, createIfNecessary: false) as? [NSDictionary]
    return !((attachments?.first?[kCMSampleAttachmentKey_NotSync] as? NSNumber)?.boolValue ?? false)
  }

  @Test func `AW-74: samples that are passed through are cut before sync samples, and none is lost`() throws {
    let collector = Collector()
    try pass(makeWriter(collector, every: 0.5), [.video]) { _, _, _ in false }
    let source = try ReadMedia.stored(URL(fileURLWithPath: Files.fixture("h264-aac.mov")), .video)
    let movie = try Movie(MemorySource(collector.whole))
    let track = try #require(movie.track(id: 1))
    let whole = collector.whole
    let stored: [[UInt8]] = track.samples.map { sample in
      let start = Int(sample.offset)
      return Array(whole[start..<start + sample.size])
    }
    #expect(stored == source.map(\.bytes))
    #expect(collector.media.count > 1)
    for part in collector.media {
      #expect(part.report?.trackReports[0].firstVideoSampleInformation?.isSyncSample == true)
    }
  }

  @Test func `AW-75, AW-79: with an indefinite interval segments end where the client says so`() throws {
    let collector = Collector()
    let writer = makeWriter(collector)
    writer.preferredOutputSegmentInterval = .indefinite
    var flushes = 0
    try pass(writer, [.video, .audio]) { mediaType, index, sample in
      guard mediaType == .video, index > 0, isSync(sample) else { return false }
      flushes += 1
      return true
    }
    #expect(flushes > 0)
    #expect(collector.media.count == flushes + 1)
    let source = URL(fileURLWithPath: Files.fixture("h264-aac.mov"))
    let movie = try Movie(MemorySource(collector.whole))
    #expect(movie.firstInconsistency() == nil)
    #expect(movie.track(id: 1)?.sampleCount == (try ReadMedia.stored(source, .video)).count)
    #expect(movie.track(id: 2)?.sampleCount == (try ReadMedia.stored(source, .audio)).count)
  }

  @Test func `AW-75, ER-05: a segment that would start without a sync sample makes writing fail with -11876`() throws {
    let collector = Collector()
    let writer = makeWriter(collector)
    writer.preferredOutputSegmentInterval = .indefinite
    #expect(throws: AVError.self) { try pass(writer, [.video]) { _, index, _ in index == 3 } }
    #expect(writer.status == .failed)
    #expect((writer.error as? AVError)?.code == .segmentStartedWithNonSyncSample)
    #expect((writer.error as? AVError)?.code.rawValue == -11876)
  }

  @Test func `AW-77: without an interval the writer chooses one`() throws {
    let collector = Collector()
    let writer = AVAssetWriter(contentType: .mpeg4Movie)
    writer.delegate = collector
    try encode(writer, pictures: 160, hasSound: false)
    #expect(collector.media.count == 2)
    #expect(collector.media[1].report?.trackReports[0].earliestPresentationTimeStamp == CMTime(value: 6, timescale: 1))
  }

  @Test func `AW-70: what is for files is ignored, and the first segment has the number that was asked for`() throws {
    let collector = Collector()
    let writer = makeWriter(collector)
    writer.movieFragmentInterval = CMTime(value: 1, timescale: 10)
    writer.shouldOptimizeForNetworkUse = true
    writer.initialMovieFragmentSequenceNumber = 9
    try encode(writer, pictures: 30, hasSound: false)
    #expect(collector.media.map { $0.data[23] } == [9, 10])
  }

  enum Refusal: String, CaseIterable {
    case noDelegate, twoOfAType, encodedIndefinite, twoPassedThrough, noStart, text, quickTime
  }

  @Test(arguments: Refusal.allCases)
  func `AW-71, AW-72, AW-74, AW-75: what segments cannot be made of makes the start fail`(refusal: Refusal) throws {
    let collector = Collector()
    var writer = makeWriter(collector)
    func video(_ settings: [String: Any]? = Settings.video()) throws -> AVAssetWriterInput {
      let format = try ReadMedia.track(URL(fileURLWithPath: Files.fixture("h264-aac.mov")), .video).1.format
      return AVAssetWriterInput(
        mediaType: .video, outputSettings: settings, sourceFormatHint: settings == nil ? format : nil)
    }
    switch refusal {
    case .noDelegate:
      writer.delegate = nil
      writer.add(try video())
    case .twoOfAType:
      writer.add(try video())
      writer.add(try video())
    case .encodedIndefinite:
      writer.preferredOutputSegmentInterval = .indefinite
      writer.add(try video())
    case .twoPassedThrough:
      writer.add(try video(nil))
      writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac()))
    case .noStart:
      writer.initialSegmentStartTime = .invalid
      writer.add(try video())
    case .text:
      writer.add(
        AVAssetWriterInput(
          mediaType: .metadata, outputSettings: nil, sourceFormatHint: try MetadataAdaptorTests.format()))
    case .quickTime:
      writer = AVAssetWriter(contentType: .quickTimeMovie)
      writer.delegate = collector
      writer.add(try video())
    }
    #expect(!writer.startWriting())
    #expect(writer.status == .failed)
    #expect((writer.error as? AVError)?.code == .operationNotAllowed)
    #expect(collector.parts.isEmpty)
  }

  @Test func `AW-05: a content type by its identifier`() {
    #expect(UTType("public.mpeg-4") == .mpeg4Movie)
    #expect(UTType(AVFileType.mov.rawValue) == .quickTimeMovie)
    #expect(UTType("com.example.unknown") == nil)
    #expect(AVAssetWriter(contentType: .mpeg4Movie).outputFileType == .mp4)
    #expect(AVAssetSegmentType.initialization.rawValue == 1 && AVAssetSegmentType.separable.rawValue == 2)
    #expect(AVFileTypeProfile.mpeg4AppleHLS.rawValue == "MPEG4AppleHLS")
    #expect(AVFileTypeProfile.mpeg4CMAFCompliant.rawValue == "MPEG4CMAFCompliant")
  }
}
