import AVFoundation
import Foundation
import TestSupport
import Testing

/// `AVAudioFile` for reading, beside what FFmpeg and `AVAssetReader` decode.
@Suite struct AudioFileReadingTests {
  /// Sounds of all kinds, and whether FFmpeg decodes the same samples to the bit.
  static let sounds = [
    ("pcm24-stereo.wav", true), ("speech.wav", true), ("speech.flac", true), ("speech.m4a", false),
    ("speech.mp3", false), ("speech-bare.mp3", false), ("speech.opus", false), ("aac-5.1.m4a", false),
    ("h264-aac.mov", false), ("vp9-opus.webm", false), ("h264-late-audio.mov", false), ("h264-aac.ts", false),
  ]

  private static func url(_ name: String) -> URL { URL(fileURLWithPath: Files.fixture(name)) }

  /// All channels of a file, sample beside sample, as `AVAssetReader` gives them, with silence where the file has none.
  private static func decoded(_ url: URL) throws -> [Float] {
    let asset = AVURLAsset(url: url)
    let track = try #require(asset.tracks(withMediaType: .audio).first)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
        AVLinearPCMIsNonInterleaved: false, AVLinearPCMIsBigEndianKey: false,
      ])
    reader.add(output)
    try #require(reader.startReading())
    var samples: [Float] = []
    while let sample = output.copyNextSampleBuffer() {
      let format = try #require(sample.formatDescription?.audioStreamBasicDescription)
      let channels = Int(format.mChannelsPerFrame)
      let start = Int((sample.presentationTimeStamp.seconds * format.mSampleRate).rounded()) * channels
      if start > samples.count + channels * Int(format.mSampleRate) / 500 {
        samples += Array(repeating: 0, count: start - samples.count)
      }
      samples += try sample.dataBuffer?.dataBytes().withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } ?? []
    }
    #expect(reader.status == .completed)
    return samples
  }

  /// The frames of a buffer, sample beside sample.
  private static func interleaved(_ buffer: AVAudioPCMBuffer) throws -> [Float] {
    let channels = try #require(buffer.floatChannelData)
    let count = Int(buffer.format.channelCount)
    return (0..<Int(buffer.frameLength) * count).map { channels[$0 % count][$0 / count * buffer.stride] }
  }

  private static func buffer(_ file: AVAudioFile, _ capacity: AVAudioFrameCount) throws -> AVAudioPCMBuffer {
    try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: capacity))
  }

  @Test(arguments: sounds)
  func `FI-04: buffers of any length give what a reader decodes`(name: String, isExact: Bool) async throws {
    try await bounded {
      let url = Self.url(name)
      let expected = try Self.decoded(url)
      let file = try AVAudioFile(forReading: url)
      #expect(file.isOpen && file.url == url && file.framePosition == 0 && file.processingFormat.isStandard)
      #expect(file.processingFormat.sampleRate == file.fileFormat.sampleRate)
      let channels = Int64(file.processingFormat.channelCount)
      #expect(file.length * channels == Int64(expected.count))
      var numbers = SeededGenerator(seed: UInt64(expected.count))
      var read: [Float] = []
      while true {
        let buffer = try Self.buffer(file, AVAudioFrameCount.random(in: 1...20_000, using: &numbers))
        try file.read(into: buffer)
        if buffer.frameLength == 0 { break }
        read += try Self.interleaved(buffer)
        #expect(file.framePosition * channels == Int64(read.count))
      }
      #expect(read == expected)
      guard isExact, Tool.ffmpeg.isInstalled(for: "FFmpeg does not say what \(name) holds") else { return }
      let bytes = try Tool.ffmpeg.run(["-v", "error", "-i", url.path, "-f", "f32le", "-"]).bytes
      #expect(bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } == read)
    }
  }

  @Test(arguments: [("quad", 4, "m4a"), ("quad", 4, "mov"), ("7.1", 8, "m4a"), ("7.1", 8, "mkv"), ("5.1", 6, "m4a")])
  func `FI-04, FI-14: no channel is mixed, also where the container does not say its speaker`(
    _ speakers: String, _ count: Int, _ type: String
  ) async throws {
    guard Tool.ffmpeg.isInstalled(for: "nobody makes AAC whose container leaves the speakers open") else { return }
    let folder = try TemporaryFolder()
    let tones = (0..<count).map { "\(Double($0 + 2) * 0.05)*sin(\(300 + 80 * $0)*2*PI*t)" }.joined(separator: "|")
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "aevalsrc=exprs=\(tones):c=\(speakers):s=48000:d=0.5", "-c:a", "aac", "-b:a",
      "512k", folder.path("a.\(type)"),
    ])
    try await bounded {
      let url = folder.file("a.\(type)")
      let expected = try Self.decoded(url)
      let file = try AVAudioFile(forReading: url)
      let buffer = try Self.buffer(file, AVAudioFrameCount(file.length))
      try file.read(into: buffer)
      #expect(try Self.interleaved(buffer) == expected)
      let tags = [
        4: kAudioChannelLayoutTag_Quadraphonic, 6: kAudioChannelLayoutTag_MPEG_5_1_A,
        8: kAudioChannelLayoutTag_WAVE_7_1,
      ]
      #expect(file.processingFormat.channelLayout?.layoutTag == tags[count])
    }
  }

  /// AAC's decoder makes noise of its own, from where it happens to be.
  private static func areEqual(_ read: [Float], _ wanted: [Float], isNoisy: Bool) -> Bool {
    guard isNoisy else { return read == wanted }
    let squares = zip(read, wanted).reduce(0.0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
    return read.count == wanted.count && (squares / Double(max(1, read.count))).squareRoot() < 0.01
  }

  @Test(arguments: sounds.map(\.0))
  func `FI-05: reading goes on from any frame`(name: String) async throws {
    try await bounded {
      let url = Self.url(name)
      let expected = try Self.decoded(url)
      let file = try AVAudioFile(forReading: url)
      let channels = Int(file.processingFormat.channelCount)
      var numbers = SeededGenerator(seed: 19)
      let buffer = try Self.buffer(file, 3000)
      for _ in 0..<12 {
        let frame = Int.random(in: 0..<expected.count / channels, using: &numbers)
        let count = AVAudioFrameCount.random(in: 1...3000, using: &numbers)
        file.framePosition = AVAudioFramePosition(frame)
        try file.read(into: buffer, frameCount: count)
        let wanted = expected.dropFirst(frame * channels).prefix(Int(count) * channels)
        let isNoisy = file.fileFormat.streamDescription.pointee.mFormatID == kAudioFormatMPEG4AAC
        #expect(
          Self.areEqual(try Self.interleaved(buffer), Array(wanted), isNoisy: isNoisy), "\(name), frame \(frame)")
      }
      file.framePosition = .max
      try file.read(into: buffer)
      #expect(buffer.frameLength == 0)
      file.framePosition = -5
      #expect(file.framePosition == 0)
      try file.read(into: buffer, frameCount: 7)
      #expect(try Self.interleaved(buffer) == Array(expected.prefix(7 * channels)))
    }
  }

  @Test(arguments: [
    AVAudioCommonFormat.pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32,
  ])
  func `FI-02: samples are of the wanted type, and beside each other or not`(_ format: AVAudioCommonFormat) throws {
    let url = Self.url("pcm24-stereo.wav")
    let expected = try Self.decoded(url)
    for isInterleaved in [false, true] {
      let file = try AVAudioFile(forReading: url, commonFormat: format, interleaved: isInterleaved)
      #expect(file.processingFormat.commonFormat == format && file.processingFormat.isInterleaved == isInterleaved)
      let buffer = try Self.buffer(file, AVAudioFrameCount(file.length))
      try file.read(into: buffer)
      #expect(Int(buffer.frameLength) * 2 == expected.count)
      let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: buffer.audioBufferList))
      #expect(list.count == (isInterleaved ? 1 : 2))
      for index in stride(from: 0, to: expected.count, by: 101) {
        let (plane, place) = isInterleaved ? (0, index) : (index % 2, index / 2)
        let memory = try #require(list[plane].mData)
        let value: Double =
          switch format {
          case .pcmFormatFloat64: memory.load(fromByteOffset: place * 8, as: Double.self)
          case .pcmFormatInt16: Double(memory.load(fromByteOffset: place * 2, as: Int16.self)) / 32768
          case .pcmFormatInt32: Double(memory.load(fromByteOffset: place * 4, as: Int32.self)) / 2_147_483_648
          default: Double(memory.load(fromByteOffset: place * 4, as: Float.self))
          }
        #expect(abs(value - Double(expected[index])) <= (format == .pcmFormatInt16 ? 1 / 32768.0 : 1e-7))
      }
    }
  }

  @Test(arguments: [
    ("none.wav", AVError.Code.unknown), ("text.wav", .fileFormatNotRecognized),
    ("pictures.mov", .unsupportedOutputSettings),
  ])
  func `FI-01: what cannot be read throws`(name: String, code: AVError.Code) throws {
    let folder = try TemporaryFolder()
    try folder.write("letters, and no sound at all", to: "text.wav")
    try FileManager.default.copyItem(
      atPath: Files.fixture("h264-one-frame.mov"), toPath: folder.path("pictures.mov"))
    let error = #expect(throws: AVError.self) { try AVAudioFile(forReading: folder.file(name)) }
    #expect(error?.code == code)
  }

  @Test func `FI-06: damage ends reading behind the last frame before it`() async throws {
    var bytes = [UInt8](try Data(contentsOf: Self.url("speech.flac")))
    for index in bytes.count / 2..<bytes.count / 2 + 4000 { bytes[index] = UInt8(truncatingIfNeeded: index &* 151) }
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: folder.file("damaged.flac"))
    let url = folder.file("damaged.flac")
    try await bounded {
      let whole = try Self.decoded(Self.url("speech.flac"))
      let file = try AVAudioFile(forReading: url)
      let buffer = try Self.buffer(file, AVAudioFrameCount(whole.count))
      try file.read(into: buffer)
      let read = try Self.interleaved(buffer)
      #expect(read.count > 0)
      #expect(read == Array(whole.prefix(read.count)))
      for _ in 0..<2 {
        #expect(throws: AVError.self) { try file.read(into: buffer) }
        #expect(buffer.frameLength == 0)
      }
      #expect(file.length > 0)
      file.framePosition = 0
      try file.read(into: buffer, frameCount: 10)
      #expect(try Self.interleaved(buffer) == Array(whole.prefix(10)))
    }
  }

  @Test func `FI-08: a closed file is not read, and says what it was`() throws {
    let file = try AVAudioFile(forReading: Self.url("speech.wav"))
    let length = file.length
    let buffer = try Self.buffer(file, 100)
    try file.read(into: buffer)
    let refusal = #expect(throws: AVError.self) { try file.write(from: buffer) }
    #expect(refusal?.code == .operationNotAllowed)
    file.close()
    file.close()
    #expect(!file.isOpen && file.length == length && file.framePosition == 100)
    let error = #expect(throws: AVError.self) { try file.read(into: buffer) }
    #expect(error?.code == .operationNotAllowed)
  }
}
