import AVFoundation
import TestSupport
import Testing

/// Compositions of files whose pictures are not as long as the files state.
@Suite("Times of video compositions")
struct VideoCompositionTimeTests {
  private static func isBlack(_ sample: CMSampleBuffer) throws -> Bool {
    ReadMedia.picture(try #require(sample.imageBuffer)).luma.allSatisfy { $0 == 16 }
  }

  /// The first has reordered pictures at a variable rate, and the times of the others are rounded.
  @Test(arguments: ["h264-vfr.mov", "h264-aac.mkv", "h264-flac-srt.mkv"])
  func `VC-01, VC-04: each picture of a file is a layer until the next one`(name: String) async throws {
    let asset = AVURLAsset(url: MediaFiles.fixture(name))
    let composition = try await AVVideoComposition.videoComposition(withPropertiesOf: asset)
    let times = try ReadMedia.pictureTimes(MediaFiles.fixture(name))
    let (first, last) = try (#require(times.first), #require(times.last))
    // In front of the first picture, and behind the last, there may be none.
    let composed = try ComposedReading.samples(asset, composition).filter { sample in
      sample.presentationTimeStamp >= first && sample.presentationTimeStamp <= last
    }
    #expect(composed.map(\.presentationTimeStamp) == times)
    for sample in composed { #expect(try !Self.isBlack(sample), "at \(sample.presentationTimeStamp.seconds)") }
  }

  @Test func `VC-01, CO-41: a composition that begins within a picture shows it, and its gaps show nothing`() throws {
    let times = try ReadMedia.pictureTimes(MediaFiles.fixture("h264-vfr.mov"))
    let (asset, source) = try ReadMedia.track(MediaFiles.fixture("h264-vfr.mov"), .video)
    let start = CMTime(value: 3, timescale: 2)
    let end = CMTime(value: 2, timescale: 1)
    // The picture that is on at the start is shown for the longest time of all.
    let next = try #require(times.first { $0 > start })
    #expect(next - start > CMTime(value: 4, timescale: 10))
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    try withExtendedLifetime(asset) {
      try track.insertTimeRange(CMTimeRange(start: start, end: end), of: source, at: .zero)
      try track.insertTimeRange(CMTimeRange(start: start, end: end), of: source, at: CMTime(value: 5, timescale: 2))
    }
    let instructions = AVMutableVideoComposition(
      [track], size: (320, 180), until: 300, frameDuration: CMTime(value: 1, timescale: 10))
    let composed = try ComposedReading.samples(composition, instructions)
    #expect(composed.count == 30)
    for (index, sample) in composed.enumerated() {
      #expect(try Self.isBlack(sample) == (5..<25).contains(index), "picture \(index)")
    }
  }
}
