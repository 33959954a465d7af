import CoreAudioTypes
import CoreGraphics
import CoreMedia
import CoreVideo
import Testing

@Suite struct SampleBufferTests {
  private func pcm(channels: UInt32, interleaved: Bool) throws -> CMFormatDescription {
    let bytesPerFrame = 2 * (interleaved ? channels : 1)
    return try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
          | (interleaved ? 0 : kAudioFormatFlagIsNonInterleaved),
        mBytesPerPacket: bytesPerFrame, mFramesPerPacket: 1, mBytesPerFrame: bytesPerFrame,
        mChannelsPerFrame: channels, mBitsPerChannel: 16, mReserved: 0))
  }

  private func block(_ values: [Int16]) throws -> CMBlockBuffer {
    let buffer = try CMBlockBuffer(length: values.count * 2, flags: .assureMemoryNow)
    try values.withUnsafeBytes { try buffer.replaceDataBytes(with: $0) }
    return buffer
  }

  private func audio(_ values: [Int16], frames: Int, interleaved: Bool = true) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      dataBuffer: block(values), formatDescription: pcm(channels: 2, interleaved: interleaved), numSamples: frames,
      presentationTimeStamp: CMTime(value: 480, timescale: 48_000), packetDescriptions: [])
  }

  private func time(_ value: Int64, _ scale: Int32 = 600) -> CMTime { CMTime(value: value, timescale: scale) }

  private func encoded() throws -> CMSampleBuffer {
    let infos = [(0, 0), (60, 20), (20, 40)].map {
      CMSampleTimingInfo(duration: time(20), presentationTimeStamp: time($0.0), decodeTimeStamp: time($0.1))
    }
    return CMSampleBuffer(
      dataBuffer: try block([1, 2, 3, 4, 5, 6]),
      format: try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16), sampleCount: 3, timings: infos,
      sizes: [2, 4, 6], flags: [[.independent], [.notSync, .dependsOnOthers], [.notSync, .droppable]])
  }

  @Test func `sound has one timing entry for all frames`() throws {
    let buffer = try audio([0, 1, 2, 3, 4, 5], frames: 3)
    #expect(buffer.presentationTimeStamp == time(480, 48_000))
    #expect(buffer.duration == time(3, 48_000))
    #expect(try buffer.sampleTimingInfos().count == 1)
    #expect(try buffer.sampleTimingInfo(at: 2).presentationTimeStamp == time(482, 48_000))
    #expect(!buffer.decodeTimeStamp.isValid)
    #expect(buffer.totalSampleSize == 12)
    #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) { try buffer.sampleTimingInfo(at: 3) }
  }

  @Test func `a buffer list of interleaved sound points into the data`() throws {
    let buffer = try audio([0, 1, 2, 3], frames: 2)
    let data = try #require(buffer.dataBuffer)
    try buffer.withAudioBufferList { list, retained in
      #expect(retained === data)
      #expect(list.count == 1)
      #expect(list[0].mNumberChannels == 2)
      #expect(list[0].mDataByteSize == 8)
      try data.withContiguousBytes { #expect($0.baseAddress == list[0].mData.map { UnsafeRawPointer($0) }) }
    }
  }

  @Test func `a buffer list with its channels apart comes back, whole and in part`() throws {
    let buffer = try audio([0, 1, 2, 10, 11, 12], frames: 3, interleaved: false)
    let copy = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: buffer.formatDescription, numSamples: 3,
      sampleTimings: buffer.sampleTimingInfos(), sampleSizes: [])
    try buffer.withAudioBufferList { list, _ in
      #expect(list.map(\.mDataByteSize) == [6, 6])
      #expect(list.map(\.mNumberChannels) == [1, 1])
      try copy.setDataBuffer(fromAudioBufferList: list.unsafePointer)
    }
    #expect(try copy.dataBuffer?.dataBytes() == buffer.dataBuffer?.dataBytes())
    let range = try CMSampleBuffer(copying: buffer, forRange: 1..<3)
    let values = try range.dataBuffer?.dataBytes().withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    #expect(values == [1, 2, 11, 12])
    #expect(range.presentationTimeStamp == time(481, 48_000))
    var size = 0
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    #expect(
      CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        buffer, bufferListSizeNeededOut: &size, bufferListOut: list.unsafeMutablePointer, bufferListSize: 24,
        blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: nil)
        == kCMSampleBufferError_ArrayTooSmall)
    #expect(size == 40)
  }

  @Test func `alignment is given when it is asked for`() throws {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 18, alignment: 16)
    defer { memory.deallocate() }
    let counter = ReleaseCounter()
    let data = CMBlockBuffer(
      bytes: UnsafeRawBufferPointer(rebasing: memory[2..<10]), owner: ReleaseCounter.Owner(counter))
    let buffer = try CMSampleBuffer(
      dataBuffer: data, formatDescription: pcm(channels: 2, interleaved: true), numSamples: 2,
      presentationTimeStamp: .zero, packetDescriptions: [])
    try buffer.withAudioBufferList(flags: .audioBufferListAssure16ByteAlignment) { list, retained in
      #expect(retained !== data)
      #expect(Int(bitPattern: list[0].mData) % 16 == 0)
    }
  }

  @Test func `frames are copied out, and none behind the last`() throws {
    let buffer = try audio([0, 1, 2, 3, 4, 5], frames: 3)
    var out = [Int16](repeating: -1, count: 4)
    out.withUnsafeMutableBytes { bytes in
      var list = AudioBufferList(
        mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 8, mData: bytes.baseAddress))
      #expect(CMSampleBufferCopyPCMDataIntoAudioBufferList(buffer, at: 1, frameCount: 2, into: &list) == 0)
      #expect(
        CMSampleBufferCopyPCMDataIntoAudioBufferList(buffer, at: 2, frameCount: 2, into: &list)
          == kCMSampleBufferError_SampleIndexOutOfRange)
    }
    #expect(out == [2, 3, 4, 5])
  }

  @Test func `packets of varying size are described`() throws {
    var basic = AudioStreamBasicDescription()
    basic.mSampleRate = 44_100
    basic.mFormatID = kAudioFormatMPEG4AAC
    basic.mFramesPerPacket = 1024
    let format = try CMFormatDescription(audioStreamBasicDescription: basic)
    let packets = [(0, 4), (4, 8)].map {
      AudioStreamPacketDescription(mStartOffset: Int64($0.0), mVariableFramesInPacket: 0, mDataByteSize: UInt32($0.1))
    }
    let buffer = try CMSampleBuffer(
      dataBuffer: block([1, 2, 3, 4, 5, 6]), formatDescription: format, numSamples: 2, presentationTimeStamp: .zero,
      packetDescriptions: packets)
    #expect(buffer.duration == time(2048, 44_100))
    #expect(try buffer.sampleSizes() == [4, 8])
    #expect(try buffer.audioStreamPacketDescriptions() == packets)
    let second = try CMSampleBuffer(copying: buffer, forRange: 1..<2)
    #expect(second.dataBuffer?.dataLength == 8)
    #expect(try second.audioStreamPacketDescriptions().map(\.mStartOffset) == [0])
    #expect(throws: CMSampleBuffer.Error.requiredParameterMissing) {
      try CMSampleBuffer(
        dataBuffer: nil, formatDescription: format, numSamples: 2, presentationTimeStamp: .zero,
        packetDescriptions: [])
    }
  }

  @Test(arguments: [[.min, 0], [.min, .max], [.max, 0], [-1, 0]] as [[Int64]])
  func `packets whose descriptions lie outside of the data are not split off`(_ offsets: [Int64]) throws {
    var basic = AudioStreamBasicDescription()
    basic.mSampleRate = 44_100
    basic.mFormatID = kAudioFormatMPEG4AAC
    basic.mFramesPerPacket = 1024
    let buffer = try CMSampleBuffer(
      dataBuffer: block([1, 2, 3, 4]), formatDescription: CMFormatDescription(audioStreamBasicDescription: basic),
      numSamples: 3, presentationTimeStamp: .zero,
      packetDescriptions: (offsets + [4]).map {
        AudioStreamPacketDescription(mStartOffset: $0, mVariableFramesInPacket: 0, mDataByteSize: 4)
      })
    #expect(throws: (any Error).self) { try CMSampleBuffer(copying: buffer, forRange: 0..<2) }
    #expect(try CMSampleBuffer(copying: buffer, forRange: 2..<3).dataBuffer?.dataBytes() == Data([3, 0, 4, 0]))
  }

  @Test func `samples are split with their times, sizes and flags`() throws {
    let buffer = try encoded()
    #expect(buffer.presentationTimeStamp == time(0))
    #expect(buffer.duration == time(60))
    let samples = Array(try buffer.singleSampleBuffers())
    #expect(samples.map(\.presentationTimeStamp) == [time(0), time(60), time(20)])
    #expect(samples.map(\.decodeTimeStamp) == [time(0), time(20), time(40)])
    #expect(samples.map { $0.dataBuffer?.dataLength } == [2, 4, 6])
    #expect(
      samples.map { $0.flags(at: 0) } == [[.independent], [.notSync, .dependsOnOthers], [.notSync, .droppable]])
    #expect(throws: CMSampleBuffer.Error.cannotSubdivide) {
      try CMSampleBuffer(
        dataBuffer: block([1, 2]), formatDescription: nil, numSamples: 2, sampleTimings: [], sampleSizes: []
      ).singleSampleBuffers()
    }
  }

  @Test func `attachment dictionaries show the flags, and change them`() throws {
    let buffer = try encoded()
    let array = try #require(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false))
    let second = try #require((array as? [[String: Any]])?[1])
    #expect(second[kCMSampleAttachmentKey_NotSync as String] as? Bool == true)
    #expect(second[kCMSampleAttachmentKey_DependsOnOthers as String] as? Bool == true)
    #expect(buffer.sampleAttachments[2][.isDependedOnByOthers] as? Bool == false)
    buffer.sampleAttachments[1][.doNotDisplay] = true
    #expect(buffer.flags(at: 1) == [.notSync, .dependsOnOthers, .doNotDisplay])
    let plain = try audio([0, 1], frames: 1)
    #expect(CMSampleBufferGetSampleAttachmentsArray(plain, createIfNecessary: false) == nil)
    #expect(CMSampleBufferGetSampleAttachmentsArray(plain, createIfNecessary: true)?.count == 1)
  }

  @Test func `trims and speed give output times`() throws {
    let buffer = try audio([Int16](repeating: 0, count: 20), frames: 10)
    buffer.setTrim(start: time(2, 48_000), end: time(3, 48_000))
    #expect(buffer.outputPresentationTimeStamp == time(482, 48_000))
    #expect(buffer.outputDuration == time(5, 48_000))
    let infos = try buffer.outputSampleTimingInfos()
    #expect(infos.map(\.duration) == [0, 0, 1, 1, 1, 1, 1, 0, 0, 0].map { time($0, 48_000) })
    #expect(infos[3].presentationTimeStamp == time(483, 48_000))
    CMSetAttachment(
      buffer, key: kCMSampleBufferAttachmentKey_SpeedMultiplier, value: NSNumber(value: 2.0),
      attachmentMode: kCMAttachmentMode_ShouldPropagate)
    #expect(buffer.outputDuration == time(5, 96_000))
    CMSetAttachment(
      buffer, key: kCMSampleBufferAttachmentKey_Reverse, value: kCFBooleanTrue,
      attachmentMode: kCMAttachmentMode_ShouldPropagate)
    #expect(buffer.outputPresentationTimeStamp == time(487, 48_000))
    try buffer.setOutputPresentationTimeStamp(time(1))
    #expect(buffer.outputPresentationTimeStamp == time(1))
  }

  @Test func `trims stay with their ends`() throws {
    let buffer = try audio([Int16](repeating: 0, count: 20), frames: 10)
    buffer.setTrim(start: time(2, 48_000), end: time(3, 48_000))
    let head = try CMSampleBuffer(copying: buffer, forRange: 0..<5)
    let tail = try CMSampleBuffer(copying: buffer, forRange: 5..<10)
    #expect(head.outputDuration == time(3, 48_000))
    #expect(tail.outputDuration == time(2, 48_000))
  }

  @Test func `buffers of one picture hold it once, until the last is gone`() throws {
    let counter = ReleaseCounter()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    defer { memory.deallocate() }
    do {
      let image = CVPixelBuffer(
        format: kCVPixelFormatType_32BGRA, width: 4, height: 4, planes: [(memory, 16, 4, 4)],
        owner: ReleaseCounter.Owner(counter))
      let format = try CMFormatDescription(imageBuffer: image)
      let timing = CMSampleTimingInfo(duration: time(20), presentationTimeStamp: time(40), decodeTimeStamp: CMTime())
      let buffer = try CMSampleBuffer(imageBuffer: image, formatDescription: format, sampleTiming: timing)
      let copy = try CMSampleBuffer(copying: buffer, withNewTiming: [.invalid])
      #expect(CMSampleBufferGetImageBuffer(copy) === image)
      #expect(!copy.presentationTimeStamp.isValid)
      #expect(buffer.presentationTimeStamp == time(40))
      let other = try CMFormatDescription(videoCodecType: .h264, width: 4, height: 4)
      #expect(throws: CMSampleBuffer.Error.invalidMediaFormat) {
        try CMSampleBuffer(imageBuffer: image, formatDescription: other, sampleTiming: timing)
      }
      #expect(counter.count == 0)
    }
    #expect(counter.count == 1)
  }

  @Test func `data becomes ready when it is asked for, and copies follow`() throws {
    let data = try block([1, 2])
    let buffer = try CMSampleBuffer(
      dataBuffer: nil, dataReady: false, formatDescription: nil, numSamples: 1, sampleTimings: [], sampleSizes: [4]
    ) { CMSampleBufferSetDataBuffer($0, newValue: data) }
    let copy = try CMSampleBuffer(copying: buffer)
    #expect(!CMSampleBufferDataIsReady(buffer))
    #expect(!CMSampleBufferDataIsReady(copy))
    try buffer.makeDataReady()
    #expect(CMSampleBufferDataIsReady(buffer))
    #expect(CMSampleBufferDataIsReady(copy))
    #expect(CMSampleBufferSetDataBuffer(buffer, newValue: data) == kCMSampleBufferError_AlreadyHasDataBuffer)
  }

  @Test func `buffers do not follow each other in a circle`() throws {
    let data = try block([1, 2])
    let buffers = try (0..<3).map { _ in
      try CMSampleBuffer(
        dataBuffer: nil, dataReady: false, formatDescription: nil, numSamples: 1, sampleTimings: [], sampleSizes: [4]
      ) { CMSampleBufferSetDataBuffer($0, newValue: data) }
    }
    let copy = try CMSampleBuffer(copying: buffers[0])
    #expect(throws: CMSampleBuffer.Error.requiredParameterMissing) { try buffers[0].trackDataReadiness(copy) }
    try buffers[1].trackDataReadiness(buffers[0])
    try buffers[2].trackDataReadiness(buffers[1])
    for buffer in buffers {
      #expect(throws: CMSampleBuffer.Error.requiredParameterMissing) { try buffers[0].trackDataReadiness(buffer) }
    }
    // One may follow the same buffer again.
    try buffers[2].trackDataReadiness(buffers[0])
    #expect(buffers.allSatisfy { !CMSampleBufferDataIsReady($0) && !CMSampleBufferHasDataFailed($0, statusOut: nil) })
    try buffers[2].makeDataReady()
    #expect((buffers + [copy]).allSatisfy { CMSampleBufferDataIsReady($0) })
  }

  @Test func `an invalidated buffer answers so`() throws {
    let counter = ReleaseCounter()
    let buffer = try encoded()
    try buffer.setInvalidateHandler { _ in counter.release() }
    try buffer.invalidate()
    #expect(!buffer.isValid)
    #expect(counter.count == 1)
    #expect(throws: CMSampleBuffer.Error.invalidated) { try buffer.invalidate() }
    #expect(throws: CMSampleBuffer.Error.invalidated) { try CMSampleBuffer(copying: buffer) }
  }

  @Test func `a status may be left out, as with Apple's functions`() throws {
    let data = try CMBlockBuffer(length: 2)
    CMBlockBufferFillDataBytes(with: 7, blockBuffer: data, offsetIntoDestination: 0, dataLength: 0)
    var buffer: CMSampleBuffer?
    CMSampleBufferCreate(
      allocator: nil, dataBuffer: data, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
      formatDescription: nil, sampleCount: 1, sampleTimingEntryCount: 0, sampleTimingArray: nil,
      sampleSizeEntryCount: 0, sampleSizeArray: nil, sampleBufferOut: &buffer)
    let made = try #require(buffer)
    CMSampleBufferSetDataReady(made)
    #expect(CMSampleBufferDataIsReady(made))
    #expect(try made.dataBuffer?.dataBytes() == Data([7, 7]))
  }

  @Test func `counts of entries are checked`() throws {
    #expect(throws: CMSampleBuffer.Error.invalidEntryCount) {
      try CMSampleBuffer(
        dataBuffer: nil, formatDescription: nil, numSamples: 3, sampleTimings: [.invalid, .invalid], sampleSizes: [])
    }
    #expect(throws: CMSampleBuffer.Error.bufferHasNoSampleTimingInfo) {
      try CMSampleBuffer(
        dataBuffer: nil, formatDescription: nil, numSamples: 3, sampleTimings: [], sampleSizes: []
      ).sampleTimingInfos()
    }
    #expect(throws: CMSampleBuffer.Error.bufferHasNoSampleSizes) {
      try CMSampleBuffer(
        dataBuffer: nil, formatDescription: nil, numSamples: 3, sampleTimings: [], sampleSizes: []
      ).sampleSizes()
    }
  }

  @Test func `attachments of any bearer propagate`() throws {
    let source = try encoded()
    let destination = try block([1])
    CMSetAttachment(
      source, key: "a", value: NSNumber(value: 1), attachmentMode: kCMAttachmentMode_ShouldPropagate)
    CMSetAttachment(
      source, key: "b", value: NSNumber(value: 2), attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    CMPropagateAttachments(source, destination: destination)
    #expect(CMGetAttachment(destination, key: "a", attachmentModeOut: nil) as? Int == 1)
    #expect(CMGetAttachment(destination, key: "b", attachmentModeOut: nil) == nil)
    CMRemoveAttachment(destination, key: "a")
    #expect(
      CMCopyDictionaryOfAttachments(
        allocator: nil, target: destination, attachmentMode: kCMAttachmentMode_ShouldPropagate) == nil)
  }
}
