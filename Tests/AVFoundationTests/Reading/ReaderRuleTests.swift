import AVFoundation
import TestSupport
import Testing

@testable import MovieFile

/// Rules of readers that need a file made for them.
@Suite("Rules of a reader")
struct ReaderRuleTests {
  private static let small = MediaFiles.fixture("h264-aac-small.mp4")

  /// A copy of a fixture that can be changed.
  private static func copy(_ url: URL, in folder: TemporaryFolder) throws -> URL {
    let copy = folder.file(url.lastPathComponent)
    try FileManager.default.copyItem(at: url, to: copy)
    return copy
  }

  @Test func `AR-08: nothing is read before the client asks for it`() throws {
    let folder = try TemporaryFolder()
    let url = try Self.copy(MediaFiles.fixture("h264-aac.mov"), in: folder)
    let reading = try RangeReading(url, .video, settings: nil, isRandomAccess: false)
    // The media changes after reading started, and before any of it is asked for.
    let track = try #require(try Movie(path: url.path).tracks.first)
    let samples = Array(track.samples)
    let file = try FileHandle(forUpdating: url)
    for sample in samples[10...] {
      try file.seek(toOffset: UInt64(sample.offset))
      // Each is one unit, which says how long it is: another would be damage.
      let length = UInt32(sample.size - 4)
      let prefix = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
      try file.write(contentsOf: prefix + Data(repeating: 0xAB, count: sample.size - 4))
    }
    try file.close()
    let read = try reading.rest()
    #expect(read.count == samples.count)
    #expect(try read.last?.dataBuffer?.dataBytes().dropFirst(4).allSatisfy { $0 == 0xAB } == true)
  }

  @Test func `AR-10: media that cannot be decoded is decodeFailed`() throws {
    let reading = try RangeReading(
      MediaFiles.fixture("../corrupt/mdat-flipped.mp4"), .video, settings: [:], isRandomAccess: false)
    let error = #expect(throws: AVError.self) { try reading.rest() }
    #expect(error?.code == .decodeFailed)
    #expect(reading.reader.status == .failed)
  }

