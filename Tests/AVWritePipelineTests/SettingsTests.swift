import AVFoundation
import Testing

@testable import AVWritePipeline

@Suite struct SettingsTests {
  @Test func `a copied track has no settings on either side`() {
    #expect(TrackPlan.Action.copy.sampleForm.readerSettings == nil)
    #expect(TrackPlan.Action.copy.writerSettings == nil)
  }

  @Test func `video settings say what was planned, and no more`() throws {
    let encoding = Self.encoding(in: .h264) {
      ($0.rateControl, $0.speed, $0.profile) = (.quality(20), .slow, .main)
      ($0.keyFrameInterval, $0.pixelFormat) = (2, .yuv420p)
    }
    #expect(TrackPlan.Action.encodeVideo(encoding).sampleForm.readerSettings?.isEmpty == true)
    let settings = encoding.settings
    #expect(settings[AVVideoCodecKey] as? String == "avc1")
    #expect(settings[AVVideoWidthKey] as? Int == 640)
    #expect(settings[AVVideoHeightKey] as? Int == 360)
    let compression = try #require(settings[AVVideoCompressionPropertiesKey] as? [String: Any])
    #expect(compression[AVVideoConstantRateFactorKey] as? Double == 20)
    #expect(compression[AVVideoEncoderSpeedKey] as? String == "slow")
    #expect(compression[AVVideoProfileLevelKey] as? String == AVVideoProfileLevelH264MainAutoLevel)
    #expect(compression[AVVideoMaxKeyFrameIntervalDurationKey] as? Double == 2)
    #expect(compression[AVVideoAverageBitRateKey] == nil)
    #expect(compression[AVVideoEncodedPixelFormatKey] as? Int == Int(kCVPixelFormatType_420YpCbCr8Planar))
  }

  @Test(arguments: [
    (VideoChoice.Codec.hevc, VideoCompression.Profile?.some(.main10), "hvc1"), (.prores, nil, "apcn"),
    (.prores, .proxy, "apco"),
    (.prores, .lt, "apcs"), (.prores, .hq, "apch"), (.prores, .fullChroma, "ap4h"), (.prores, .fullChromaXQ, "ap4x"),
    (.mjpeg, nil, "jpeg"),
  ])
  func `codec and profile give the code`(codec: VideoChoice.Codec, profile: VideoCompression.Profile?, code: String) {
    let encoding = Self.encoding(in: codec) { ($0.speed, $0.profile, $0.pixelFormat) = (.slow, profile, .yuv420p) }
    #expect(encoding.settings[AVVideoCodecKey] as? String == code)
    let compression = encoding.settings[AVVideoCompressionPropertiesKey] as? [String: Any]
    #expect(compression?[AVVideoProfileLevelKey] == nil)
  }

  @Test func `a bit rate stands in the place of a quality`() throws {
    let encoding = Self.encoding(in: .h264) { $0.averageBitRate = BitRate(bitsPerSecond: 2_000_000) }
    let compression = try #require(encoding.settings[AVVideoCompressionPropertiesKey] as? [String: Any])
    #expect(compression[AVVideoAverageBitRateKey] as? Int == 2_000_000)
    #expect(compression[AVVideoConstantRateFactorKey] == nil)
  }

  private static func encoding(
    in codec: VideoChoice.Codec, _ change: (inout VideoCompression) -> Void
  ) -> VideoEncoding {
    var compression = VideoCompression()
    change(&compression)
    return VideoEncoding(
      codec: codec, width: 640, height: 360, pixelAspect: .square, transform: [1, 0, 0, 1, 0, 0],
      compression: compression)
  }

  @Test func `linear PCM has all of its keys and no bit rate`() {
    let encoding = AudioEncoding(
      format: .pcm(.s24le), sampleRate: 48000, channels: 2)
    let settings = encoding.settings
    #expect(settings[AVFormatIDKey] as? UInt32 == kAudioFormatLinearPCM)
    #expect(settings[AVLinearPCMBitDepthKey] as? Int == 24)
    #expect(settings[AVLinearPCMIsFloatKey] as? Bool == false)
    #expect(settings[AVLinearPCMIsBigEndianKey] as? Bool == false)
    #expect(settings[AVLinearPCMIsNonInterleaved] as? Bool == false)
    #expect(settings[AVEncoderBitRateKey] == nil)
  }

  private static let readingCases: [(AVError, Int32)] = [
    (AVError(.fileFormatNotRecognized), 67), (AVError(.fileFailedToParse), 65), (AVError(.undecodableMediaData), 65),
    (AVError(.failedToLoadSampleData), 65), (AVError(.decoderNotFound), 69), (system(EACCES), 66),
    (AVError(.unknown), 70),
  ]

  @Test(arguments: readingCases)
  func `each error of reading has its exit code`(error: AVError, exit: Int32) {
    let error = JobError(reading: error, of: "a")
    #expect(error.exit.code == exit)
    #expect(error.message.hasPrefix("a: "))
  }

  private static let writingCases: [(AVError, Int32)] = [
    (AVError(.encoderNotFound), 69), (AVError(.unsupportedOutputSettings), 69), (AVError(.fileAlreadyExists), 73),
    (AVError(.diskFull), 74), (system(EIO), 74), (system(EROFS), 73), (AVError(.unknown), 70),
  ]

  @Test(arguments: writingCases)
  func `each error of writing has its exit code`(error: AVError, exit: Int32) {
    let error = JobError(writing: error, to: "a")
    #expect(error.exit.code == exit)
    #expect(error.message.hasPrefix("a: "))
  }

  private static func system(_ number: Int32) -> AVError {
    AVError(.unknown, userInfo: [NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(number))])
  }
}
