import AVFoundation
import TestSupport
import Testing

/// For how long pictures are shown, whatever their container states.
@Suite("Durations of pictures")
struct PictureDurationTests {
  /// Expects each picture but the last to end with the next one.
  ///
  /// - Returns: the number of pictures.
  private static func expectEnds(_ url: URL, settings: [String: Any]?) throws -> Int {
    var pictures: [(time: CMTime, duration: CMTime)] = []
    try ReadMedia.forEachSample(of: url, .video, settings: settings) { sample in
      if sample.isDisplayed { pictures.append((sample.presentationTimeStamp, sample.duration)) }
    }
    let times = pictures.map(\.time).sorted()
    // As stored, the one that is decoded last has the duration of its decoding.
    let stated = settings == nil ? pictures.dropLast() : pictures[...]
    for picture in stated {
      let next = times.first { $0 > picture.time }
      #expect(next.map { $0 == picture.time + picture.duration } ?? (picture.duration > .zero), "\(picture)")
    }
    return pictures.count
  }

  /// Pictures that are reordered and come at a variable rate, that an edit cuts, and whose times are rounded.
  @Test(arguments: [
    "h264-vfr.mov", "h264-aac.mov", "h264-trimmed.mov", "h264-fragmented.mp4", "mpeg4-odd.mp4", "h264-aac.mkv",
    "h264-flac-srt.mkv", "vp9-opus.webm", "h264-aac.ts",
  ])
  func `AR-35: a picture as stored, and one of a movie, lasts until the next one`(name: String) throws {
    let url = MediaFiles.fixture(name)
    #expect(try Self.expectEnds(url, settings: nil) > 10)
    if ["mov", "mp4"].contains(url.pathExtension) { #expect(try Self.expectEnds(url, settings: [:]) > 10) }
  }

  @Test func `WI-66: a track ends with its last picture, whose duration its tables do not state`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("recorded.mov")
    let whole = [UInt8](try Data(contentsOf: MediaFiles.fixture("mjpeg-pcm.mov")))
    try Data(MovieBoxes.withoutLastPictureDuration(whole)).write(to: url)
    let frame = CMTime(value: 1, timescale: 15)
    let (asset, track) = try ReadMedia.track(url, .video)
    #expect(track.timeRange.start == .zero && track.timeRange.end == CMTime(value: 15, timescale: 15))
    #expect(try ReadMedia.stored(url, .video).last?.duration == frame)
    // Also where reading begins with it.
    let reader = try AVAssetReader(asset: asset)
    reader.timeRange = CMTimeRange(start: CMTime(value: 14, timescale: 15), duration: .positiveInfinity)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading())
    let last = try #require(output.copyNextSampleBuffer())
    #expect(last.presentationTimeStamp == CMTime(value: 14, timescale: 15) && last.duration == frame)
  }

  /// Writes reordered pictures that are shown for a 30th of a second, or for several.
  private static func writeUneven(_ url: URL) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=30:d=2", "-vf",
      "select='lt(mod(n,15),4)+eq(mod(n,15),8)'", "-fps_mode", "vfr", "-c:v", "libx264", "-bf", "3", url.path,
    ])
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "no pictures at a variable rate are read")),
    arguments: ["mp4", "mov", "mkv", "ts", "flv"])
  func `AR-26, AR-35: the picture that is on when a range begins is shown, however long it lasts`(
    container: String
  ) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("uneven.\(container)")
    try Self.writeUneven(url)
    #expect(try Self.expectEnds(url, settings: nil) == 20)
    // The fourth picture is shown for five thirtieths of a second.
    let times = try ReadMedia.pictureTimes(url)
    let start = times[3] + CMTime(value: 3, timescale: 30)
    let reading = try RangeReading(url, .video, settings: nil)
    _ = try reading.rest()
    let read = try reading.samples(in: [CMTimeRange(start: start, end: times[6])]).filter(\.isDisplayed)
    let shown = read.map(\.presentationTimeStamp).filter { $0 < times[6] }.sorted()
    #expect(shown == Array(times[3..<6]))
  }
}