  @Test func `AR-10: a coding without a decoder is decoderNotFound; its samples can be read as stored`() throws {
    let folder = try TemporaryFolder()
    let url = try Self.copy(Self.small, in: folder)
    var bytes = [UInt8](try Data(contentsOf: url))
    let entry = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("avc1".utf8)) && $0 > 64 })
    bytes.replaceSubrange(entry..<entry + 4, with: Array("zzzz".utf8))
    try Data(bytes).write(to: url)
    let (asset, track) = try ReadMedia.track(url, .video)
    let reader = try AVAssetReader(asset: asset)
    reader.add(AVAssetReaderTrackOutput(track: track, outputSettings: [:]))
    #expect(!reader.startReading())
    #expect(reader.status == .failed)
    #expect((reader.error as? AVError)?.code == .decoderNotFound)
    #expect(try ReadMedia.stored(url, .video).count == 25)
  }

  @Test(arguments: ["h264-aac.mov", "h264-trimmed.mov", "h264-late-audio.mov", "h264-fragmented.mp4", "h264-aac.ts"])
  func `AR-23: no buffers of markers alone are vended: each has samples`(_ name: String) throws {
    for mediaType in [AVMediaType.video, .audio] {
      for settings in [nil, [:]] as [[String: Any]?] {
        if mediaType == .audio, settings != nil { continue }
        try ReadMedia.forEachSample(of: MediaFiles.fixture(name), mediaType, settings: settings) { sample in
          #expect(sample.numSamples > 0)
          #expect(sample.dataBuffer != nil || sample.imageBuffer != nil)
        }
      }
    }
  }

  @Test func `AR-33: the time pitch algorithm is spectral by default, and one of three`() throws {
    let (_, track) = try ReadMedia.track(Self.small, .audio)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    #expect(output.audioTimePitchAlgorithm == .spectral)
    for algorithm in [AVAudioTimePitchAlgorithm.timeDomain, .varispeed, .spectral] {
      output.audioTimePitchAlgorithm = algorithm
      #expect(output.audioTimePitchAlgorithm == algorithm)
    }
    #expect(AVAudioTimePitchAlgorithm.timeDomain.rawValue == "TimeDomain")
    #expect(AVAudioTimePitchAlgorithm.spectral.rawValue == "Spectral")
    #expect(AVAudioTimePitchAlgorithm.varispeed.rawValue == "Varispeed")
  }

  @Test func `AR-34: times are on the asset's timeline, behind an empty edit`() throws {
    let url = MediaFiles.fixture("h264-late-audio.mov")
    let (_, track) = try ReadMedia.track(url, .audio)
    #expect(track.timeRange.start > CMTime(value: 4, timescale: 10))
    for settings in [nil, RangeReading.Sound.settings] {
      let reading = try RangeReading(url, .audio, settings: settings, isRandomAccess: false)
      let first = try #require(try reading.rest().first)
      #expect(abs((first.presentationTimeStamp - track.timeRange.start).seconds) < 0.001)
    }
  }

  @Test func `AR-34: stored samples before an edit are there to be decoded, and marked as not shown`() throws {
    let url = MediaFiles.fixture("h264-trimmed.mov")
    let stored = try RangeReading(url, .video, settings: nil, isRandomAccess: false).rest().map(
      RangeReading.Stored.init)
    let shown = try ReadMedia.pictureTimes(url)
    #expect(stored.first?.isSync == true && stored.first?.isShown == false)
    #expect(stored.first.map { $0.time < .zero } == true)
    #expect(stored.filter(\.isShown).map(\.time).sorted() == shown)
    #expect(shown.first == .zero)
  }

  @Test func `AR-34: converted sound behind a hole has its own time`() throws {
    let url = MediaFiles.fixture("h264-fragmented.mp4")
    let stored = try ReadMedia.stored(url, .audio).map(\.presentationTime)
    let holes = zip(stored, stored.dropFirst()).filter { $1 - $0 > CMTime(value: 1024, timescale: 48_000) }
    try #require(holes.count == 1)
    let reading = try RangeReading(url, .audio, settings: RangeReading.Sound.settings, isRandomAccess: false)
    #expect(try reading.rest().map(\.presentationTimeStamp) == stored)
  }

  @Test func `AR-34: stored sound carries trims of its priming`() throws {
    let reading = try RangeReading(MediaFiles.fixture("h264-aac.mov"), .audio, settings: nil, isRandomAccess: false)
    let first = try #require(try reading.rest().first)
    let trim = try #require(
      CMGetAttachment(first, key: kCMSampleBufferAttachmentKey_TrimDurationAtStart, attachmentModeOut: nil)
        as? NSDictionary)
    #expect(CMTimeMakeFromDictionary(trim) == CMTime(value: 1024, timescale: 48_000))
    #expect(first.presentationTimeStamp < .zero && first.outputPresentationTimeStamp == .zero)
  }

  @Test func `AR-61: captions that begin with a group were not in the groups before it`() throws {
    func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
      CMTimeRange(start: CMTime(value: start, timescale: 1), end: CMTime(value: end, timescale: 1))
    }
    let (asset, track) = try ReadMedia.track(MediaFiles.fixture("h264-two-audio.mp4"), .subtitle)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    let adaptor = AVAssetReaderOutputCaptionAdaptor(assetReaderTrackOutput: output)
    #expect(adaptor.assetReaderTrackOutput === output)
    final class Delegate: NSObject, AVAssetReaderCaptionValidationHandling {}
    let delegate = Delegate()
    adaptor.validationDelegate = delegate
    #expect(adaptor.validationDelegate === delegate)
    let captions = [AVCaption("a", timeRange: range(1, 5)), AVCaption("b", timeRange: range(2, 5))]
    let group = AVCaptionGroup(captions: captions, timeRange: range(2, 5))
    #expect(adaptor.captionsNotPresentInPreviousGroups(in: group).map(\.text) == ["b"])
    reader.add(output)
    #expect(reader.startReading())
    // This build decodes none, and says so.
    #expect(adaptor.nextCaptionGroup() == nil)
    #expect(reader.status == .failed)
    #expect((reader.error as? AVError)?.code == .decoderNotFound)
  }
}
