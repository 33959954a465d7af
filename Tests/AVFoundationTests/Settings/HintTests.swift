import AVFoundation
import TestSupport
import Testing

/// What clients say besides what they want: hints, which refuse nothing. What is refused has a reason that can be read.
@Suite("Hints of settings")
struct HintTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func refusal(_ settings: [String: Any], _ mediaType: AVMediaType = .video) throws -> String? {
    let writer = try AVAssetWriter(outputURL: folder.file("a"), fileType: .mov)
    let reason = writer.refusal(ofOutputSettings: settings, forMediaType: mediaType)
    #expect(writer.canApply(outputSettings: settings, forMediaType: mediaType) == (reason == nil))
    return reason
  }

  private static let hints: [(String, any Sendable)] = [
    ("RealTime", true), ("AllowOpenGOP", false), ("HDRMetadataInsertionMode", "Auto"),
    ("MaximizePowerEfficiency", true),
    ("PrioritizeEncodingSpeedOverQuality", true), ("MaxFrameDelayCount", 3), ("AllowTemporalCompression", true),
    ("DataRateLimits", [1_000_000, 1]), (AVVideoAverageNonDroppableFrameRateKey, 15),
  ]

  @Test(arguments: hints.map(\.0))
  func `each hint is taken, for every codec`(_ key: String) throws {
    let value = try #require(Self.hints.first { $0.0 == key }).1
    for codec in [AVVideoCodecType.h264, .hevc, .proRes422, .jpeg] {
      let settings: [String: Any] = [
        AVVideoCodecKey: codec, AVVideoWidthKey: 64, AVVideoHeightKey: 48,
        AVVideoCompressionPropertiesKey: [key: value],
      ]
      #expect(try refusal(settings) == nil, "\(codec.rawValue)")
    }
  }

  @Test func `the choice of an encoder, and a quality beside a bit rate, refuse nothing`() throws {
    let encoder: [String: Any] = ["EnableHardwareAcceleratedVideoEncoder": true, "EncoderID": "com.example"]
    #expect(try refusal(Settings.video([AVVideoEncoderSpecificationKey: encoder])) == nil)
    let both: [String: Any] = [AVVideoAverageBitRateKey: 500_000, AVVideoQualityKey: 0.5]
    #expect(try refusal(Settings.video(compression: both)) == nil)
    for strategy in [
      AVAudioBitRateStrategy_Constant, AVAudioBitRateStrategy_LongTermAverage, AVAudioBitRateStrategy_Variable,
      AVAudioBitRateStrategy_VariableConstrained,
    ] {
      let settings = Settings.aac([
        AVEncoderBitRateStrategyKey: strategy, AVEncoderAudioQualityForVBRKey: AVAudioQuality.high.rawValue,
      ])
      #expect(try refusal(settings, .audio) == nil, "\(strategy)")
    }
  }

  @Test func `what is refused says why, and names the key`() throws {
    #expect(try refusal(Settings.video(compression: ["NoSuchKey": 1]))?.contains("NoSuchKey") == true)
    #expect(try refusal(Settings.video(compression: ["DataRateLimits": [1000]]))?.contains("DataRateLimits") == true)
    let endless = [Double.infinity, Double.infinity]
    #expect(try refusal(Settings.video(compression: ["DataRateLimits": endless]))?.contains("DataRateLimits") == true)
    #expect(try refusal(Settings.aac(), .metadata)?.isEmpty == false)
    let writer = try AVAssetWriter(outputURL: folder.file("b"), fileType: .mp3)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    #expect(!writer.canAdd(input) && writer.refusal(of: input)?.contains("vide") == true)
  }

  @Test func `sizes with a fraction are those of the nearest whole numbers`() throws {
    let file = folder.file("fractions.mov")
    try WrittenFile.video(
      file, settings: [AVVideoCodecKey: Self.oldCodec, AVVideoWidthKey: 95.6, AVVideoHeightKey: 80.4], count: 2)
    let dimensions = try ReadMedia.track(file, .video).1.format.dimensions
    #expect(dimensions.width == 96 && dimensions.height == 80)
    #expect(try refusal(Settings.video(width: 0)) != nil)
  }

  @Test func `where no picture may depend on another each is a key frame`() throws {
    let file = folder.file("intra.mov")
    try WrittenFile.video(file, settings: Settings.video(compression: ["AllowTemporalCompression": false]), count: 4)
    #expect(try WrittenFile.track(file).syncSamples == [0, 1, 2, 3])
  }

  /// The codec's name as clients of before 2017 write it, which is a string.
  private static let oldCodec: String = AVVideoCodecType.h264.rawValue

  @Test func `objects that clients compare are equal where they are one`() throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("speech.wav"))
    let outputs = asset.tracks.map { AVAssetReaderTrackOutput(track: $0, outputSettings: nil) }
    let other = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
    #expect(outputs[0] == outputs[0] && outputs[0] != other)
    #expect(CMClockGetHostTimeClock() == CMClock.hostTimeClock)
    let timebase = try CMTimebase(sourceClock: .hostTimeClock)
    #expect(try timebase == timebase && timebase != CMTimebase(sourceClock: .hostTimeClock))
  }
}
