import Foundation
import MediaInterop
import MediaSupport
import TestSupport
import Testing

@Suite struct MuxerTests {
  static func probe(_ path: String, _ entries: String) throws -> String {
    try Tool.ffprobe.run(["-v", "error", "-show_entries", entries, "-of", "default=nw=1", path]).text
  }

  static func decode(_ path: String, _ raw: String) throws -> [UInt8] {
    try Tool.ffmpeg.run(["-v", "error", "-i", path, "-f", raw, "pipe:1"]).bytes
  }

  /// A wav file of computed samples.
  static func writeWav(_ path: String, count: Int) throws {
    let (packets, encoder) = try AudioEncoderTests.encode(
      .init(codec: .pcmS16LE, sampleRate: 44100, layout: .stereo), count: count, step: 1000)
    let muxer = try Muxer(creating: path, container: .wav)
    try muxer.addStream(
      MediaInterop.Stream(index: 0, parameters: encoder.parameters, timeBase: encoder.timeBase))
    do {
      try muxer.writeHeader(options: ["rf64": "auto"])
      for packet in packets { try muxer.write(packet, streamIndex: 0) }
      try muxer.finish()
    } catch {
      muxer.cancel()
      throw error
    }
  }

  @Test func `a WAVE file holds every sample`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.wav")
    try Self.writeWav(path, count: 30001)
    let format = AudioFormat(sampleRate: 44100, layout: .stereo, sampleFormat: .s16, isPlanar: false)
    #expect(
      try Self.decode(path, "s16le") == ComputedAudio.bytes(of: ComputedAudio.buffer(format, count: 30001)))
    #expect(try Self.probe(path, "stream=codec_name,sample_rate,channels,duration_ts").contains("duration_ts=30001"))
  }

  @Test func `nothing is stamped with a clock or a version`() throws {
    let folder = try TemporaryFolder()
    try Self.writeWav(folder.path("a.wav"), count: 100)
    try Self.writeWav(folder.path("b.wav"), count: 100)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path("a.wav")))
    #expect(try bytes == Data(contentsOf: URL(fileURLWithPath: folder.path("b.wav"))))
    #expect(bytes.range(of: Data("Lavf".utf8)) == nil)
  }

  @Test func `frames of LAME have their tag in the place that was kept`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.mp3")
    let (packets, encoder) = try MP3EncoderTests.encode(
      .init(sampleRate: 44100, channelCount: 2, writesTag: true), MP3EncoderTests.format(44100, channels: 2),
      count: 20000)
    let muxer = try Muxer(creating: path, container: .mp3)
    var parameters = CodecParameters(codec: .mp3)
    parameters.sampleRate = 44100
    parameters.layout = .stereo
    try muxer.addStream(MediaInterop.Stream(index: 0, parameters: parameters, timeBase: encoder.timeBase))
    try muxer.writeHeader(metadata: [("title", "Glide")], options: ["write_xing": "0"])
    let place = muxer.position
    for packet in packets { try muxer.write(packet, streamIndex: 0) }
    try muxer.patch(try #require(encoder.tagFrame), at: place)
    try muxer.finish()
    #expect(try Self.decode(path, "s16le").count == 20000 * 4)
    #expect(try Self.probe(path, "format_tags=title").contains("Glide"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.range(of: Data("LAME3".utf8)) != nil)
    #expect(bytes.range(of: Data("Lavf".utf8)) == nil)
  }

  @Test func `a file that exists is not touched`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.wav")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: MediaError.self) { try Muxer(creating: path, container: .wav) }
    #expect(error?.kind == .outputExists && error?.path == path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
    let missing = #expect(throws: MediaError.self) {
      try Muxer(creating: folder.path("none/a.wav"), container: .wav)
    }
    #expect(missing?.kind == .outputUnavailable)
  }

  @Test func `cancelling leaves no file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.wav")
    let muxer = try Muxer(creating: path, container: .wav)
    #expect(FileManager.default.fileExists(atPath: path))
    muxer.cancel()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `what the container cannot carry is refused`() throws {
    let folder = try TemporaryFolder()
    let muxer = try Muxer(creating: folder.path("a.mp3"), container: .mp3)
    let error = #expect(throws: MediaError.self) {
      try muxer.addStream(
        MediaInterop.Stream(index: 0, parameters: CodecParameters(codec: .h264), timeBase: TimeBase(1, 90000)))
      try muxer.writeHeader()
    }
    #expect(error?.kind == .unsupportedByContainer)
    muxer.cancel()
  }

  /// The limit of the process's file size, in a child of its own, stands for the full disk.
  @Test func `a full disk is said with the path`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let path = NSTemporaryDirectory() + "/full-" + UUID().uuidString + ".wav"
      do {
        try MuxerTests.writeWav(path, count: 100_000)
      } catch let error as MediaError {
        let isRemoved = !FileManager.default.fileExists(atPath: path)
        if error.kind == .diskFull, error.path == path, isRemoved { exit(7) }
      } catch {}
      exit(1)
    }
  }
}
