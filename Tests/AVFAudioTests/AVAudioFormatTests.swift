import AVFAudio
import Testing

/// Formats, and what makes two of them equal.
@Suite struct AVAudioFormatTests {
  static let commonFormats: [AVAudioCommonFormat] = [
    .pcmFormatFloat32, .pcmFormatFloat64, .pcmFormatInt16, .pcmFormatInt32,
  ]

  /// Linear PCM whose samples fill their bytes, but for what is changed.
  static func pcm(
    bits: UInt32 = 16, channels: UInt32 = 2,
    flags: AudioFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
    _ change: (inout AudioStreamBasicDescription) -> Void = { _ in }
  ) -> AudioStreamBasicDescription {
    let size = bits / 8 * (flags & kAudioFormatFlagIsNonInterleaved != 0 ? 1 : channels)
    var description = AudioStreamBasicDescription(
      mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags, mBytesPerPacket: size,
      mFramesPerPacket: 1, mBytesPerFrame: size, mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0)
    change(&description)
    return description
  }

  static func format(
    _ description: AudioStreamBasicDescription, layout: AVAudioChannelLayout? = nil
  ) -> AVAudioFormat? {
    withUnsafePointer(to: description) { AVAudioFormat(streamDescription: $0, channelLayout: layout) }
  }

  static func layout(_ tag: AudioChannelLayoutTag) throws -> AVAudioChannelLayout {
    try #require(AVAudioChannelLayout(layoutTag: tag))
  }

  @Test func `AF-10: raw values are Apple's`() {
    #expect(AVAudioCommonFormat.otherFormat.rawValue == 0)
    #expect(Self.commonFormats.map(\.rawValue) == [1, 2, 3, 4])
    #expect(AVAudioCommonFormat(rawValue: 5) == nil)
  }

  @Test func `AF-10, AF-15: common formats have the fields of their samples`() throws {
    let sizes: [UInt32] = [4, 8, 2, 4]
    for (common, size) in zip(Self.commonFormats, sizes) {
      for channels in [1, 2] as [AVAudioChannelCount] {
        for isInterleaved in [false, true] {
          let made = AVAudioFormat(
            commonFormat: common, sampleRate: 44_100, channels: channels, interleaved: isInterleaved)
          let format = try #require(made)
          let fields = format.streamDescription.pointee
          let frame = isInterleaved ? size * channels : size
          #expect(format.commonFormat == common && format.isInterleaved == isInterleaved)
          #expect(format.sampleRate == 44_100 && format.channelCount == channels && format.channelLayout == nil)
          #expect(fields.mFormatID == kAudioFormatLinearPCM && fields.mFramesPerPacket == 1)
          #expect(fields.mBytesPerFrame == frame && fields.mBytesPerPacket == frame)
          #expect(fields.mBitsPerChannel == size * 8 && fields.mFormatFlags & kAudioFormatFlagIsPacked != 0)
          let isFloat = common == .pcmFormatFloat32 || common == .pcmFormatFloat64
          #expect((fields.mFormatFlags & kAudioFormatFlagIsFloat != 0) == isFloat)
          #expect((fields.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0) == !isFloat)
          #expect(format.isStandard == (common == .pcmFormatFloat32 && !isInterleaved))
        }
      }
    }
  }

  @Test func `AF-11: the standard format is Core Audio's canonical one`() throws {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
    #expect(format.isStandard && !format.isInterleaved && format.commonFormat == .pcmFormatFloat32)
    #expect(format.streamDescription.pointee.mFormatFlags == kAudioFormatFlagsAudioUnitCanonical)
    let surround = AVAudioFormat(
      standardFormatWithSampleRate: 96_000, channelLayout: try Self.layout(kAudioChannelLayoutTag_MPEG_5_1_D))
    #expect(surround.isStandard && surround.channelCount == 6 && surround.sampleRate == 96_000)
    #expect(surround.streamDescription.pointee.mBytesPerFrame == 4)
  }

