import AVFoundation
import TestSupport
import Testing

@testable import MovieFile

/// The name of a file, and what ffmpeg is told to make it.
struct Made: Sendable, CustomTestStringConvertible {
  let name: String
  let options: [String]
  var testDescription: String { name }

  init(_ name: String, _ options: [String]) {
    self.name = name
    self.options = options
  }

  init(_ name: String, _ options: String...) { self.init(name, options) }
}

/// Codings and containers that the fixtures are too short for, made by ffmpeg for the test.
@Suite("Random access in long files")
struct RandomAccessCodecTests {
  /// AAC without bands of noise, whose samples depend on all noise before.
  static let madeSounds: [Made] = [
    Made("aac.mov", "-c:a", "aac", "-aac_pns", "0"), Made("aac.mkv", "-c:a", "aac", "-aac_pns", "0"),
    Made("aac.ts", "-c:a", "aac", "-aac_pns", "0"), Made("aac.aac", "-c:a", "aac", "-aac_pns", "0"),
    Made("vbr.mp3", "-c:a", "libmp3lame", "-q:a", "4"),
    Made("reservoir.mp3", "-c:a", "libmp3lame", "-b:a", "32k", "-ar", "44100"),
    Made("low.mp3", "-c:a", "libmp3lame", "-b:a", "8k", "-ar", "16000"), Made("mp3.mov", "-c:a", "libmp3lame"),
    Made("mp3.mkv", "-c:a", "libmp3lame"), Made("opus.opus", "-c:a", "libopus"), Made("opus.webm", "-c:a", "libopus"),
    Made("opus.mp4", "-c:a", "libopus"), Made("speech.webm", "-c:a", "libopus", "-b:a", "12k"),
    Made("vorbis.ogg", "-c:a", "libvorbis"), Made("vorbis.mkv", "-c:a", "libvorbis"),
    Made("ac3.mp4", "-c:a", "ac3", "-ac", "2", "-ar", "48000"), Made("eac3.ts", "-c:a", "eac3", "-ar", "48000"),
    Made("flac.flac", "-c:a", "flac"), Made("flac.mkv", "-c:a", "flac"), Made("alac.m4a", "-c:a", "alac"),
    Made("pcm.aiff", "-c:a", "pcm_s16be"), Made("pcm.caf", "-c:a", "pcm_s24le"), Made("pcm.mkv", "-c:a", "pcm_s16le"),
    Made("adpcm.wav", "-c:a", "adpcm_ima_wav"), Made("alaw.mov", "-c:a", "pcm_alaw"),
  ]

  /// Speech several times over.
  private static func make(_ made: Made, from source: String, times: Int, in folder: TemporaryFolder) throws -> URL {
    let url = folder.file(made.name)
    try Tool.ffmpeg.run(
      ["-v", "error", "-stream_loop", "\(times - 1)", "-i", MediaFiles.fixture(source).path] + made.options + [url.path]
    )
    return url
  }

  @Test(arguments: madeSounds)
  func `AR-26: sound of any ranges is that of a straight reading, bit for bit`(_ made: Made) throws {
    guard Tool.ffmpeg.isInstalled(for: "ranges of \(made.name) are not read") else { return }
    let folder = try TemporaryFolder()
    let url = try Self.make(made, from: "speech.wav", times: 3, in: folder)
    try RandomAccessTests.expectSameSound(url, rounds: Rounds.count(4, full: 40))
  }

  static let madePictures: [Made] = {
    let h264 = ["-an", "-c:v", "libx264", "-preset", "veryfast", "-g", "20", "-bf", "3", "-vf", "scale=160:-2"]
    let open = h264 + ["-x264-params", "open-gop=1:b-pyramid=normal"]
    let hevc = ["-an", "-c:v", "libx265", "-preset", "ultrafast", "-vf", "scale=160:-2"]
    return [
      Made("closed.mov", h264), Made("open.mov", open), Made("open.mkv", open), Made("open.ts", open),
      Made("fragments.mp4", h264 + ["-movflags", "frag_keyframe+empty_moov"]), Made("closed.avi", h264),
      Made("closed.flv", h264), Made("hevc.mp4", hevc + ["-x265-params", "log-level=none:keyint=20:open-gop=1"]),
      Made("hevc.mkv", hevc + ["-x265-params", "log-level=none:keyint=20:open-gop=0"]),
      Made("mpeg2.mpg", ["-an", "-c:v", "mpeg2video", "-bf", "2", "-g", "12", "-vf", "scale=160:-2"]),
      Made("mpeg4.avi", ["-an", "-c:v", "mpeg4", "-g", "12", "-vf", "scale=160:-2"]),
      Made("vp9.webm", ["-an", "-c:v", "libvpx-vp9", "-cpu-used", "8", "-g", "20", "-vf", "scale=160:-2"]),
    ]
  }()

  @Test(arguments: madePictures)
  func `AR-26: pictures of any ranges are those of a straight reading, bit for bit`(_ made: Made) throws {
    guard Tool.ffmpeg.isInstalled(for: "ranges of \(made.name) are not read") else { return }
    let folder = try TemporaryFolder()
    let url = try Self.make(made, from: "h264-vfr.mov", times: 2, in: folder)
    try RandomAccessTests.expectSamePictures(url, rounds: Rounds.count(2, full: 30))
  }

  @Test func `AR-26: only what a range needs is read and decoded`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("movie.mov")
    try await bounded {
      try WrittenFile.video(
        url, settings: Settings.video(compression: [AVVideoMaxKeyFrameIntervalKey: 10]), count: 100)
    }
    let reading = try RangeReading(url, .video, settings: [:])
    let all = try reading.rest().map(RangeReading.Picture.init)
    // From the second picture to the last key frame before the range everything is destroyed.
    let range = CMTimeRange(start: CMTime(value: 75, timescale: 25), end: CMTime(value: 90, timescale: 25))
    let track = try #require(try Movie(path: url.path).tracks.first)
    let samples = Array(track.samples)
    let keys = samples.filter(\.isSync).map(\.index)
    try #require(keys.count > 5)
    let key = try #require(keys.last { $0 < 70 })
    let file = try FileHandle(forUpdating: url)
    for sample in samples[1..<key] {
      try file.seek(toOffset: UInt64(sample.offset))
      try file.write(contentsOf: Data(repeating: 0xFF, count: sample.size))
    }
    try file.close()

    let straight = try RangeReading(url, .video, settings: [:])
    #expect(throws: AVError.self) { try straight.rest() }
    #expect(straight.reader.status == .failed)

    // A reader whose first range is the one that is whole, and then another part of it.
    let (asset, videoTrack) = try ReadMedia.track(url, .video)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: videoTrack, outputSettings: [:])
    output.supportsRandomAccess = true
    reader.timeRange = range
    reader.add(output)
    #expect(reader.startReading())
    var read: [RangeReading.Picture] = []
    while let sample = output.copyNextSampleBuffer() { read.append(try RangeReading.Picture(sample)) }
    #expect(read == Array(all[75..<90]))
    let part = CMTimeRange(start: CMTime(value: 80, timescale: 25), end: CMTime(value: 84, timescale: 25))
    output.reset(forReadingTimeRanges: [NSValue(timeRange: part)])
    read = []
    while let sample = output.copyNextSampleBuffer() { read.append(try RangeReading.Picture(sample)) }
    #expect(read == Array(all[80..<84]))
    #expect(reader.status == .reading)
  }
}
