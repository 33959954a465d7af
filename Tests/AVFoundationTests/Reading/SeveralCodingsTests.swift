import AVFoundation
import TestSupport
import Testing

/// Tracks of QuickTime movies whose sample descriptions are of several codings, as where recordings were joined.
@Suite("Tracks of several codings")
struct SeveralCodingsTests {
  private static let joints = [
    ["h264-pcm.mov", "hevc10-hlg.mp4"], ["hevc10-hlg.mp4", "h264-pcm.mov"], ["mjpeg-pcm.mov", "h264-pcm.mov"],
    ["h264-pcm.mov", "prores-pcm24.mov", "h264-pcm.mov", "mjpeg-pcm.mov"],
  ]

  /// Copies the pictures of files one behind the other into one track.
  ///
  /// - Returns: the time at which each of them begins.
  private static func join(_ names: [String], to url: URL) throws -> [CMTime] {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
    writer.add(input)
    try WrittenFile.start(writer)
    var starts: [CMTime] = []
    var start = CMTime.zero
    for name in names {
      let file = MediaFiles.fixture(name)
      try ReadMedia.forEachSample(of: file, .video, settings: nil) { sample in
        let timing = CMSampleTimingInfo(
          duration: sample.duration, presentationTimeStamp: sample.presentationTimeStamp + start,
          decodeTimeStamp: sample.decodeTimeStamp + start)
        input.waitUntilReady()
        let moved = try CMSampleBuffer(copying: sample, withNewTiming: [timing])
        #expect(input.append(moved))
      }
      starts.append(start)
      // Decode times are earlier than those of the presentation.
      let (_, end) = try pictures(of: file)
      start = start + end + CMTime(value: 1, timescale: 2)
    }
    try finishWriting(writer)
    return starts
  }

  /// The luma of each decoded picture from a time on, and the time of the last.
  private static func pictures(of url: URL, from start: CMTime = .zero) throws -> (luma: [[UInt8]], end: CMTime) {
    let (asset, track) = try ReadMedia.track(url, .video)
    let reader = try AVAssetReader(asset: asset)
    reader.timeRange = CMTimeRange(start: start, duration: .positiveInfinity)
    let settings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar]
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? ReadMedia.Failure(description: "reading does not start") }
    var (luma, end) = ([[UInt8]](), CMTime.zero)
    while let sample = output.copyNextSampleBuffer() {
      luma.append(ReadMedia.picture(try #require(sample.imageBuffer)).luma)
      end = sample.presentationTimeStamp
    }
    if let error = reader.error { throw error }
    return (luma, end)
  }

  /// The second part begins with an open group, whose first pictures refer to ones that are not there.
  private static let openJoint = ["h264-aac-small.mp4", "h264-open-gop.ts"]

  @Test(arguments: joints + [openJoint])
  func `each picture is decoded as in its own file, from wherever`(_ names: [String]) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("joined.mov")
    let starts = try Self.join(names, to: url)
    let parts = try names.map { try Self.pictures(of: MediaFiles.fixture($0)).luma }
    for (index, start) in starts.enumerated() {
      // A little later, since the movie rounds times: the picture that is on comes first.
      let time = index == 0 ? start : start + CMTime(value: 1, timescale: 100)
      let luma = try Self.pictures(of: url, from: time).luma
      let expected = Array(parts[index...].joined())
      #expect(luma.count == expected.count)
      #expect(zip(luma, expected).allSatisfy { $0 == $1 }, "from part \(index)")
    }
  }

  @Test func `a configuration that comes with a damaged picture holds for those behind it`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("joined.mov")
    _ = try Self.join(["h264-aac-small.mp4", "h264-fragmented.mp4"], to: url)
    let whole = try WholePictures(url)
    let damaged = try whole.packets.count - WholePictures(MediaFiles.fixture("h264-fragmented.mp4")).packets.count
    var bytes = try Data(contentsOf: url)
    let place = try #require(bytes.range(of: Data(whole.packets[damaged].bytes)))
    bytes.replaceSubrange(place, with: Data(repeating: 0xFF, count: place.count))
    try bytes.write(to: url)
    let decoded = try Salvaged(url, .video, settings: [:])
    try whole.expectExact(decoded, "packet \(damaged)")
    #expect(Stretches(decoded.lost) == Stretches(whole.unreadable([damaged]).map(whole.range)))
    // Copies have it, too.
    let stored = try Salvaged(url, .video, settings: nil)
    #expect(stored.samples.last?.formatDescription?.dimensions.width == 320)
  }

  @Test(arguments: joints) func `each stored sample has the format of its own file`(_ names: [String]) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("joined.mov")
    _ = try Self.join(names, to: url)
    var (codings, bytes): ([CMFormatDescription.MediaSubType], [[UInt8]]) = ([], [])
    func note(_ sample: CMSampleBuffer) throws {
      codings.append(try #require(sample.formatDescription).mediaSubType)
      bytes.append([UInt8](try #require(sample.dataBuffer).dataBytes()))
    }
    for name in names { try ReadMedia.forEachSample(of: MediaFiles.fixture(name), .video, settings: nil, note) }
    let expected = (codings, bytes)
    (codings, bytes) = ([], [])
    try ReadMedia.forEachSample(of: url, .video, settings: nil, note)
    #expect(codings == expected.0)
    #expect(bytes.count == expected.1.count)
    #expect(zip(bytes, expected.1).allSatisfy { $0 == $1 })
  }
}
