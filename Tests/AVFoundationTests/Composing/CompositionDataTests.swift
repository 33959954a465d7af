import AVFoundation
import MovieFile
import TestSupport
import Testing

/// Texts and timecodes that an edit begins and ends within.
@Suite("Texts and timecodes of compositions")
struct CompositionDataTests {
  private let folder: TemporaryFolder
  private var source: URL { folder.file("source.mov") }

  /// Writes three texts of a second each, and a timecode of 25 frames a second from 01:00:00:00 on.
  init() throws {
    folder = try TemporaryFolder()
    try WrittenTracks.write(
      source,
      [
        WrittenTracks.sound(seconds: 3), WrittenTracks.text(["One", "Two", "Three"]),
        WrittenTracks.timecode(start: 90_000, seconds: 3),
      ])
  }

  private static func time(_ frames: Int) -> CMTime { CMTime(value: CMTimeValue(frames), timescale: 25) }

  private static func range(_ start: Int, _ end: Int) -> CMTimeRange {
    CMTimeRange(start: time(start), end: time(end))
  }

  private func composition(_ mediaType: AVMediaType, _ parts: [CMTimeRange]) throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: mediaType, preferredTrackID: 1))
    let (asset, media) = try ReadMedia.track(source, mediaType)
    try withExtendedLifetime(asset) {
      for part in parts { try track.insertTimeRange(part, of: media, at: .invalid) }
    }
    return composition
  }

  private func samples(_ asset: AVAsset) throws -> [CMSampleBuffer] {
    let output = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: nil)
    return try RangeReading(asset, output, isRandomAccess: false).rest()
  }

  @Test func `CO-50: texts begin and end with their segment, and are decoded when they are presented`() throws {
    let composition = try composition(.text, [Self.range(15, 60), Self.range(30, 40)])
    let texts = try samples(composition).map(RangeReading.Stored.init)
    #expect(texts.map(\.time) == [0, 10, 35, 45].map(Self.time))
    #expect(texts.map(\.decodeTime) == texts.map(\.time))
    #expect(texts.map(\.duration) == [10, 25, 10, 10].map(Self.time))
    #expect(texts.map { String(decoding: $0.bytes.dropFirst(2), as: UTF8.self) } == ["One", "Two", "Three", "Two"])
    // And so they are in the tables of a movie.
    let url = folder.file("texts.mov")
    try CompositionReadingTests.copy(composition, to: url)
    let track = try #require(try WrittenFile.movie(url).tracks.first)
    #expect(!track.hasCompositionOffsets)
    #expect(try ReadMedia.stored(url, .text).map(\.presentationTime) == texts.map(\.time))
  }

  /// Checks samples of the parts from one second to 1.8, and from 0.2 to 0.6, of the one timecode.
  private func expectParts(_ samples: [CMSampleBuffer]) throws {
    #expect(samples.map(\.presentationTimeStamp) == [-25, 15].map(Self.time))
    #expect(samples.map(\.duration) == [75, 75].map(Self.time))
    #expect(samples.map(\.outputPresentationTimeStamp) == [0, 20].map(Self.time))
    #expect(samples.map(\.outputDuration) == [20, 10].map(Self.time))
    // 90,000, the number of the timecode's own first frame.
    #expect(try samples.allSatisfy { try #require($0.dataBuffer).dataBytes() == Data([0, 1, 0x5F, 0x90]) })
  }

  @Test func `CO-52, CO-54: a timecode keeps its start, and a movie of such parts shows each from its frame on`() throws
  {
    let composition = try composition(.timecode, [Self.range(25, 45), Self.range(5, 15)])
    try expectParts(try samples(composition))
    let url = folder.file("timecodes.mov")
    try CompositionReadingTests.copy(composition, to: url)
    let movie = AVURLAsset(url: url)
    let mappings = try #require(movie.tracks.first).segments.map(\.timeMapping)
    #expect(mappings.map(\.target) == [Self.range(0, 20), Self.range(20, 30)])
    // The second follows the whole of the first in the media.
    #expect(mappings.map(\.source) == [Self.range(25, 45), Self.range(80, 90)])
    try expectParts(try samples(movie))
  }

  @Test func `AR-34: where a movie's edit begins within them, a text begins with it, and a timecode keeps its start`()
    throws
  {
    let url = folder.file("edited.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let lanes = [
      try WrittenTracks.sound(seconds: 3), try WrittenTracks.text(["One", "Two", "Three"]),
      try WrittenTracks.timecode(start: 90_000, seconds: 3),
    ]
    for lane in lanes { writer.add(lane.input) }
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: Self.time(15))
    for lane in lanes {
      for sample in lane.samples {
        lane.input.waitUntilReady()
        #expect(lane.input.append(sample))
      }
      lane.input.markAsFinished()
    }
    try finishWriting(writer)
    let texts = try ReadMedia.stored(url, .text)
    #expect(texts.map(\.presentationTime) == [0, 10, 35].map(Self.time))
    #expect(texts.map(\.decodeTime) == texts.map(\.presentationTime))
    #expect(texts.map(\.duration) == [10, 25, 25].map(Self.time))
    try ReadMedia.forEachSample(of: url, .timecode, settings: nil) { timecode in
      #expect(timecode.presentationTimeStamp == Self.time(-15) && timecode.duration == Self.time(75))
      #expect(timecode.outputPresentationTimeStamp == .zero && timecode.outputDuration == Self.time(60))
    }
  }
}
