import AVFAudio
import CoreGraphics
import Testing

/// Formats as settings dictionaries, both ways.
@Suite struct FormatSettingsTests {
  private static var stereo: [String: Any] {
    [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2]
  }

  private static func with(_ values: [String: Any?]) -> [String: Any] {
    var settings = stereo
    for (key, value) in values { settings[key] = value }
    return settings
  }

  private static func bytes(_ tag: AudioChannelLayoutTag) -> Data {
    let layout = ManagedAudioChannelLayout(tag: tag)
    return layout.withUnsafePointer { Data(bytes: $0, count: layout.sizeInBytes) }
  }

  @Test(arguments: [8, 16, 24, 32], [false, true])
  func `AF-30: settings give a format and the format gives them back`(depth: Int, isFloat: Bool) throws {
    guard !isFloat || depth == 32 else { return }
    for (isBigEndian, isPlanar, isSigned) in [
      (false, false, true), (true, false, true), (false, true, true), (true, true, false),
    ] {
      let settings = Self.with([
        AVLinearPCMBitDepthKey: depth, AVLinearPCMIsFloatKey: isFloat, AVLinearPCMIsBigEndianKey: isBigEndian,
        AVLinearPCMIsNonInterleaved: isPlanar, AVLinearPCMIsSignedKey: isSigned,
      ])
      let format = try #require(AVAudioFormat(settings: settings))
      let fields = format.streamDescription.pointee
      #expect(fields.mBitsPerChannel == UInt32(depth))
      #expect(fields.mBytesPerFrame == UInt32(depth / 8 * (isPlanar ? 1 : 2)))
      #expect((fields.mFormatFlags & kAudioFormatFlagIsFloat != 0) == isFloat)
      #expect((fields.mFormatFlags & kAudioFormatFlagIsBigEndian != 0) == isBigEndian)
      #expect(format.isInterleaved == !isPlanar)
      let hasSign = !isFloat && (depth > 8 || isSigned)
      #expect((fields.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0) == hasSign)
      let again = try #require(AVAudioFormat(settings: format.settings))
      #expect(again == format && again.streamDescription.pointee == fields)
    }
  }