  @Test func `AF-12: more than two channels need a layout`() throws {
    #expect(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 3) == nil)
    #expect(
      AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: .max, interleaved: true) == nil)
    var six = Self.pcm(channels: 6)
    #expect(AVAudioFormat(streamDescription: &six) == nil)
    #expect(AVAudioFormat(streamDescription: &six, channelLayout: nil) == nil)
    let layout = try Self.layout(kAudioChannelLayoutTag_MPEG_5_1_A)
    let format = try #require(AVAudioFormat(streamDescription: &six, channelLayout: layout))
    #expect(format.channelLayout === layout && format.channelCount == 6)
    #expect(format.streamDescription.pointee == six)
    let common = AVAudioFormat(
      commonFormat: .pcmFormatInt32, sampleRate: 48_000, interleaved: true, channelLayout: layout)
    #expect(common.channelCount == 6 && common.streamDescription.pointee.mBytesPerFrame == 24)
    var two = Self.pcm()
    #expect(AVAudioFormat(streamDescription: &two)?.channelCount == 2)
  }

  @Test func `AF-13: a layout of other channels is refused`() throws {
    let stereo = try Self.layout(kAudioChannelLayoutTag_Stereo)
    #expect(Self.format(Self.pcm(channels: 1), layout: stereo) == nil)
    #expect(Self.format(Self.pcm(channels: 6), layout: stereo) == nil)
    #expect(Self.format(Self.pcm(channels: 2), layout: stereo) != nil)
  }

  @Test func `AF-14: no format can be made of the other ones`() {
    #expect(AVAudioFormat(commonFormat: .otherFormat, sampleRate: 48_000, channels: 2, interleaved: true) == nil)
  }

  @Test(
    arguments: [
      ("the other byte order", pcm { $0.mFormatFlags |= kAudioFormatFlagIsBigEndian }),
      ("unsigned", pcm { $0.mFormatFlags = kAudioFormatFlagIsPacked }),
      ("8 bits", pcm(bits: 8)), ("24 bits", pcm(bits: 24)),
      ("24 bits of 32", pcm(bits: 32) { $0.mBitsPerChannel = 24 }),
      ("fixed point", pcm(bits: 32) { $0.mFormatFlags |= 24 << kLinearPCMFormatFlagsSampleFractionShift }),
      ("two frames in a packet", pcm { $0.mFramesPerPacket = 2 }),
      ("no bytes", pcm { $0.mBytesPerFrame = 0 }), ("half a byte", pcm { $0.mBytesPerFrame = 3 }),
      ("floating point of 16 bits", pcm(flags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked)),
      ("compressed", pcm { $0.mFormatID = kAudioFormatMPEG4AAC }), ("nothing", AudioStreamBasicDescription()),
    ] as [(String, AudioStreamBasicDescription)])
  func `AF-15: what is not a common format's is another one's`(name: String, description: AudioStreamBasicDescription)
    throws
  {
    let format = try #require(Self.format(description))
    #expect(format.commonFormat == .otherFormat && !format.isStandard, "\(name)")
    #expect(format.isEqual(Self.format(description)) && !format.description.isEmpty)
  }

  @Test func `AF-16: compressed sound counts as interleaved`() throws {
    let flags = kAudioFormatFlagIsNonInterleaved
    let format = try #require(Self.format(Self.pcm { ($0.mFormatID, $0.mFormatFlags) = (kAudioFormatOpus, flags) }))
    #expect(format.isInterleaved)
  }

  @Test(
    arguments: [
      ("one channel's interleaving", pcm(channels: 1), pcm(channels: 1) { $0.mFormatFlags |= 1 << 5 }, true),
      ("two channels' interleaving", pcm(), pcm(flags: 0x2C), false),
      ("packing of full samples", pcm(), pcm { $0.mFormatFlags = kAudioFormatFlagIsSignedInteger }, true),
      ("alignment of full samples", pcm(), pcm { $0.mFormatFlags |= kAudioFormatFlagIsAlignedHigh }, true),
      (
        "alignment of padded samples", pcm(bits: 32) { ($0.mBitsPerChannel, $0.mFormatFlags) = (24, 4) },
        pcm(bits: 32) { ($0.mBitsPerChannel, $0.mFormatFlags) = (24, 4 | kAudioFormatFlagIsAlignedHigh) }, false
      ),
      ("sign", pcm(), pcm { $0.mFormatFlags = kAudioFormatFlagIsPacked }, false),
      ("rate", pcm(), pcm { $0.mSampleRate = 44_100 }, false),
      ("size", pcm(bits: 16), pcm(bits: 32), false),
      ("flags that say none", pcm(flags: 0), pcm(flags: kAudioFormatFlagsAreAllClear), true),
      ("codec", pcm { $0.mFormatID = kAudioFormatAC3 }, pcm { $0.mFormatID = kAudioFormatEnhancedAC3 }, false),
    ] as [(String, AudioStreamBasicDescription, AudioStreamBasicDescription, Bool)])
  func `AF-17: what means nothing does not part formats`(
    name: String, first: AudioStreamBasicDescription, second: AudioStreamBasicDescription, areEqual: Bool
  ) throws {
    let (one, other) = (try #require(Self.format(first)), try #require(Self.format(second)))
    #expect((one == other) == areEqual && (other == one) == areEqual, "\(name)")
    if areEqual { #expect(one.hash == other.hash, "\(name)") }
    #expect(!one.isEqual(nil) && !one.isEqual(name as NSString))
  }

  @Test func `AF-18: the usual layout of one or two channels equals none`() throws {
    let plain = try #require(Self.format(Self.pcm()))
    let stereo = try #require(Self.format(Self.pcm(), layout: Self.layout(kAudioChannelLayoutTag_Stereo)))
    let midSide = try #require(Self.format(Self.pcm(), layout: Self.layout(kAudioChannelLayoutTag_MidSide)))
    let again = try #require(Self.format(Self.pcm(), layout: Self.layout(kAudioChannelLayoutTag_MidSide)))
    #expect(plain == stereo && plain.hash == stereo.hash)
    #expect(plain != midSide && stereo != midSide && midSide == again)
    let mono = try #require(Self.format(Self.pcm(channels: 1), layout: Self.layout(kAudioChannelLayoutTag_Mono)))
    #expect(try mono == #require(Self.format(Self.pcm(channels: 1))))
  }

  @Test func `AF-19: the cookie can be set and is not compared`() throws {
    let format = try #require(Self.format(Self.pcm { $0.mFormatID = kAudioFormatAppleLossless }))
    #expect(format.magicCookie == nil)
    format.magicCookie = Data([1, 2, 3])
    #expect(format.magicCookie == Data([1, 2, 3]))
    #expect(try format == #require(Self.format(Self.pcm { $0.mFormatID = kAudioFormatAppleLossless })))
    #expect(format.formatDescription.magicCookie == Data([1, 2, 3]))
    format.magicCookie = nil
    #expect(format.magicCookie == nil && format.formatDescription.magicCookie == nil)
  }

  @Test(
    arguments: [
      (pcm(bits: 32, flags: 0x29), " 2 ch,  48000 Hz, Float32, deinterleaved"),
      (pcm(bits: 32, channels: 1, flags: 0x29), " 1 ch,  48000 Hz, Float32"),
      (pcm { $0.mSampleRate = 8000 }, " 2 ch,   8000 Hz, Int16, interleaved"),
      (pcm(bits: 24), " 2 ch,  48000 Hz, lpcm (0x0000000C) 24-bit little-endian signed integer, interleaved"),
      (pcm(bits: 8, flags: 8), " 2 ch,  48000 Hz, lpcm (0x00000008) 8-bit unsigned integer, interleaved"),
      (pcm(bits: 32, flags: 0xB), " 2 ch,  48000 Hz, lpcm (0x0000000B) 32-bit big-endian float, interleaved"),
      (
        AudioStreamBasicDescription(
          mSampleRate: 44_100, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 0, mBytesPerPacket: 0,
          mFramesPerPacket: 1024, mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0),
        " 2 ch,  44100 Hz, aac  (0x00000000) 0 bits/channel, 0 bytes/packet, 1024 frames/packet, 0 bytes/frame"
      ),
      (
        pcm { ($0.mFormatID, $0.mFormatFlags) = (kAudioFormatDVIIntelIMA, 0) },
        " 2 ch,  48000 Hz, 0x6d730011 (0x00000000) 16 bits/channel, 4 bytes/packet, 1 frames/packet, 4 bytes/frame"
      ),
    ] as [(AudioStreamBasicDescription, String)])
  func `AF-20: a format's line is Apple's`(description: AudioStreamBasicDescription, text: String) throws {
    let line = try #require(Self.format(description)).description
    #expect(line.hasPrefix("<AVAudioFormat 0x") && line.hasSuffix(": \(text)>"), "\(line)")
  }
}
