import AVFoundation
import Bitstreams
import MovieFile
import TestSupport
import Testing

/// How clients spell values, and what is refused.
@Suite("Settings dictionaries")
struct SettingsSpellingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func canApply(_ settings: [String: Any]?, _ mediaType: AVMediaType, _ fileType: AVFileType = .mov) throws
    -> Bool
  {
    try AVAssetWriter(outputURL: folder.file("a"), fileType: fileType)
      .canApply(outputSettings: settings, forMediaType: mediaType)
  }

  private static let spellings: [(String, @Sendable (Int) -> Any)] = [
    ("Int", { $0 }), ("Int32", { Int32($0) }), ("UInt32", { UInt32($0) }), ("UInt64", { UInt64($0) }),
    ("Double", { Double($0) }), ("Float", { Float($0) }), ("CGFloat", { CGFloat($0) }),
    ("NSNumber", { NSNumber(value: $0) }), ("NSNumber of a Double", { NSNumber(value: Double($0)) }),
  ]

  @Test(arguments: spellings.map(\.0))
  func `numbers mean the same however they are spelled`(_ name: String) throws {
    let spell = Self.spellings.first { $0.0 == name }!.1
    let video = folder.file("video.mov")
    try WrittenFile.video(
      video,
      settings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: spell(96), AVVideoHeightKey: spell(80),
        AVVideoCompressionPropertiesKey: [
          AVVideoMaxKeyFrameIntervalKey: spell(2), AVVideoQualityKey: spell(1),
          AVVideoExpectedSourceFrameRateKey: spell(25), AVVideoAllowFrameReorderingKey: spell(0),
          AVVideoEncoderSpeedKey: "ultrafast",
        ],
      ], count: 5)
    let (_, track) = try ReadMedia.track(video, .video)
    let dimensions = track.format.dimensions
    #expect(dimensions.width == 96 && dimensions.height == 80)
    #expect(!track.requiresFrameReordering)
    #expect(try WrittenFile.track(video).syncSamples == [0, 2, 4])
    let audio = folder.file("audio.mov")
    try WrittenFile.audio(
      audio,
      settings: [
        // A Float has no bits for four characters.
        AVFormatIDKey: name == "Float" ? kAudioFormatLinearPCM : spell(Int(kAudioFormatLinearPCM)),
        AVSampleRateKey: spell(24_000),
        AVNumberOfChannelsKey: spell(2), AVLinearPCMBitDepthKey: spell(16), AVLinearPCMIsFloatKey: spell(0),
        AVLinearPCMIsBigEndianKey: spell(1), AVLinearPCMIsNonInterleaved: spell(0),
      ], count: 4800)
    let format = try ReadMedia.track(audio, .audio).1.format
      .audioStreamBasicDescription
    #expect(format?.mSampleRate == 24_000 && format?.mChannelsPerFrame == 2)
    #expect(format.map { $0.mFormatFlags & kAudioFormatFlagIsBigEndian != 0 } == true)
  }

  @Test func `booleans may be Bool or NSNumber, and dictionaries and strings Foundation's`() throws {
    let properties: NSDictionary = [
      AVVideoAllowFrameReorderingKey: NSNumber(value: false),
      AVVideoProfileLevelKey: NSString(string: AVVideoProfileLevelH264MainAutoLevel),
    ]
    let url = folder.file("out.mov")
    try WrittenFile.video(
      url,
      settings: [
        AVVideoCodecKey: NSString(string: "avc1"), AVVideoWidthKey: 64, AVVideoHeightKey: 48,
        AVVideoCompressionPropertiesKey: properties,
      ], count: 10)
    let track = try WrittenFile.track(url)
    #expect(track.avcConfiguration?.profile == 77)
    #expect(track.samples.allSatisfy { $0.compositionOffset == 0 })
  }

  @Test func `what cannot be honoured is refused`() throws {
    let layout = Data([0, 0, 0x79, 0])  // shorter than a layout
    let video: [[String: Any]] = [
      [AVVideoCodecKey: AVVideoCodecType.hevcWithAlpha, AVVideoWidthKey: 64, AVVideoHeightKey: 48],
      [AVVideoCodecKey: "none", AVVideoWidthKey: 64, AVVideoHeightKey: 48],
      [AVVideoCodecKey: AVVideoCodecType.h264], [:],
      Settings.video(["Unknown": 1]), Settings.video(compression: ["Unknown": 1]),
      Settings.video(width: 0), Settings.video(width: -4), Settings.video(width: .max), Settings.video(width: 1 << 20),
      Settings.video([AVVideoWidthKey: "64"]), Settings.video([AVVideoWidthKey: -64.5]),
      Settings.video([AVVideoWidthKey: Double.nan]), Settings.video([AVVideoWidthKey: Double.infinity]),
      Settings.video([AVVideoScalingModeKey: "Sideways"]),
      Settings.video(compression: [AVVideoAverageBitRateKey: 1000, AVVideoConstantRateFactorKey: 20]),
      Settings.video(compression: [AVVideoAverageBitRateKey: Int.max]),
      Settings.video(compression: [AVVideoQualityKey: 1.5]),
      Settings.video(compression: [AVVideoProfileLevelKey: "H264_Extended_4_0"]),
      Settings.video(compression: [AVVideoProfileLevelKey: "H264_High_9_9"]),
      Settings.video(compression: [AVVideoProfileLevelKey: "H264_High_999999999999999999_0"]),
      Settings.video(compression: [
        AVVideoProfileLevelKey: AVVideoProfileLevelH264BaselineAutoLevel,
        AVVideoH264EntropyModeKey: AVVideoH264EntropyModeCABAC,
      ]),
      Settings.video(compression: [
        AVVideoProfileLevelKey: AVVideoProfileLevelH264MainAutoLevel,
        AVVideoEncodedPixelFormatKey: kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange,
      ]),
      Settings.video(compression: [AVVideoEncodedPixelFormatKey: kCVPixelFormatType_32BGRA]),
      Settings.video(compression: [AVVideoEncoderSpeedKey: "warp"]),
      Settings.video(compression: [AVVideoMaxKeyFrameIntervalKey: 0]),
      Settings.video(compression: [AVVideoExpectedSourceFrameRateKey: -1]),
      Settings.video([AVVideoColorPropertiesKey: [AVVideoColorPrimariesKey: AVVideoColorPrimaries_P3_D65]]),
      Settings.video([AVVideoCleanApertureKey: [AVVideoCleanApertureWidthKey: 60]]),
      Settings.video([
        AVVideoCleanApertureKey: [AVVideoCleanApertureWidthKey: 65, AVVideoCleanApertureHeightKey: 48]
      ]),
      Settings.video([
        AVVideoCleanApertureKey: [
          AVVideoCleanApertureWidthKey: 60, AVVideoCleanApertureHeightKey: 40,
          AVVideoCleanApertureHorizontalOffsetKey: Int.max / 2 + 1,
        ]
      ]),
      Settings.video([
        AVVideoPixelAspectRatioKey: [
          AVVideoPixelAspectRatioHorizontalSpacingKey: Int.max, AVVideoPixelAspectRatioVerticalSpacingKey: 1,
        ]
      ]),
    ]
    for settings in video { #expect(try !canApply(settings, .video), "\(settings)") }
    let audio: [[String: Any]] = [
      [:], Settings.aac(["Unknown": 1]), Settings.aac(rate: 12_345), Settings.aac(rate: 0), Settings.aac(rate: .max),
      Settings.aac(channels: 0), Settings.aac(channels: 3), Settings.aac(channels: .max),
      Settings.aac([AVChannelLayoutKey: layout]),
      Settings.aac([AVEncoderBitRateKey: 64_000, AVEncoderBitRatePerChannelKey: 32_000]),
      Settings.aac(channels: 2, [AVEncoderBitRatePerChannelKey: Int.max]),
      Settings.aac([AVEncoderBitRateStrategyKey: "Sometimes"]),
      [AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2],
      // Longer than 32 bits, with those of AAC at the end.
      [AVFormatIDKey: 1 << 32 | Int(kAudioFormatMPEG4AAC), AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2],
      [AVFormatIDKey: kAudioFormatMPEGLayer3, AVSampleRateKey: 96_000, AVNumberOfChannelsKey: 2],
      [
        AVFormatIDKey: kAudioFormatMPEGLayer3, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
        AVEncoderBitRateKey: 100_000,
      ],
      Settings.pcm(bits: 12), Settings.pcm(bits: 16, isFloat: true),
      Settings.pcm().merging([AVLinearPCMIsNonInterleaved: true]) { $1 },
      Settings.pcm().merging([AVEncoderBitRateKey: 64_000]) { $1 },
    ]
    for settings in audio { #expect(try !canApply(settings, .audio), "\(settings)") }
    #expect(try !canApply(Settings.aac(), .audio, .wav))
    #expect(try !canApply([:], .metadata))
    #expect(try !canApply(nil, AVMediaType("zzzz")))
  }

  @Test func `settings that are accepted are those that are written: no trap, whatever a dictionary holds`() throws {
    var random = SeededGenerator(seed: 2026)
    let writers = try [AVFileType.mov, .mp4, .m4a, .mp3, .wav].map {
      try AVAssetWriter(outputURL: folder.file("a"), fileType: $0)
    }
    var accepted = 0
    for _ in 0..<2500 {
      let isVideo = Bool.random(using: &random)
      let settings = NastySettings.dictionary(isVideo: isVideo, using: &random)
      let writer = writers.randomElement(using: &random)!
      if writer.canApply(outputSettings: settings, forMediaType: isVideo ? .video : .audio) { accepted += 1 }
    }
    // Some of it makes sense: the test would be blind otherwise.
    #expect(accepted > 20)
  }

  @Test func `what canApply accepts of nasty values is encoded, or fails with an error`() async throws {
    var random = SeededGenerator(seed: 7)
    let folder = folder
    var kept: [(Bool, [String: Any])] = []
    let probe = try AVAssetWriter(outputURL: folder.file("a"), fileType: .mov)
    while kept.count < 40 {
      let isVideo = Bool.random(using: &random)
      let settings = NastySettings.dictionary(isVideo: isVideo, using: &random)
      // Only an input with a hint takes this one.
      if settings[AVEncoderAudioQualityKey] != nil { continue }
      if probe.canApply(outputSettings: settings, forMediaType: isVideo ? .video : .audio) {
        kept.append((isVideo, settings))
      }
    }
    // Dictionaries of `Any` are not Sendable; these are only read from now on.
    nonisolated(unsafe) let all = kept
    try await bounded {
      for (index, (isVideo, settings)) in all.enumerated() {
        let url = folder.file("\(index).mov")
        do {
          if isVideo {
            try WrittenFile.video(url, settings: settings, count: 2)
            #expect(try ReadMedia.pictureTimes(url).count == 2, "\(settings)")
          } else {
            try WrittenFile.audio(url, settings: settings, count: 2000)
            #expect(try ReadMedia.sound(url).count > 0, "\(settings)")
          }
        } catch {
          Issue.record("canApply accepted \(settings), and writing failed: \(error)")
        }
      }
    }
  }
}

/// Dictionaries of known keys with values that settings should not have, and some that they may.
enum NastySettings {
  static func dictionary(isVideo: Bool, using random: inout SeededGenerator) -> [String: Any] {
    var settings = isVideo ? Settings.video() : Bool.random(using: &random) ? Settings.aac() : Settings.pcm()
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let key = (isVideo ? videoKeys : audioKeys).randomElement(using: &random)!
      settings[key] = value(using: &random)
    }
    guard isVideo else { return settings }
    for (key, keys) in nested where Int.random(in: 0..<3, using: &random) == 0 {
      var values: [String: Any] = [:]
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        values[keys.randomElement(using: &random)!] = value(using: &random)
      }
      settings[key] = values
    }
    return settings
  }

  private static let videoKeys = [
    AVVideoCodecKey, AVVideoWidthKey, AVVideoHeightKey, AVVideoScalingModeKey, AVVideoCleanApertureKey,
    AVVideoPixelAspectRatioKey, AVVideoColorPropertiesKey, AVVideoCompressionPropertiesKey, AVVideoAllowWideColorKey,
    AVVideoEncoderSpecificationKey,
  ]

  private static let nested: [(String, [String])] = [
    (
      AVVideoCompressionPropertiesKey,
      [
        AVVideoAverageBitRateKey, AVVideoQualityKey, AVVideoConstantRateFactorKey, AVVideoEncoderSpeedKey,
        AVVideoEncoderTuneKey,
        AVVideoMaxKeyFrameIntervalKey, AVVideoMaxKeyFrameIntervalDurationKey, AVVideoAllowFrameReorderingKey,
        AVVideoExpectedSourceFrameRateKey, AVVideoProfileLevelKey, AVVideoH264EntropyModeKey,
        AVVideoEncodedPixelFormatKey,
      ]
    ),
    (
      AVVideoCleanApertureKey,
      [
        AVVideoCleanApertureWidthKey, AVVideoCleanApertureHeightKey, AVVideoCleanApertureHorizontalOffsetKey,
        AVVideoCleanApertureVerticalOffsetKey,
      ]
    ),
    (
      AVVideoPixelAspectRatioKey,
      [AVVideoPixelAspectRatioHorizontalSpacingKey, AVVideoPixelAspectRatioVerticalSpacingKey]
    ),
    (AVVideoColorPropertiesKey, [AVVideoColorPrimariesKey, AVVideoTransferFunctionKey, AVVideoYCbCrMatrixKey]),
  ]

  private static let audioKeys = [
    AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVChannelLayoutKey, AVLinearPCMBitDepthKey,
    AVLinearPCMIsBigEndianKey, AVLinearPCMIsFloatKey, AVLinearPCMIsNonInterleaved, AVEncoderBitRateKey,
    AVEncoderBitRatePerChannelKey, AVEncoderBitRateStrategyKey, AVEncoderAudioQualityKey,
    AVEncoderAudioQualityForVBRKey, AVEncoderBitDepthHintKey, AVSampleRateConverterAlgorithmKey,
  ]

  private static func value(using random: inout SeededGenerator) -> Any {
    let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    let values: [Any] = [
      Int.min, Int.max, -1, 0, 1, 2, 3, 7, 16, 63, 64, 255, 65_535, 65_536, 1 << 31, 1 << 32, 1 << 53, UInt64.max,
      Int.random(in: -100...100, using: &random), Int.random(in: 1...5000, using: &random), 0.5, -0.5, 1e-300, 1e300,
      -1e300, Double.nan, Double.infinity, -Double.infinity, Double.leastNonzeroMagnitude, Float.nan,
      Float.greatestFiniteMagnitude, CGFloat(3), true, false, "", "avc1", "medium", "CABAC", "H264_Main_3_1",
      "H264_High_AutoLevel", "H264_Baseline_-1_0", "H264_Main_9223372036854775807_9", "ITU_R_709_2", "ITU_R_2020",
      "Linear", "\u{0}", String(repeating: "x", count: 5000), NSNull(), NSNumber(value: UInt64.max),
      NSNumber(value: true),
      [Any](), [1, 2, 3], [String: Any](), ["a": ["b": [Double.nan]]], [1: 2], Data(), Data(bytes), Date(),
      AVVideoCodecType.h264, AVVideoCodecType.hevc, AVVideoCodecType.proRes422, AVVideoCodecType.jpeg,
      AVAudioQuality.max, kAudioFormatMPEG4AAC, kAudioFormatMPEGLayer3,
      kAudioFormatLinearPCM, CMTime.zero, Optional<Int>.none as Any, NSObject(),
    ]
    return values.randomElement(using: &random)!
  }
}
