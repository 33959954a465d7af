import AVFoundation
import Foundation
import TestSupport
import Testing

/// `AVAudioFile` for writing, judged by FFmpeg.
@Suite struct AudioFileWritingTests {
  /// A file that is written, and what FFmpeg calls the sound in it. Nil in `error` is no bound of the error: the samples are
  /// the same.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var codec: String
    var settings: @Sendable (Double, Int) -> [String: Any]
    /// The largest root mean square of the error, where the coding loses something.
    var error: Double?
    var testDescription: String { "\(name) with \(codec)" }

    init(_ name: String, _ codec: String, error: Double? = nil, _ more: @escaping @Sendable () -> [String: Any]) {
      (self.name, self.codec, self.error) = (name, codec, error)
      settings = { more().merging([AVSampleRateKey: $0, AVNumberOfChannelsKey: $1]) { given, _ in given } }
    }
  }

  static let cases: [Case] = [
    Case("a.wav", "pcm_s16le") { [AVFormatIDKey: kAudioFormatLinearPCM] },
    Case("a.wav", "pcm_s24le") { [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 24] },
    Case("a.wav", "pcm_f32le") { [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true] },
    Case("a.wav", "pcm_f64le") {
      [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 64]
    },
    Case("a.aiff", "pcm_s16be") { [AVFormatIDKey: kAudioFormatLinearPCM] },
    Case("a.caf", "pcm_s16be") { [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsBigEndianKey: true] },
    Case("a.M4A", "alac") { [AVFormatIDKey: kAudioFormatAppleLossless] },
    Case("a.flac", "flac") { [AVFormatIDKey: kAudioFormatFLAC] },
    Case("a.m4a", "aac", error: 0.02) { [AVFormatIDKey: kAudioFormatMPEG4AAC, AVEncoderBitRateKey: 256_000] },
    Case("a.mp3", "mp3", error: 0.02) { [AVFormatIDKey: kAudioFormatMPEGLayer3, AVEncoderBitRateKey: 256_000] },
    Case("a", "flac") { [AVFormatIDKey: kAudioFormatFLAC, AVAudioFileTypeKey: kAudioFileFLACType] },
    Case("a.dat", "pcm_s16le") { [AVFormatIDKey: kAudioFormatLinearPCM, AVAudioFileTypeKey: kAudioFileWAVEType] },
  ]

  /// Chords whose samples have 16 bits, so that no lossless coding rounds them.
  private static func sample(_ frame: Int, _ channel: Int) -> Float {
    let time = Double(frame) / 48_000
    let value = 0.3 * sin(2 * .pi * 440 * time) + 0.2 * sin(2 * .pi * (555 + 100 * Double(channel)) * time)
    return Float((value * 32768).rounded() / 32768)
  }

  private static func fill(_ buffer: AVAudioPCMBuffer, from first: Int, _ count: Int) {
    buffer.frameLength = AVAudioFrameCount(count)
    let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
    let (channels, isInterleaved) = (Int(buffer.format.channelCount), buffer.format.isInterleaved)
    for frame in 0..<count {
      for channel in 0..<channels {
        let value = sample(first + frame, channel)
        let memory = list[isInterleaved ? 0 : channel].mData!
        let place = isInterleaved ? frame * channels + channel : frame
        switch buffer.format.commonFormat {
        case .pcmFormatFloat64: memory.storeBytes(of: Double(value), toByteOffset: place * 8, as: Double.self)
        case .pcmFormatInt16: memory.storeBytes(of: Int16(value * 32768), toByteOffset: place * 2, as: Int16.self)
        case .pcmFormatInt32:
          memory.storeBytes(of: Int32(Double(value) * 2_147_483_648), toByteOffset: place * 4, as: Int32.self)
        default: memory.storeBytes(of: value, toByteOffset: place * 4, as: Float.self)
        }
      }
    }
  }

  /// Writes a second and a little more in buffers of drawn lengths.
  private static func write(_ file: AVAudioFile, seed: UInt64 = 3) throws -> Int {
    var numbers = SeededGenerator(seed: seed)
    let length = 50_017
    var first = 0
    while first < length {
      let count = min(length - first, Int.random(in: 0...9000, using: &numbers))
      let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 9000))
      fill(buffer, from: first, count)
      try file.write(from: buffer)
      first += count
      #expect(file.framePosition == Int64(first) && file.length == Int64(first))
    }
    return length
  }

  private static func expect(_ url: URL, _ codec: String, channels: Int, length: Int, within error: Double?) throws {
    let codecs = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", url.path,
    ]).text
    #expect(codecs.split(separator: "\n") == [Substring(codec)])
    let bytes = try Tool.ffmpeg.run(["-v", "error", "-i", url.path, "-f", "f32le", "-"]).bytes
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(try AVAudioFile(forReading: url).length == Int64(length))
    // FFmpeg leaves the rest of the last packet of AAC in.
    let rest = samples.count - length * channels
    #expect(rest == 0 || codec == "aac" && (0..<1024 * channels).contains(rest))
    let squares = samples.prefix(length * channels).enumerated().reduce(0.0) { sum, pair in
      let difference = Double(pair.element - sample(pair.offset / channels, pair.offset % channels))
      return sum + difference * difference
    }
    #expect((squares / Double(max(1, samples.count))).squareRoot() <= error ?? 0)
  }

  @Test(arguments: cases)
  func `FI-10: files of every type are what their settings say, from every processing format`(_ each: Case) async throws
  {
    guard Tool.ffmpeg.isInstalled(for: "nobody judges what is written") else { return }
    try await bounded {
      let folder = try TemporaryFolder()
      let url = folder.file(each.name)
      for format in [AVAudioCommonFormat.pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32] {
        for isInterleaved in [true, false] {
          let file = try AVAudioFile(
            forWriting: url, settings: each.settings(48_000, 2), commonFormat: format, interleaved: isInterleaved)
          #expect(file.processingFormat.commonFormat == format && file.processingFormat.isInterleaved == isInterleaved)
          #expect(file.fileFormat.sampleRate == 48_000 && file.fileFormat.channelCount == 2)
          let length = try Self.write(file)
          try file.finish()
          try Self.expect(url, each.codec, channels: 2, length: length, within: each.error)
        }
      }
    }
  }

  @Test func `FI-11: a file of the standard format's own settings is one of floating point`() throws {
    guard Tool.ffmpeg.isInstalled(for: "nobody judges what is written") else { return }
    let folder = try TemporaryFolder()
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
    let file = try AVAudioFile(forWriting: folder.file("a.wav"), settings: format.settings)
    #expect(file.processingFormat == format && file.fileFormat.isInterleaved)
    let length = try Self.write(file)
    file.close()
    try Self.expect(folder.file("a.wav"), "pcm_f32le", channels: 1, length: length, within: nil)
  }

  @Test func `FI-12: a file is there when it is complete, in the place of another`() throws {
    let folder = try TemporaryFolder()
    try folder.write("another", to: "a.wav")
    let url = folder.file("a.wav")
    var file: AVAudioFile? = try AVAudioFile(
      forWriting: url,
      settings: [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 8000, AVNumberOfChannelsKey: 1])
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file!.processingFormat, frameCapacity: 100))
    buffer.frameLength = 100
    try file?.write(from: buffer)
    #expect(try folder.read("a.wav") == "another")
    let refusal = #expect(throws: AVError.self) { try file?.read(into: buffer) }
    #expect(refusal?.code == .operationNotAllowed)
    file = nil
    #expect(folder.names == ["a.wav"])
    #expect(try AVAudioFile(forReading: url).length == 100)
  }

  @Test(arguments: [
    ("a.wav", kAudioFormatLinearPCM), ("a.aiff", kAudioFormatLinearPCM), ("a.caf", kAudioFormatLinearPCM),
    ("a.flac", kAudioFormatFLAC), ("a.m4a", kAudioFormatMPEG4AAC), ("a.m4a", kAudioFormatAppleLossless),
    ("a.mov", kAudioFormatLinearPCM),
  ])
  func `FI-12: a file that nothing was written to has length 0`(_ name: String, _ format: AudioFormatID) throws {
    let folder = try TemporaryFolder()
    let settings: [String: Any] = [AVFormatIDKey: format, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2]
    let file = try AVAudioFile(forWriting: folder.file(name), settings: settings)
    try file.finish()
    #expect(folder.names == [name])
    let written = try AVAudioFile(forReading: folder.file(name))
    #expect(written.length == 0)
    #expect(written.fileFormat.streamDescription.pointee.mFormatID == format)
    #expect(written.fileFormat.sampleRate == 48_000 && written.fileFormat.channelCount == 2)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: written.processingFormat, frameCapacity: 100))
    try written.read(into: buffer)
    #expect(buffer.frameLength == 0)
    guard Tool.ffmpeg.isInstalled(for: "nobody else reads what is written") else { return }
    #expect(try Tool.ffmpeg.run(["-v", "error", "-i", folder.path(name), "-f", "f32le", "-"]).bytes.isEmpty)
  }

  @Test func `FI-12: MP3 has no file that nothing was written to`() throws {
    let folder = try TemporaryFolder()
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatMPEGLayer3, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
    ]
    let file = try AVAudioFile(forWriting: folder.file("a.mp3"), settings: settings)
    let error = #expect(throws: AVError.self) { try file.finish() }
    #expect(error?.code == .operationNotAllowed)
    #expect(folder.names.isEmpty)
  }

  @Test(
    arguments: [
      ("a.wav", [AVFormatIDKey: kAudioFormatMPEG4AAC as any Sendable], AVError.Code.formatUnsupported),
      ("a.xyz", [AVFormatIDKey: kAudioFormatLinearPCM as any Sendable], .formatUnsupported),
      ("a.mp3", [AVFormatIDKey: kAudioFormatLinearPCM as any Sendable], .formatUnsupported),
      (
        "a.wav", [AVFormatIDKey: kAudioFormatLinearPCM as any Sendable, AVLinearPCMBitDepthKey: 20],
        .unsupportedOutputSettings
      ),
      (
        "a.wav", [AVFormatIDKey: kAudioFormatLinearPCM as any Sendable, AVSampleRateKey: 0], .unsupportedOutputSettings
      ),
      (
        "a.wav", [AVFormatIDKey: kAudioFormatLinearPCM as any Sendable, AVNumberOfChannelsKey: 6],
        .unsupportedOutputSettings
      ),
      ("a.wav", [:], .unsupportedOutputSettings),
      ("none/a.wav", [AVFormatIDKey: kAudioFormatLinearPCM as any Sendable], .unknown),
    ] as [(String, [String: any Sendable], AVError.Code)])
  func `FI-13: what settings and types of file cannot do throws, and leaves nothing`(
    _ name: String, _ settings: [String: any Sendable], _ code: AVError.Code
  ) throws {
    let folder = try TemporaryFolder()
    let usual: [String: any Sendable] = [AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2]
    let settings = settings.merging(usual) { given, _ in given }
    let error = #expect(throws: AVError.self) {
      try AVAudioFile(forWriting: folder.file(name), settings: settings)
    }
    #expect(error?.code == code, "\(String(describing: error))")
    #expect(folder.names.isEmpty)
  }

  /// The settings of Apple Lossless for the channels of a layout.
  private static func lossless(_ tag: AudioChannelLayoutTag) -> [String: Any] {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag
    return [
      AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 48_000,
      AVNumberOfChannelsKey: Int(AudioChannelLayoutTag_GetNumberOfChannels(tag)),
      AVChannelLayoutKey: Data(bytes: &layout, count: MemoryLayout<AudioChannelLayout>.size),
    ]
  }

  @Test(arguments: [
    kAudioChannelLayoutTag_Quadraphonic, kAudioChannelLayoutTag_WAVE_7_1, kAudioChannelLayoutTag_DVD_4,
    kAudioChannelLayoutTag_DiscreteInOrder | 8,
  ])
  func `FI-13, FI-14: speakers that a format has no layout for are refused, and not mixed`(
    _ tag: AudioChannelLayoutTag
  ) throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: AVError.self) {
      try AVAudioFile(forWriting: folder.file("a.m4a"), settings: Self.lossless(tag))
    }
    #expect(error?.code == .formatUnsupported, "\(String(describing: error))")
    #expect(folder.names.isEmpty)
  }

  @Test func `FI-14: surrounds at the sides are those at the back where a format has them there`() throws {
    guard Tool.ffmpeg.isInstalled(for: "nobody judges what is written") else { return }
    let folder = try TemporaryFolder()
    let url = folder.file("a.m4a")
    let file = try AVAudioFile(forWriting: url, settings: Self.lossless(kAudioChannelLayoutTag_WAVE_6_1))
    #expect(file.processingFormat.channelLayout?.layoutTag == kAudioChannelLayoutTag_WAVE_6_1)
    #expect(file.fileFormat.channelLayout?.layoutTag == kAudioChannelLayoutTag_MPEG_6_1_A)
    let length = try Self.write(file)
    try file.finish()
    let bytes = try Tool.ffmpeg.run(["-v", "error", "-i", url.path, "-f", "f32le", "-"]).bytes
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(samples.count == length * 7)
    // The speaker behind the listener comes in front of the sides, and after the back.
    let places = [0, 1, 2, 3, 5, 6, 4]
    #expect(samples.indices.allSatisfy { samples[$0] == Self.sample($0 / 7, places[$0 % 7]) })
  }

  @Test func `FI-14: six channels keep their speakers`() throws {
    guard Tool.ffprobe.isInstalled(for: "nobody judges what is written") else { return }
    let folder = try TemporaryFolder()
    let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
    let file = try AVAudioFile(forWriting: folder.file("a.wav"), settings: format.settings)
    _ = try Self.write(file)
    try file.finish()
    let text = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "stream=channel_layout", "-of", "csv=p=0", folder.path("a.wav"),
    ]).text
    #expect(text.contains("5.1"))
    let written = try AVAudioFile(forReading: folder.file("a.wav"))
    #expect(written.processingFormat.channelCount == 6)
  }
}