  @Test func `AF-30: settings hold numbers of every type`() throws {
    let settings = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2)).settings
    #expect(settings[AVFormatIDKey] as? UInt32 == kAudioFormatLinearPCM)
    #expect(settings[AVFormatIDKey] as? Int == Int(kAudioFormatLinearPCM))
    #expect(settings[AVSampleRateKey] as? Double == 44_100 && settings[AVSampleRateKey] as? Int == 44_100)
    #expect(settings[AVNumberOfChannelsKey] as? Int == 2 && settings[AVLinearPCMBitDepthKey] as? Int == 32)
    #expect(settings[AVLinearPCMIsFloatKey] as? Bool == true && settings[AVLinearPCMIsBigEndianKey] as? Bool == false)
    #expect(settings[AVLinearPCMIsNonInterleaved] as? Bool == true && settings[AVChannelLayoutKey] == nil)
  }

  @Test func `AF-30, AF-32: a layout goes into settings and comes out`() throws {
    let layout = try AVAudioFormatTests.layout(kAudioChannelLayoutTag_MPEG_5_1_D)
    let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
    #expect(format.settings[AVChannelLayoutKey] as? Data == Self.bytes(kAudioChannelLayoutTag_MPEG_5_1_D))
    let again = try #require(AVAudioFormat(settings: format.settings))
    #expect(again == format && again.channelLayout == layout)
    var counted = format.settings
    counted[AVNumberOfChannelsKey] = nil
    #expect(AVAudioFormat(settings: counted) == format)
  }

  @Test func `AF-31: keys of encoders are passed over`() throws {
    let settings = Self.with([
      AVEncoderBitRateKey: 128_000, AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue, "unknown": "nothing",
    ])
    let plain = try #require(AVAudioFormat(settings: Self.stereo))
    #expect(AVAudioFormat(settings: settings) == plain)
  }

  @Test(arguments: [
    "AF-32 six channels", "AF-32 another layout", "AF-32 a layout that is cut", "AF-33 7 bits", "AF-33 20 bits",
    "AF-33 64 bits", "AF-33 floating point of 64 bits", "AF-33 floating point of 16 bits", "AF-34 a depth in words",
    "AF-34 a rate in words", "AF-34 a channel and a half", "AF-34 a layout that is no data", "AF-34 no Boolean",
    "AF-36 no format", "AF-36 no rate", "AF-36 no channels", "AF-36 a rate of 0", "AF-36 an endless rate",
    "AF-36 0 channels", "AF-36 fewer than no channels", "AF-36 a format of 33 bits",
  ])
  func `AF-32 to AF-34, AF-36: settings of no format`(name: String) {
    let change: [String: Any?] =
      switch name.drop(while: { $0 != " " }).dropFirst() {
      case "six channels": [AVNumberOfChannelsKey: 6]
      case "another layout": [AVChannelLayoutKey: Self.bytes(kAudioChannelLayoutTag_Mono)]
      case "a layout that is cut": [AVChannelLayoutKey: Self.bytes(kAudioChannelLayoutTag_Stereo).dropLast()]
      case "7 bits": [AVLinearPCMBitDepthKey: 7]
      case "20 bits": [AVLinearPCMBitDepthKey: 20]
      case "64 bits": [AVLinearPCMBitDepthKey: 64]
      case "floating point of 64 bits": [AVLinearPCMBitDepthKey: 64, AVLinearPCMIsFloatKey: true]
      case "floating point of 16 bits": [AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: true]
      case "a depth in words": [AVLinearPCMBitDepthKey: "16"]
      case "a rate in words": [AVSampleRateKey: "48000"]
      case "a channel and a half": [AVNumberOfChannelsKey: 1.5]
      case "a layout that is no data": [AVChannelLayoutKey: kAudioChannelLayoutTag_Stereo]
      case "no Boolean": [AVLinearPCMIsFloatKey: "yes"]
      case "no format": [AVFormatIDKey: nil]
      case "no rate": [AVSampleRateKey: nil]
      case "no channels": [AVNumberOfChannelsKey: nil]
      case "a rate of 0": [AVSampleRateKey: 0]
      case "an endless rate": [AVSampleRateKey: Double.infinity]
      case "0 channels": [AVNumberOfChannelsKey: 0]
      case "fewer than no channels": [AVNumberOfChannelsKey: -1]
      default: [AVFormatIDKey: 1 << 32]
      }
    #expect(AVAudioFormat(settings: Self.stereo) != nil)
    #expect(AVAudioFormat(settings: Self.with(change)) == nil)
  }

  @Test func `AF-35: numbers may be of any type`() throws {
    let expected = try #require(AVAudioFormat(settings: Self.stereo))
    let rates: [Any] = [48_000, 48_000.0, Float(48_000), CGFloat(48_000), UInt32(48_000), NSNumber(value: 48_000)]
    for rate in rates {
      let settings = Self.with([
        AVSampleRateKey: rate, AVFormatIDKey: NSNumber(value: kAudioFormatLinearPCM), AVNumberOfChannelsKey: UInt32(2),
        AVLinearPCMBitDepthKey: 16.0, AVLinearPCMIsFloatKey: 0, AVLinearPCMIsBigEndianKey: NSNumber(value: false),
      ])
      #expect(AVAudioFormat(settings: settings) == expected)
    }
  }

  @Test func `AF-37: what is left open is integers of 16 bits`() throws {
    let format = try #require(AVAudioFormat(settings: Self.stereo))
    #expect(format.commonFormat == .pcmFormatInt16 && format.isInterleaved)
    let float = try #require(AVAudioFormat(settings: Self.with([AVLinearPCMIsFloatKey: true])))
    #expect(float.commonFormat == .pcmFormatFloat32)
    let bytes = try #require(AVAudioFormat(settings: Self.with([AVLinearPCMBitDepthKey: 8])))
    #expect(bytes.streamDescription.pointee.mFormatFlags & kAudioFormatFlagIsSignedInteger == 0)
  }

  @Test(
    arguments: [
      (kAudioFormatMPEG4AAC, 44_100, 1024), (kAudioFormatMPEG4AAC_HE, 44_100, 2048),
      (kAudioFormatAppleLossless, 44_100, 4096), (kAudioFormatMPEGLayer3, 44_100, 1152),
      (kAudioFormatMPEGLayer3, 22_050, 576), (kAudioFormatAC3, 48_000, 1536), (kAudioFormatULaw, 8000, 1),
      (kAudioFormatOpus, 48_000, 0), (kAudioFormatFLAC, 48_000, 0),
    ] as [(AudioFormatID, Double, UInt32)])
  func `AF-38: packets have the frames that their codec defines`(codec: AudioFormatID, rate: Double, frames: UInt32)
    throws
  {
    let format = try #require(AVAudioFormat(settings: Self.with([AVFormatIDKey: codec, AVSampleRateKey: rate])))
    let fields = format.streamDescription.pointee
    #expect(fields.mFormatID == codec && fields.mFramesPerPacket == frames && fields.mChannelsPerFrame == 2)
    #expect(fields.mBytesPerPacket == (codec == kAudioFormatULaw ? 2 : 0))
    #expect(format.settings[AVLinearPCMBitDepthKey] == nil)
    #expect(AVAudioFormat(settings: format.settings) == format)
  }
}
