import AVFAudio
import Testing

/// Linear PCM in memory.
@Suite struct AVAudioPCMBufferTests {
  private static func format(
    _ common: AVAudioCommonFormat = .pcmFormatFloat32, channels: AVAudioChannelCount = 2, interleaved: Bool = false
  ) throws -> AVAudioFormat {
    try #require(
      AVAudioFormat(commonFormat: common, sampleRate: 48_000, channels: channels, interleaved: interleaved))
  }

  private func sizes(_ list: UnsafePointer<AudioBufferList>) -> [UInt32] {
    let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
    return list.map(\.mDataByteSize)
  }

  @Test func `AB-01, AB-04, AB-05: a new buffer is silent and none of it is valid`() throws {
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: try Self.format(), frameCapacity: 100))
    #expect(buffer.frameCapacity == 100 && buffer.frameLength == 0 && buffer.stride == 1)
    #expect(sizes(buffer.audioBufferList) == [0, 0])
    #expect(buffer.audioBufferList.pointee.mBuffers.mNumberChannels == 1)
    let samples = try #require(buffer.floatChannelData)
    for channel in 0..<2 { #expect((0..<100).allSatisfy { samples[channel][$0] == 0 }) }
    let one = try #require(AVAudioPCMBuffer(pcmFormat: try Self.format(interleaved: true), frameCapacity: 100))
    #expect(sizes(one.audioBufferList) == [0] && one.audioBufferList.pointee.mBuffers.mNumberChannels == 2)
    #expect(one.format == (try Self.format(interleaved: true)))
  }

  @Test func `AB-01: a buffer may have room for nothing`() throws {
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: try Self.format(), frameCapacity: 0))
    buffer.frameLength = 0
    #expect(buffer.frameCapacity == 0 && sizes(buffer.mutableAudioBufferList) == [0, 0])
    #expect((buffer.copy() as? AVAudioPCMBuffer)?.frameCapacity == 0)
  }

  @Test(
    arguments: [
      ("no bytes in a frame", AVAudioFormatTests.pcm { $0.mBytesPerFrame = 0 }, 1),
      ("no channels", AVAudioFormatTests.pcm { $0.mChannelsPerFrame = 0 }, 1),
      ("no channels apart", AVAudioFormatTests.pcm(channels: 0, flags: 0x2C), 1),
      ("33 bits of bytes", AVAudioFormatTests.pcm(), 1 << 30),
      ("all frames", AVAudioFormatTests.pcm(bits: 32, channels: 1), .max),
    ] as [(String, AudioStreamBasicDescription, AVAudioFrameCount)])
  func `AB-03: formats that cannot be stored, and too many bytes`(
    name: String, description: AudioStreamBasicDescription, capacity: AVAudioFrameCount
  ) throws {
    let format = try #require(AVAudioFormatTests.format(description))
    #expect(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity) == nil, "\(name)")
  }

  @Test func `AB-03: a file's description of four billion channels`() throws {
    for flags in [0xC, 0x2C] as [AudioFormatFlags] {
      var description = AVAudioFormatTests.pcm(flags: flags) { $0.mChannelsPerFrame = .max }
      var made: CMAudioFormatDescription?
      _ = CMAudioFormatDescriptionCreate(
        allocator: nil, asbd: &description, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
        extensions: nil, formatDescriptionOut: &made)
      let format = AVAudioFormat(cmAudioFormatDescription: try #require(made))
      #expect(format.channelCount == .max && !format.description.isEmpty)
      #expect(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 1) == nil)
    }
  }

  @Test func `AB-05: the sizes of the list follow the length`() throws {
    let planar = try #require(AVAudioPCMBuffer(pcmFormat: try Self.format(), frameCapacity: 10))
    planar.frameLength = 7
    #expect(planar.frameLength == 7 && sizes(planar.audioBufferList) == [28, 28])
    let integers = try Self.format(.pcmFormatInt16, interleaved: true)
    let together = try #require(AVAudioPCMBuffer(pcmFormat: integers, frameCapacity: 10))
    together.frameLength = 10
    #expect(sizes(together.audioBufferList) == [40])
    together.frameLength = 0
    #expect(sizes(together.audioBufferList) == [0])
    #expect(together.description.hasPrefix("<AVAudioPCMBuffer@0x"))
    #expect(together.description.hasSuffix(": 0/40 bytes>") && planar.description.hasSuffix(": 28/40 bytes>"))
  }

  @Test func `AB-06: the list to fill says how much room there is`() throws {
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: try Self.format(), frameCapacity: 10))
    let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
    #expect(list.map(\.mDataByteSize) == [40, 40])
    for index in list.indices { list[index].mDataByteSize = 12 }
    #expect(buffer.frameLength == 0)
    buffer.frameLength = 3
    #expect(sizes(buffer.audioBufferList) == [12, 12] && sizes(buffer.mutableAudioBufferList) == [40, 40])
    let (shown, filled) = (buffer.audioBufferList.pointee.mBuffers.mData, list[0].mData)
    #expect(shown == filled && shown != nil)
  }

  @Test func `AB-06: a sample buffer's sound can be copied into it`() throws {
    let format = try Self.format(.pcmFormatInt16, interleaved: true)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 8))
    let samples = (0..<16).map { Int16($0) }
    let data = try CMBlockBuffer(length: 32)
    try samples.withUnsafeBytes { try data.replaceDataBytes(with: $0) }
    let sample = try CMSampleBuffer(
      dataBuffer: data, formatDescription: format.formatDescription, numSamples: 8,
      presentationTimeStamp: .zero, packetDescriptions: [])
    try sample.copyPCMData(fromRange: 0..<8, into: buffer.mutableAudioBufferList)
    buffer.frameLength = 8
    let read = try #require(buffer.int16ChannelData)
    #expect((0..<8).map { read[0][$0 * buffer.stride] } == stride(from: 0, to: 16, by: 2).map { Int16($0) })
    #expect((0..<8).map { read[1][$0 * buffer.stride] } == stride(from: 1, to: 16, by: 2).map { Int16($0) })
  }

  @Test(arguments: AVAudioFormatTests.commonFormats, [false, true])
  func `AB-08, AB-09: channels of the samples' type alone`(common: AVAudioCommonFormat, interleaved: Bool) throws {
    let format = try Self.format(common, interleaved: interleaved)
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 5))
    #expect(buffer.stride == (interleaved ? 2 : 1))
    #expect((buffer.floatChannelData != nil) == (common == .pcmFormatFloat32))
    #expect((buffer.int16ChannelData != nil) == (common == .pcmFormatInt16))
    #expect((buffer.int32ChannelData != nil) == (common == .pcmFormatInt32))
    let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
    func begin<Sample>(_ channels: UnsafePointer<UnsafeMutablePointer<Sample>>?) {
      guard let channels else { return }
      #expect(UnsafeMutableRawPointer(channels[0]) == list[0].mData)
      let second = interleaved ? list[0].mData.map { $0 + MemoryLayout<Sample>.size } : list[1].mData
      #expect(UnsafeMutableRawPointer(channels[1]) == second)
    }
    begin(buffer.floatChannelData)
    begin(buffer.int16ChannelData)
    begin(buffer.int32ChannelData)
  }

  @Test func `AB-09: integers of four bytes may have unused bits`() throws {
    let description = AVAudioFormatTests.pcm(bits: 32) { ($0.mBitsPerChannel, $0.mFormatFlags) = (24, 4) }
    let format = try #require(AVAudioFormatTests.format(description))
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 5))
    #expect(buffer.int32ChannelData != nil && buffer.int16ChannelData == nil)
  }

  @Test func `AB-10: the other byte order has no channels`() throws {
    for (bits, flags) in [(16, 0xE), (32, 0xE), (32, 0xB)] as [(UInt32, AudioFormatFlags)] {
      let format = try #require(AVAudioFormatTests.format(AVAudioFormatTests.pcm(bits: bits, flags: flags)))
      let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 5))
      #expect(buffer.floatChannelData == nil && buffer.int16ChannelData == nil && buffer.int32ChannelData == nil)
    }
  }

  @Test func `AB-11: a copy has everything in memory of its own`() throws {
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: try Self.format(), frameCapacity: 4))
    let samples = try #require(buffer.floatChannelData)
    for channel in 0..<2 { for frame in 0..<4 { samples[channel][frame] = Float(channel * 10 + frame) } }
    buffer.frameLength = 3
    for copied in [buffer.copy(), buffer.mutableCopy()] {
      let copy = try #require(copied as? AVAudioPCMBuffer)
      let copies = try #require(copy.floatChannelData)
      #expect(copy.format === buffer.format && copy.frameCapacity == 4 && copy.frameLength == 3)
      #expect(copies[1] != samples[1] && (0..<4).map { copies[1][$0] } == [10, 11, 12, 13])
      copies[0][0] = 99
      #expect(samples[0][0] == 0)
    }
  }

  // MARK: Memory that lies elsewhere

  /// Planes of so many bytes, and a list of them, for as long as this is.
  private final class Planes {
    let list: UnsafeMutableAudioBufferListPointer
    var released: [AudioBuffer] = []
    var releaseCount = 0

    init(_ sizes: [Int]) {
      list = AudioBufferList.allocate(maximumBuffers: max(sizes.count, 1))
      list.count = sizes.count
      for (index, size) in sizes.enumerated() {
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: 16)
        list[index] = AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(size), mData: bytes)
      }
    }

    func release(_ buffers: UnsafePointer<AudioBufferList>) {
      releaseCount += 1
      released = Array(UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: buffers)))
    }

    deinit {
      for buffer in list { buffer.mData?.deallocate() }
      free(list.unsafeMutablePointer)
    }
  }

  @Test func `AB-20, AB-21: memory from elsewhere is used and given back`() throws {
    let planes = Planes([40, 40])
    var buffer = AVAudioPCMBuffer(
      pcmFormat: try Self.format(), bufferListNoCopy: planes.list.unsafePointer, deallocator: planes.release)
    let made = try #require(buffer)
    #expect(made.frameCapacity == 10 && made.frameLength == 10)
    let samples = try #require(made.floatChannelData)
    #expect(UnsafeMutableRawPointer(samples[1]) == planes.list[1].mData)
    samples[1][9] = 0.5
    made.frameLength = 2
    #expect(planes.list[1].mData?.load(fromByteOffset: 36, as: Float.self) == 0.5)
    #expect(planes.list[0].mDataByteSize == 40 && planes.releaseCount == 0)
    let copy = try #require(made.copy() as? AVAudioPCMBuffer)
    #expect(copy.frameLength == 2 && copy.frameCapacity == 10)
    try #require(copy.floatChannelData)[1][9] = 1
    #expect(samples[1][9] == 0.5)
    withExtendedLifetime(made) { buffer = nil }
  }

  @Test func `AB-21: the deallocator runs once with what was given`() throws {
    let planes = Planes([40, 40])
    do {
      let buffer = AVAudioPCMBuffer(
        pcmFormat: try Self.format(), bufferListNoCopy: planes.list.unsafePointer, deallocator: planes.release)
      buffer?.frameLength = 1
      #expect(planes.releaseCount == 0)
    }
    #expect(planes.releaseCount == 1 && planes.released.map(\.mDataByteSize) == [40, 40])
    #expect(planes.released.map(\.mData) == planes.list.map(\.mData))
  }

  @Test func `AB-20: a part of a frame at the end is not counted`() throws {
    let planes = Planes([43, 43])
    let buffer = AVAudioPCMBuffer(pcmFormat: try Self.format(), bufferListNoCopy: planes.list.unsafePointer)
    let made = try #require(buffer)
    #expect(made.frameCapacity == 10 && made.frameLength == 10 && sizes(made.audioBufferList) == [40, 40])
    #expect((made.copy() as? AVAudioPCMBuffer)?.frameLength == 10)
  }

  @Test(
    arguments: [
      ("none", []), ("one of two", [40]), ("three of two", [40, 40, 40]), ("different sizes", [40, 36]),
      ("no bytes", [0, 0]),
    ] as [(String, [Int])])
  func `AB-22: lists that are not the format's`(name: String, sizes: [Int]) throws {
    let planes = Planes(sizes)
    let buffer = AVAudioPCMBuffer(
      pcmFormat: try Self.format(), bufferListNoCopy: planes.list.unsafePointer, deallocator: planes.release)
    #expect(buffer == nil && planes.releaseCount == 0, "\(name)")
  }

  @Test func `AB-22: a pointer to nothing`() throws {
    let planes = Planes([40, 40])
    let bytes = planes.list[1].mData
    planes.list[1].mData = nil
    let buffer = AVAudioPCMBuffer(
      pcmFormat: try Self.format(), bufferListNoCopy: planes.list.unsafePointer, deallocator: planes.release)
    #expect(buffer == nil && planes.releaseCount == 0)
    planes.list[1].mData = bytes
  }
}
