import AVFAudio
import CoreGraphics
import Testing

/// Formats as CoreMedia and archives have them.
@Suite struct FormatExchangeTests {
  private func described(
    _ description: AudioStreamBasicDescription, _ layout: ManagedAudioChannelLayout? = nil, cookie: [UInt8] = []
  ) throws -> CMAudioFormatDescription {
    var (description, made) = (description, nil as CMAudioFormatDescription?)
    let status = cookie.withUnsafeBytes { cookie in
      func create(_ pointer: UnsafePointer<AudioChannelLayout>?) -> OSStatus {
        CMAudioFormatDescriptionCreate(
          allocator: nil, asbd: &description, layoutSize: layout?.sizeInBytes ?? 0, layout: pointer,
          magicCookieSize: cookie.count, magicCookie: cookie.baseAddress, extensions: nil, formatDescriptionOut: &made)
      }
      return layout?.withUnsafePointer { create($0) } ?? create(nil)
    }
    #expect(status == noErr)
    return try #require(made)
  }

  @Test func `AF-40: a CoreMedia description goes in and comes out with all its parts`() throws {
    let fields = AVAudioFormatTests.pcm(channels: 6) { $0.mFormatID = kAudioFormatMPEG4AAC }
    let layout = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_D)
    let format = AVAudioFormat(cmAudioFormatDescription: try described(fields, layout, cookie: [3, 1, 2]))
    #expect(format.streamDescription.pointee == fields && format.magicCookie == Data([3, 1, 2]))
    #expect(format.channelLayout?.layoutTag == kAudioChannelLayoutTag_MPEG_5_1_D)
    let description = format.formatDescription
    #expect(description.mediaType == .audio && description.audioStreamBasicDescription == fields)
    #expect(description.audioChannelLayout == layout && description.magicCookie == Data([3, 1, 2]))
    let plain = AVAudioFormat(cmAudioFormatDescription: try described(AVAudioFormatTests.pcm()))
    #expect(plain.channelLayout == nil && plain.magicCookie == nil && plain.commonFormat == .pcmFormatInt16)
    #expect(plain.formatDescription.audioChannelLayout == nil)
  }

  @Test(arguments: [(1, nil), (2, nil), (3, 3), (24, 24), (0xFFFF, 0xFFFF)] as [(UInt32, UInt32?)])
  func `AF-41: a file's channels without a layout that matches are discrete`(channels: UInt32, count: UInt32?) throws {
    let fields = AVAudioFormatTests.pcm(channels: channels)
    for layout in [nil, ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_AAC_6_0)] {
      let format = AVAudioFormat(cmAudioFormatDescription: try described(fields, layout))
      #expect(format.channelCount == channels)
      #expect(format.channelLayout?.layoutTag == count.map { kAudioChannelLayoutTag_DiscreteInOrder | $0 })
    }
  }

  @Test func `AF-43: a format comes out of an archive as it went in`() throws {
    let layout = try AVAudioFormatTests.layout(kAudioChannelLayoutTag_MPEG_5_1_D)
    let format = AVAudioFormat(standardFormatWithSampleRate: 96_000, channelLayout: layout)
    format.magicCookie = Data([9, 8])
    let plain = try #require(AVAudioFormatTests.format(AVAudioFormatTests.pcm()))
    for archived in [format, plain] {
      let data = try NSKeyedArchiver.archivedData(withRootObject: archived, requiringSecureCoding: true)
      let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: AVAudioFormat.self, from: data))
      #expect(read == archived && read.channelLayout == archived.channelLayout)
      #expect(read.magicCookie == archived.magicCookie)
      #expect(read.streamDescription.pointee == archived.streamDescription.pointee)
    }
  }

  @Test func `AF-43: archives of what does not go together give no format`() throws {
    let six = withUnsafeBytes(of: AVAudioFormatTests.pcm(channels: 6)) { Data($0) }
    let stereo = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_Stereo)
    let layout = stereo.withUnsafePointer { Data(bytes: $0, count: stereo.sizeInBytes) }
    for parts in [
      [:], ["streamDescription": six], ["streamDescription": six.dropLast()],
      ["streamDescription": six, "channelLayout": layout], ["streamDescription": six, "channelLayout": Data([1])],
    ] {
      let archiver = NSKeyedArchiver(requiringSecureCoding: true)
      for (key, data) in parts { archiver.encode(Data(data) as NSData, forKey: key) }
      archiver.finishEncoding()
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
      #expect(AVAudioFormat(coder: unarchiver) == nil)
    }
  }
}
