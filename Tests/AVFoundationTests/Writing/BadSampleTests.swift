import AVFoundation
import TestSupport
import Testing

/// Samples that no file can hold: writing fails with an error that says so, and nothing is left.
@Suite("Samples that cannot be written")
struct BadSampleTests {
  private static let decades = CMTime(value: 1 << 40, timescale: 1)

  /// A kind of input, what is appended to it behind a good sample or as the first one, and the error.
  enum Case: String, CaseIterable, CustomTestStringConvertible {
    case pictureAtNoTime, pictureAtInfinity, pictureAtTheEndOfTime, pictureThatLastsForEver
    case packetForAnEncoder, oddPixelFormat
    case soundAtNoTime, soundAfterAYear, soundAtTheEndOfTime, compressedSound, soundOfInfiniteRate
    case soundOfManyChannels, soundOfShortFloats
    case copiedSoundOfInfiniteRate, copiedSoundOfManyChannels, copiedSoundAtHalfSpeed
    case copiedPicture, copiedWithoutTime, copiedWithoutFormat, copiedAtTheEndOfTime, copiedThatLastsForEver

    var testDescription: String { rawValue }

    var mediaType: AVMediaType {
      switch self {
      case .soundAtNoTime, .soundAfterAYear, .soundAtTheEndOfTime, .compressedSound, .soundOfInfiniteRate,
        .soundOfManyChannels, .soundOfShortFloats, .copiedSoundOfInfiniteRate, .copiedSoundOfManyChannels,
        .copiedSoundAtHalfSpeed, .copiedWithoutTime, .copiedWithoutFormat, .copiedAtTheEndOfTime,
        .copiedThatLastsForEver:
        .audio
      default: .video
      }
    }

    var isCopied: Bool { rawValue.hasPrefix("copied") }

    var error: AVError.Code {
      switch self {
      case .packetForAnEncoder, .oddPixelFormat, .compressedSound, .soundOfInfiniteRate, .soundOfManyChannels,
        .soundOfShortFloats, .copiedPicture:
        .unsupportedOutputSettings
      case .copiedSoundOfInfiniteRate, .copiedSoundOfManyChannels: .formatUnsupported
      default: .operationNotAllowed
      }
    }
  }

  private static func picture(at time: CMTime, for duration: CMTime = .invalid) throws -> CMSampleBuffer {
    try ComputedMedia.sample(ComputedMedia.picture(width: 64, height: 48), at: time, duration: duration)
  }

  private static func sound(at time: CMTime) throws -> CMSampleBuffer {
    try ComputedMedia.audioSample(start: 0, count: 480, at: time)
  }

  /// Linear PCM that no decoder gives.
  private static func sound(_ change: (inout AudioStreamBasicDescription) -> Void) throws -> CMSampleBuffer {
    var basic = try #require(try ComputedMedia.pcmFormat().audioStreamBasicDescription)
    change(&basic)
    let format = try CMFormatDescription(audioStreamBasicDescription: basic)
    return try stored(format, at: .zero)
  }

