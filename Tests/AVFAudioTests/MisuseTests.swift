import AVFAudio
import CoreGraphics
import Foundation
import TestSupport
import Testing

/// Wrong use that Apple answers with an Objective-C exception.
@Suite struct MisuseTests {
  /// The raw value is the rule's number and what is done wrong.
  enum Mistake: String, CaseIterable, Codable, CustomTestStringConvertible {
    case otherFormat = "AF-14 a format of other samples"
    case pictures = "AF-42 a format of pictures"
    case compressedAsPCM = "AB-02 a PCM buffer of AAC"
    case borrowedAsPCM = "AB-02 a PCM buffer of AAC that lies elsewhere"
    case tooLong = "AB-07 more frames than there is room for"
    case pcmAsCompressed = "AB-31 a compressed buffer of linear PCM"
    case packetsWithoutSize = "AB-31 packets of different sizes without a maximum"
    case negativePackets = "AB-32 packets of fewer than no bytes"
    case hugePackets = "AB-32 more bytes than 32 bits count"
    case tooManyPackets = "AB-34 more packets than there is room for"
    case tooManyBytes = "AB-34 more bytes than there is room for"
    case fileOfOtherFormat = "FI-03 a file in a format of other samples"
    case otherBuffer = "FI-07 a buffer of another format than the file's"
    case smallBuffer = "FI-07 more frames than a buffer has room for"
    case otherPlace = "FI-15 a place in a file that is written"
    case otherInput = "CV-16 an input of another format than the converter's"
    case otherOutput = "CV-16 an output of another format than the converter's"
    case smallOutput = "CV-16 an output with less room than the input has frames"
    case otherMap = "CV-16 a map of another number of channels"

    var testDescription: String { rawValue }

    /// The condition that the message names.
    var condition: String {
      switch self {
      case .otherFormat: "format != AVAudioOtherFormat"
      case .pictures: "CMFormatDescriptionGetMediaType(formatDescription) == kCMMediaType_Audio"
      case .compressedAsPCM, .borrowedAsPCM: "isPCMFormat(format)"
      case .tooLong: "frameLength <= frameCapacity"
      case .pcmAsCompressed: "!isPCMFormat(format)"
      case .packetsWithoutSize: "format.streamDescription->mBytesPerPacket != 0"
      case .negativePackets: "maximumPacketSize >= 0"
      case .hugePackets: "packetCapacity * maximumPacketSize <= UINT32_MAX"
      case .tooManyPackets: "packetCount <= packetCapacity"
      case .tooManyBytes: "byteLength <= byteCapacity"
      case .fileOfOtherFormat: "format != AVAudioOtherFormat"
      case .otherBuffer: "buffer.format == processingFormat"
      case .smallBuffer: "frames <= buffer.frameCapacity"
      case .otherPlace: "framePosition == length"
      case .otherInput: "inputBuffer.format == inputFormat"
      case .otherOutput: "outputBuffer.format == outputFormat"
      case .smallOutput: "outputBuffer.frameCapacity >= inputBuffer.frameLength"
      case .otherMap: "channelMap.count == outputFormat.channelCount"
      }
    }

    private static let speech = URL(fileURLWithPath: Files.fixture("speech.wav"))

    /// Does it. The process must not come back from here.
    func commit() throws {
      let pcm = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
      let aac = try AVAudioCompressedBufferTests.format(kAudioFormatMPEG4AAC)
      let packets = AVAudioCompressedBuffer(format: aac, packetCapacity: 2, maximumPacketSize: 10)
      switch self {
      case .otherFormat:
        let layout = try AVAudioFormatTests.layout(kAudioChannelLayoutTag_Stereo)
        _ = AVAudioFormat(commonFormat: .otherFormat, sampleRate: 1, interleaved: true, channelLayout: layout)
      case .pictures:
        let pictures = try CMFormatDescription(
          videoCodecType: .h264, width: 16, height: 16)
        _ = AVAudioFormat(cmAudioFormatDescription: pictures)
      case .compressedAsPCM: _ = AVAudioPCMBuffer(pcmFormat: aac, frameCapacity: 1)
      case .borrowedAsPCM: _ = AVAudioPCMBuffer(pcmFormat: aac, bufferListNoCopy: packets.audioBufferList)
      case .tooLong: AVAudioPCMBuffer(pcmFormat: pcm, frameCapacity: 1)?.frameLength = 2
      case .pcmAsCompressed: _ = AVAudioCompressedBuffer(format: pcm, packetCapacity: 1, maximumPacketSize: 1)
      case .packetsWithoutSize: _ = AVAudioCompressedBuffer(format: aac, packetCapacity: 1)
      case .negativePackets: _ = AVAudioCompressedBuffer(format: aac, packetCapacity: 1, maximumPacketSize: -1)
      case .hugePackets: _ = AVAudioCompressedBuffer(format: aac, packetCapacity: .max, maximumPacketSize: 2)
      case .tooManyPackets: packets.packetCount = 3
      case .tooManyBytes: packets.byteLength = 21
      case .fileOfOtherFormat:
        _ = try AVAudioFile(forReading: Self.speech, commonFormat: .otherFormat, interleaved: true)
      case .otherBuffer:
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: pcm, frameCapacity: 1))
        try AVAudioFile(forReading: Self.speech, commonFormat: .pcmFormatInt16, interleaved: true).read(into: buffer)
      case .smallBuffer:
        let file = try AVAudioFile(forReading: Self.speech)
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 1))
        try file.read(into: buffer, frameCount: 2)
      case .otherPlace:
        let folder = try TemporaryFolder()
        try AVAudioFile(forWriting: folder.file("a.wav"), settings: pcm.settings).framePosition = 1
      case .otherInput, .otherOutput, .smallOutput, .otherMap:
        let converter = try #require(AVAudioConverter(from: pcm, to: pcm))
        if self == .otherMap { converter.channelMap = [0] }
        let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: self == .otherInput ? mono : pcm, frameCapacity: 2))
        buffer.frameLength = 2
        let other = try #require(AVAudioPCMBuffer(pcmFormat: self == .otherOutput ? mono : pcm, frameCapacity: 1))
        try converter.convert(to: other, from: buffer)
      }
    }
  }

  @Test(arguments: Mistake.allCases)
  func `misuse stops the process with Apple's kind of message`(mistake: Mistake) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [mistake = mistake as Mistake] in
      try mistake.commit()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let start = "*** Terminating app due to uncaught exception 'com.apple.coreaudio.avfaudio', reason: "
    #expect(text.contains(start + "'required condition is false: \(mistake.condition)'\n"), "\(text.prefix(1000))")
  }
}
