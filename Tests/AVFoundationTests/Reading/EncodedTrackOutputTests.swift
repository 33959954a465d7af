import AVFoundation
import TestSupport
import Testing

@testable import MovieFile

/// Encoding in segments, by several encoders at once.
@Suite struct EncodedTrackOutputTests {
  private static let pictureCount = 310
  private static let rate: CMTimeScale = 5

  /// A minute at five pictures a second: grey for 17 seconds, and then the plaid.
  private static func source(in folder: TemporaryFolder) throws -> URL {
    let url = folder.file("source.mov")
    try WrittenFile.video(
      url, settings: Settings.video(compression: [AVVideoConstantRateFactorKey: 20]),
      times: (0..<pictureCount).map { CMTime(value: CMTimeValue($0), timescale: rate) }
    ) { ComputedMedia.picture(width: 64, height: 48, index: $0, brightness: $0 < 85 ? 100 : nil) }
    return url
  }

  private static func settings(_ compression: [String: Any] = [:]) -> [String: Any] {
    Settings.video(compression: compression.merging([AVVideoMaxKeyFrameIntervalKey: 50]) { $1 })
  }

  /// The encoded samples, stored in a movie.
  private static func encode(
    _ source: URL, _ settings: [String: Any], processors: Int, segments: TemporaryFolder, to url: URL
  ) throws -> [ReadMedia.StoredSample] {
    let (asset, track) = try ReadMedia.track(source, .video)
    let output = AVAssetReaderEncodedTrackOutput(
      track: track, videoSettings: settings, segmentDirectory: segments.url)
    output.processorCount = processors
    output.mediaTimeScale = 600
    let reading = try RangeReading(asset, output, isRandomAccess: false)
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
    input.mediaTimeScale = 600
    writer.add(input)
    try WrittenFile.start(writer)
    for sample in try reading.rest() {
      input.waitUntilReady()
      #expect(input.append(sample))
    }
    #expect(output.encodedPictureCount == pictureCount)
    try finishWriting(writer)
    return try ReadMedia.stored(url, .video)
  }

  @Test func `the same is vended by any number of encoders, and of segments that are there already`() async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      let source = try Self.source(in: folder)
      let segments = try TemporaryFolder()
      let one = try Self.encode(
        source, Self.settings(), processors: 1, segments: segments, to: folder.file("1.mov"))
      #expect(segments.names == ["0.segment", "1.segment", "2.segment"])
      let stored = try segments.names.map { try Data(contentsOf: segments.file($0)) }
      for count in [2, 5, 16] {
        let other = try Self.encode(
          source, Self.settings(), processors: count, segments: try TemporaryFolder(),
          to: folder.file("\(count).mov"))
        #expect(one == other)
      }
      // One is gone, one is torn and one is whole.
      try FileManager.default.removeItem(at: segments.file("0.segment"))
      try stored[1].dropLast().write(to: segments.file("1.segment"))
      let whole = inode(segments.file("2.segment"))
      let again = try Self.encode(
        source, Self.settings(), processors: 4, segments: segments, to: folder.file("again.mov"))
      #expect(one == again)
      #expect(try segments.names.map { try Data(contentsOf: segments.file($0)) } == stored)
      #expect(whole != nil && inode(segments.file("2.segment")) == whole)
    }
  }

  @Test func `times are those of one encoder, and cuts are where the source can be decoded from`() async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      let source = try Self.source(in: folder)
      let parts = try Self.encode(
        source, Self.settings(), processors: 6, segments: try TemporaryFolder(), to: folder.file("parts.mov"))
      let whole = folder.file("whole.mov")
      try WrittenFile.video(whole, settings: Self.settings(), times: ReadMedia.pictureTimes(source)) {
        ComputedMedia.picture(width: 64, height: 48, index: $0, brightness: $0 < 85 ? 100 : nil)
      }
      let once = try ReadMedia.stored(whole, .video)
      #expect(parts.map(\.decodeTime) == once.map(\.decodeTime))
      #expect(parts.map(\.presentationTime).sorted() == once.map(\.presentationTime).sorted())
      // The scene changes at 17 seconds, three before the place where a cut is wanted.
      let keyTimes = parts.filter(\.isSync).map(\.presentationTime)
      #expect(keyTimes.contains(CMTime(value: 17, timescale: 1)))
      #expect(!keyTimes.contains(CMTime(value: 20, timescale: 1)))
      #expect(zip(keyTimes, keyTimes.dropFirst()).allSatisfy { ($1 - $0).seconds <= 12 })
      #expect(try MovieFacts(folder.file("parts.mov")) == MovieFacts(whole))
    }
  }

  @Test func `lossless segments are the source's pictures`() async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      let source = try Self.source(in: folder)
      let url = folder.file("lossless.mov")
      _ = try Self.encode(
        source, Self.settings([AVVideoConstantRateFactorKey: 0]), processors: 4, segments: try TemporaryFolder(),
        to: url)
      let (pictures, originals) = (try ReadMedia.pictures(url), try ReadMedia.pictures(source))
      #expect(pictures.map(\.time) == originals.map(\.time))
      #expect(pictures.map(\.luma.hashValue) == originals.map(\.luma.hashValue))
    }
  }

  @Test func `encoding that is stopped writes no more, and vends no more`() async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      let (asset, track) = try ReadMedia.track(try Self.source(in: folder), .video)
      let segments = try TemporaryFolder()
      let output = AVAssetReaderEncodedTrackOutput(
        track: track, videoSettings: Self.settings(), segmentDirectory: segments.url)
      output.processorCount = 4
      let reading = try RangeReading(asset, output, isRandomAccess: false)
      #expect(output.copyNextSampleBuffer() != nil)
      reading.reader.cancelReading()
      output.stopEncoding()
      let names = segments.names
      #expect(names.allSatisfy { $0.hasSuffix(".segment") })
      #expect(output.copyNextSampleBuffer() == nil)
      #expect(segments.names == names)
    }
  }

  @Test func `what all pictures have to reach together cannot be encoded in segments`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("short.mov")
    try WrittenFile.video(url, settings: Settings.video(), count: 2)
    // A track does not keep its asset.
    let (asset, track) = try ReadMedia.track(url, .video)
    defer { withExtendedLifetime(asset) {} }
    func can(_ settings: [String: Any]) -> Bool {
      AVAssetReaderEncodedTrackOutput.canEncode(videoSettings: settings, of: track)
    }
    #expect(can(Settings.video()))
    for (key, value) in [
      (AVVideoAverageBitRateKey, 100_000), (AVVideoMaximumBitRateKey, 100_000), (AVVideoTargetSSIMKey, 0.9),
      (AVVideoMaxKeyFrameIntervalKey, 1),
    ] as [(String, Any)] {
      #expect(!can(Settings.video(compression: [key: value])))
    }
    #expect(!can([AVVideoCodecKey: AVVideoCodecType.hevc, AVVideoWidthKey: 64, AVVideoHeightKey: 48]))
  }
}

/// Which file has a name: another one after it was written anew.
private func inode(_ url: URL) -> Int? {
  (try? FileManager.default.attributesOfItem(atPath: url.path))?[.systemFileNumber] as? Int
}

/// What a movie's tables say of its pictures as a whole.
private struct MovieFacts: Equatable {
  let edits: [String]
  let configuration: [UInt8]

  init(_ url: URL) throws {
    edits = try WrittenFile.edits(url).map { "\($0)" }
    configuration = Array(try #require(try WrittenFile.track(url).sampleEntries.first?.payload(of: "avcC")))
  }
}
