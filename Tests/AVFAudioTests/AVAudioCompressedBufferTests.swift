import AVFAudio
import Testing

/// Packets of compressed sound in memory.
@Suite struct AVAudioCompressedBufferTests {
  static func format(_ codec: AudioFormatID) throws -> AVAudioFormat {
    try #require(
      AVAudioFormat(settings: [AVFormatIDKey: codec, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2]))
  }

  @Test func `AB-30, AB-33: a new buffer has room for its packets`() throws {
    let format = try Self.format(kAudioFormatMPEG4AAC)
    let buffer = AVAudioCompressedBuffer(format: format, packetCapacity: 8, maximumPacketSize: 768)
    #expect(buffer.format === format && buffer.packetCapacity == 8 && buffer.maximumPacketSize == 768)
    #expect(buffer.byteCapacity == 6144 && buffer.byteLength == 0 && buffer.packetCount == 0)
    #expect(buffer.data == buffer.audioBufferList.pointee.mBuffers.mData)
    #expect(buffer.audioBufferList.pointee.mNumberBuffers == 1)
    #expect(buffer.audioBufferList.pointee.mBuffers.mNumberChannels == 2)
    #expect(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize == 6144)
    let descriptions = try #require(buffer.packetDescriptions)
    #expect((0..<8).allSatisfy { descriptions[$0] == AudioStreamPacketDescription() })
    let line = buffer.description
    #expect(line.hasPrefix("<AVAudioCompressedBuffer@0x") && line.hasSuffix(": 0/6144 bytes>"))
  }

  @Test func `AB-30, AB-33: packets of one size need no descriptions`() throws {
    let buffer = AVAudioCompressedBuffer(format: try Self.format(kAudioFormatULaw), packetCapacity: 160)
    #expect(buffer.maximumPacketSize == 2 && buffer.byteCapacity == 320 && buffer.packetDescriptions == nil)
    let none = AVAudioCompressedBuffer(format: try Self.format(kAudioFormatULaw), packetCapacity: 0)
    #expect(none.byteCapacity == 0 && none.packetCount == 0)
  }

  @Test func `AB-34: the length is the list's size`() throws {
    let buffer = AVAudioCompressedBuffer(
      format: try Self.format(kAudioFormatOpus), packetCapacity: 2, maximumPacketSize: 100)
    buffer.byteLength = 150
    buffer.packetCount = 2
    #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == 150)
    #expect(buffer.byteLength == 150 && buffer.packetCount == 2)
    #expect(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize == 200)
  }

  @Test func `AB-35: a copy has the packets in memory of its own`() throws {
    let buffer = AVAudioCompressedBuffer(
      format: try Self.format(kAudioFormatOpus), packetCapacity: 2, maximumPacketSize: 100)
    buffer.data.storeBytes(of: 0xAB, toByteOffset: 60, as: UInt8.self)
    (buffer.byteLength, buffer.packetCount) = (61, 1)
    let described = AudioStreamPacketDescription(mStartOffset: 60, mVariableFramesInPacket: 960, mDataByteSize: 1)
    try #require(buffer.packetDescriptions)[0] = described
    let copy = try #require(buffer.copy() as? AVAudioCompressedBuffer)
    #expect(copy.byteLength == 61 && copy.packetCount == 1 && copy.packetCapacity == 2)
    #expect(copy.data != buffer.data && copy.data.load(fromByteOffset: 60, as: UInt8.self) == 0xAB)
    #expect(copy.packetDescriptions != buffer.packetDescriptions && copy.packetDescriptions?[0] == described)
  }
}