  private static func stored(
    _ format: CMFormatDescription?, at time: CMTime, for duration: CMTime = CMTime(value: 1, timescale: 48_000)
  ) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      dataBuffer: ComputedMedia.blockBuffer([UInt8](repeating: 0, count: 64)), formatDescription: format, numSamples: 1,
      sampleTimings: [
        CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
      ], sampleSizes: [64])
  }

  private static func bad(_ bad: Case) throws -> CMSampleBuffer {
    switch bad {
    case .pictureAtNoTime: return try picture(at: .invalid)
    case .pictureAtInfinity: return try picture(at: .positiveInfinity)
    case .pictureAtTheEndOfTime: return try picture(at: CMTime(value: .max, timescale: 1))
    case .pictureThatLastsForEver:
      return try picture(at: CMTime(value: 1, timescale: 1), for: CMTime(value: .max, timescale: 1))
    case .packetForAnEncoder: return try firstSample("h264-aac.mov", .video)
    case .oddPixelFormat:
      let buffer = ComputedMedia.pixelBuffer(width: 64, height: 48, format: kCVPixelFormatType_OneComponent16Half)
      return try ComputedMedia.sample(buffer, at: CMTime(value: 1, timescale: 1))
    case .soundAtNoTime: return try sound(at: .invalid)
    case .soundAfterAYear: return try sound(at: CMTime(value: 365 * 24 * 3600, timescale: 1))
    case .soundAtTheEndOfTime: return try sound(at: CMTime(value: .max, timescale: 1))
    case .compressedSound: return try firstSample("h264-aac.mov", .audio)
    case .soundOfInfiniteRate, .copiedSoundOfInfiniteRate: return try sound { $0.mSampleRate = .infinity }
    case .soundOfManyChannels, .copiedSoundOfManyChannels: return try sound { $0.mChannelsPerFrame = .max }
    case .soundOfShortFloats:
      return try sound { ($0.mBitsPerChannel, $0.mBytesPerFrame, $0.mBytesPerPacket) = (16, 2, 2) }
    case .copiedSoundAtHalfSpeed:
      return try ComputedMedia.sound(480, frameDuration: CMTime(value: 2, timescale: 48_000))
    case .copiedPicture: return try picture(at: .zero)
    case .copiedWithoutTime: return try stored(ComputedMedia.pcmFormat(), at: .invalid)
    case .copiedWithoutFormat: return try stored(nil, at: .zero)
    case .copiedAtTheEndOfTime: return try stored(ComputedMedia.pcmFormat(), at: decades)
    case .copiedThatLastsForEver: return try stored(ComputedMedia.pcmFormat(), at: .zero, for: decades)
    }
  }

  private static func firstSample(_ name: String, _ mediaType: AVMediaType) throws -> CMSampleBuffer {
    var first: CMSampleBuffer?
    try ReadMedia.forEachSample(of: MediaFiles.fixture(name), mediaType, settings: nil) { first = first ?? $0 }
    return try #require(first)
  }

  private func writer(_ bad: Case, in folder: TemporaryFolder) throws -> WriterWithInput {
    let settings: [String: Any]? =
      bad.isCopied ? nil : bad.mediaType == .video ? Settings.video() : Settings.aac()
    return try WriterWithInput(in: folder.url, mediaType: bad.mediaType, settings: settings)
  }

  @Test(arguments: Case.allCases.filter { $0 != .soundAfterAYear })
  func `as the first sample`(_ bad: Case) async throws {
    let folder = try TemporaryFolder()
    let made = try writer(bad, in: folder)
    try await bounded {
      made.start()
      try #expect(made.input.append(Self.bad(bad)))
      #expect(throws: AVError.self) { try finishWriting(made.writer) }
    }
    #expect(made.writer.status == .failed)
    #expect((made.writer.error as? AVError)?.code == bad.error)
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: Case.allCases.filter { !$0.isCopied && $0 != .packetForAnEncoder })
  func `behind a good sample`(_ bad: Case) async throws {
    let folder = try TemporaryFolder()
    let made = try writer(bad, in: folder)
    try await bounded {
      made.start()
      let good =
        bad.mediaType == .video
        ? try ComputedMedia.videoSample(0) : try ComputedMedia.audioSample(start: 0, count: 480)
      #expect(made.input.append(good))
      made.input.waitUntilReady()
      try #expect(made.input.append(Self.bad(bad)))
      #expect(throws: AVError.self) { try finishWriting(made.writer) }
    }
    #expect(made.writer.status == .failed)
    #expect((made.writer.error as? AVError)?.code == bad.error)
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: Mode.allCases)
  func `a buffer without samples writes nothing`(_ mode: Mode) throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(
      in: folder.url, mediaType: .audio, settings: mode == .encoding ? Settings.pcm() : nil)
    made.start()
    let nothing = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: ComputedMedia.pcmFormat(), numSamples: 0, sampleTimings: [], sampleSizes: [])
    #expect(made.input.append(nothing))
    try #expect(made.input.append(ComputedMedia.audioSample(start: 0, count: 480)))
    #expect(made.input.append(nothing))
    try #expect(made.input.append(ComputedMedia.audioSample(start: 480, count: 480)))
    try finishWriting(made.writer)
    #expect(try ReadMedia.sound(made.writer.outputURL).count == 960)
  }

  @Test(arguments: [1, 1000] as [CMTimeScale])
  func `segments of a source whose time jumps by years`(_ segmentsInASecond: CMTimeScale) async throws {
    final class Collector: NSObject, AVAssetWriterDelegate {
      let calls = Counter()
      func assetWriter(_ writer: AVAssetWriter, didOutputSegmentData data: Data, segmentType: AVAssetSegmentType) {
        calls.increment()
      }
    }
    let collector = Collector()
    try await bounded {
      let writer = AVAssetWriter(contentType: .mpeg4Movie)
      writer.delegate = collector
      writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: segmentsInASecond)
      writer.initialSegmentStartTime = .zero
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
      input.mediaTimeScale = 25
      writer.add(input)
      try WrittenFile.start(writer)
      for index in [0, 1, 1_000_000_000, 1_000_000_001] {
        input.waitUntilReady()
        try #expect(input.append(ComputedMedia.videoSample(index)))
      }
      try finishWriting(writer)
    }
    #expect(collector.calls.value >= 3)
  }
}
