public import CoreAudioTypes
public import CoreGraphics
internal import Glibc

/// Creates a buffer of audio samples: frames of linear PCM, or packets of compressed audio.
///
/// - Parameters:
///   - numSamples: the number of frames or packets.
///   - packetDescriptions: one for each packet where packets differ in size, or `nil` if they do not.
/// - Returns: `kCMSampleBufferError_InvalidMediaTypeForOperation` for other media than audio,
///   `kCMSampleBufferError_InvalidMediaFormat` for a sample rate that is not usable,
///   `kCMSampleBufferError_InvalidEntryCount` for no samples, `kCMSampleBufferError_RequiredParameterMissing` for
///   packets of varying size without descriptions.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
  formatDescription: CMFormatDescription, sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let handler = makeDataReadyCallback.map { callback in
    { (buffer: CMSampleBuffer) in callback(buffer, makeDataReadyRefcon) }
  }
  return CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
    allocator, dataBuffer, dataReady, formatDescription, numSamples, presentationTimeStamp, packetDescriptions,
    sampleBufferOut, handler)
}

/// Creates a buffer as `CMAudioSampleBufferCreateWithPacketDescriptions` does, with data that is there.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
  sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
    allocator, dataBuffer, true, formatDescription, numSamples, presentationTimeStamp, packetDescriptions,
    sampleBufferOut, nil)
}

/// Creates a buffer as `CMAudioSampleBufferCreateWithPacketDescriptions` does, with a closure that makes the data
/// ready.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
  _ allocator: CFAllocator?, _ dataBuffer: CMBlockBuffer?, _ dataReady: Bool,
  _ formatDescription: CMFormatDescription, _ numSamples: CMItemCount, _ presentationTimeStamp: CMTime,
  _ packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
  _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
  sampleBufferOut.pointee = nil
  guard let format = formatDescription.audioStreamBasicDescription else {
    return kCMSampleBufferError_InvalidMediaTypeForOperation
  }
  guard format.mSampleRate >= 1, format.mSampleRate <= Double(CMTimeScale.max) else {
    return kCMSampleBufferError_InvalidMediaFormat
  }
  guard numSamples > 0 else { return kCMSampleBufferError_InvalidEntryCount }
  let packets = packetDescriptions.map { UnsafeBufferPointer(start: $0, count: numSamples) }
  guard packets != nil || format.mBytesPerPacket > 0 else { return kCMSampleBufferError_RequiredParameterMissing }
  let planes = format.isNonInterleavedPCM ? Int(format.mChannelsPerFrame) : 1
  guard let packetSize = checkedProduct(Int(format.mBytesPerPacket), planes) else {
    return kCMSampleBufferError_InvalidMediaFormat
  }
  let sampleRate = CMTimeScale(format.mSampleRate.rounded())
  let buffer = CMSampleBuffer(
    dataBuffer: dataBuffer, imageBuffer: nil, formatDescription: formatDescription, numSamples: numSamples,
    timing: timing(from: presentationTimeStamp, sampleRate: sampleRate, format: format, packets: packets),
    sizes: packets.map { PerSample($0.map { Int($0.mDataByteSize) }) } ?? .uniform(packetSize),
    packetTable: packets.map { PacketTable($0) }, readiness: dataReady ? .ready : .notReady)
  buffer.makeReady = makeDataReadyHandler
  sampleBufferOut.pointee = buffer
  return noErr
}

/// Returns one entry where every packet has the same number of frames, else one for each packet.
private func timing(
  from start: CMTime, sampleRate: CMTimeScale, format: AudioStreamBasicDescription,
  packets: UnsafeBufferPointer<AudioStreamPacketDescription>?
) -> PerSample<CMSampleTimingInfo> {
  func info(_ time: CMTime, frames: UInt32) -> CMSampleTimingInfo {
    CMSampleTimingInfo(
      duration: frames > 0 ? CMTime(value: Int64(frames), timescale: sampleRate) : CMTime(),
      presentationTimeStamp: time, decodeTimeStamp: CMTime())
  }
  guard let packets, packets.contains(where: { $0.mVariableFramesInPacket > 0 }) else {
    return .uniform(info(start, frames: format.mFramesPerPacket))
  }
  var time = start
  return PerSample(
    packets.map { packet in
      let entry = info(time, frames: packet.mVariableFramesInPacket)
      time = CMTimeAdd(time, entry.duration)
      return entry
    })
}

/// Copies a buffer list's audio into a new data buffer and sets that on the sample buffer, which is then ready.
///
/// Channels that have separate buffers follow one another in the data.
///
/// - Returns: `kCMSampleBufferError_AlreadyHasDataBuffer`, `kCMSampleBufferError_InvalidMediaTypeForOperation` for
///   other media than audio, `kCMSampleBufferError_InvalidSampleData` for a list without data.
@discardableResult
public func CMSampleBufferSetDataBufferFromAudioBufferList(
  _ sbuf: CMSampleBuffer, blockBufferAllocator blockBufferStructureAllocator: CFAllocator?,
  blockBufferMemoryAllocator blockBufferBlockAllocator: CFAllocator?, flags: UInt32,
  bufferList: UnsafePointer<AudioBufferList>
) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  guard sbuf.dataBuffer == nil else { return kCMSampleBufferError_AlreadyHasDataBuffer }
  guard sbuf.formatDescription?.audioFormat != nil else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
  let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
  guard let length = list.map({ Int($0.mDataByteSize) }).checkedSum, length > 0,
    list.allSatisfy({ $0.mDataByteSize == 0 || $0.mData != nil })
  else { return kCMSampleBufferError_InvalidSampleData }
  var data: CMBlockBuffer?
  let status = CMBlockBufferCreateWithMemoryBlock(
    allocator: blockBufferStructureAllocator, memoryBlock: nil, blockLength: length,
    blockAllocator: blockBufferBlockAllocator, customBlockSource: nil, offsetToData: 0, dataLength: length,
    flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &data)
  guard let data, let destination = data.contiguousBytes(offset: 0, length: length)?.baseAddress else { return status }
  var written = 0
  for buffer in list {
    if let source = buffer.mData { memcpy(destination + written, source, Int(buffer.mDataByteSize)) }
    written += Int(buffer.mDataByteSize)
  }
  sbuf.dataBuffer = data
  sbuf.readiness = .ready
  return noErr
}

/// Fills a buffer list with pointers to the audio, and returns the data buffer that keeps them valid.
///
/// Nothing is copied where each buffer's bytes lie together and, if the flag asks for it, on 16-byte boundaries.
///
/// - Parameters:
///   - bufferListSizeNeededOut: receives the list's size in bytes.
///   - bufferListSize: the number of bytes at `bufferListOut`; too few are `kCMSampleBufferError_ArrayTooSmall`.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
  _ sbuf: CMSampleBuffer, bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
  bufferListOut: UnsafeMutablePointer<AudioBufferList>?, bufferListSize: Int,
  blockBufferAllocator blockBufferStructureAllocator: CFAllocator?,
  blockBufferMemoryAllocator blockBufferBlockAllocator: CFAllocator?, flags: UInt32,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>?
) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  guard let format = sbuf.formatDescription?.audioStreamBasicDescription else {
    return kCMSampleBufferError_InvalidMediaTypeForOperation
  }
  guard sbuf.isDataReady, let data = sbuf.dataBuffer, data.dataLength > 0 else {
    return kCMSampleBufferError_BufferNotReady
  }
  let count = sbuf.nonInterleavedPlanes?.count ?? 1
  let needed = AudioBufferList.sizeInBytes(maximumBuffers: max(count, 1))
  bufferListSizeNeededOut?.pointee = needed
  guard let bufferListOut else { return noErr }
  guard bufferListSize >= needed else { return kCMSampleBufferError_ArrayTooSmall }
  guard count > 0, data.dataLength % count == 0, data.dataLength / count <= UInt32.max else {
    return kCMSampleBufferError_InvalidSampleData
  }
  let length = data.dataLength / count
  let isAligned = flags & kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment != 0
  func planes(of data: CMBlockBuffer) -> [UnsafeMutableRawPointer]? {
    var planes: [UnsafeMutableRawPointer] = []
    for index in 0..<count {
      guard let base = data.contiguousBytes(offset: index * length, length: length)?.baseAddress,
        !isAligned || Int(bitPattern: base) % audioAlignment == 0
      else { return nil }
      planes.append(base)
    }
    return planes
  }
  var retained = data
  var bases = planes(of: data)
  if bases == nil {
    guard let copy = alignedCopy(of: data, planes: count, bytesPerPlane: length) else {
      return kCMSampleBufferError_AllocationFailed
    }
    retained = copy
    bases = planes(of: copy)
  }
  guard let bases else { return kCMSampleBufferError_AllocationFailed }
  let list = UnsafeMutableAudioBufferListPointer(bufferListOut)
  list.count = count
  for (index, base) in bases.enumerated() {
    list[index] = AudioBuffer(
      mNumberChannels: count == 1 ? format.mChannelsPerFrame : 1, mDataByteSize: UInt32(length), mData: base)
  }
  blockBufferOut?.pointee = retained
  return noErr
}

/// The alignment that the flag below asks for, in bytes: that of a vector of four floats.
private let audioAlignment = 16

/// Makes each buffer of the list begin on a 16-byte boundary.
public let kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 = 1 << 0

/// Returns a copy of the planes, each of which lies together and on a 16-byte boundary, or `nil` if copying fails.
private func alignedCopy(of data: CMBlockBuffer, planes: Int, bytesPerPlane: Int) -> CMBlockBuffer? {
  let copy = CMBlockBuffer()
  for index in 0..<planes {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytesPerPlane, alignment: audioAlignment)
    let block = MemoryBlock(
      base: memory.baseAddress, length: bytesPerPlane, allocate: { nil }, release: { $0.deallocate() })
    guard let base = memory.baseAddress,
      CMBlockBufferCopyDataBytes(
        data, atOffset: index * bytesPerPlane, dataLength: bytesPerPlane, destination: base) == kCMBlockBufferNoErr
    else { return nil }
    copy.append(CMBlockBuffer.Piece(block: block, offset: 0, length: bytesPerPlane))
  }
  return copy
}

/// Copies frames of linear PCM into a buffer list of the same shape.
///
/// - Returns: `kCMSampleBufferError_SampleIndexOutOfRange` for frames that are not there,
///   `kCMSampleBufferError_ArrayTooSmall` for a list without room.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
  _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32,
  into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  guard let format = sbuf.formatDescription?.audioStreamBasicDescription, format.mFormatID == kAudioFormatLinearPCM
  else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
  guard sbuf.isDataReady, let data = sbuf.dataBuffer else { return kCMSampleBufferError_BufferNotReady }
  let offset = Int(frameOffset)
  let frames = Int(numFrames)
  guard offset >= 0, frames >= 0, offset + frames <= sbuf.numSamples else {
    return kCMSampleBufferError_SampleIndexOutOfRange
  }
  let list = UnsafeMutableAudioBufferListPointer(bufferList)
  let bytesPerFrame = Int(format.mBytesPerFrame)
  let planes = sbuf.nonInterleavedPlanes?.count ?? 1
  guard let total = checkedProduct(planes, sbuf.numSamples, bytesPerFrame), total <= data.dataLength else {
    return kCMSampleBufferError_InvalidSampleData
  }
  guard list.count == planes, list.allSatisfy({ Int($0.mDataByteSize) >= frames * bytesPerFrame }) else {
    return kCMSampleBufferError_ArrayTooSmall
  }
  for index in 0..<planes {
    guard let destination = list[index].mData else { return kCMSampleBufferError_RequiredParameterMissing }
    let start = (index * sbuf.numSamples + offset) * bytesPerFrame
    let status = CMBlockBufferCopyDataBytes(
      data, atOffset: start, dataLength: frames * bytesPerFrame, destination: destination)
    if status != kCMBlockBufferNoErr { return status }
    list[index].mDataByteSize = UInt32(frames * bytesPerFrame)
  }
  return noErr
}

/// Copies out the description of each packet, which states its offset and size.
///
/// Where all packets have one size, and for linear PCM, there are no descriptions: the size needed is 0.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptions(
  _ sbuf: CMSampleBuffer, allocatedSize packetDescriptionsSize: Int,
  packetDescriptionsOut: UnsafeMutablePointer<AudioStreamPacketDescription>?,
  packetDescriptionsSizeNeededOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
  guard sbuf.isValid else { return kCMSampleBufferError_Invalidated }
  guard sbuf.formatDescription?.audioFormat != nil else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
  let packets = sbuf.packets
  let needed = packets.count * MemoryLayout<AudioStreamPacketDescription>.stride
  packetDescriptionsSizeNeededOut?.pointee = needed
  guard let packetDescriptionsOut else { return noErr }
  guard packetDescriptionsSize >= needed else { return kCMSampleBufferError_ArrayTooSmall }
  for (index, packet) in packets.enumerated() { packetDescriptionsOut[index] = packet }
  return noErr
}

extension CMSampleBuffer {
  /// The number of planes of linear PCM that has each channel in a plane of its own, and the bytes of a frame in one
  /// plane, or `nil` for other audio.
  var nonInterleavedPlanes: (count: Int, bytesPerFrame: Int)? {
    guard let format = formatDescription?.audioFormat?.basicDescription.pointee, format.isNonInterleavedPCM else {
      return nil
    }
    return (Int(format.mChannelsPerFrame), Int(format.mBytesPerFrame))
  }

  /// The number of bytes of a frame of interleaved linear PCM, or `nil` for other audio.
  var interleavedFrameSize: Int? {
    guard let format = formatDescription?.audioFormat?.basicDescription.pointee,
      format.mFormatID == kAudioFormatLinearPCM, !format.isNonInterleavedPCM
    else { return nil }
    return Int(format.mBytesPerFrame)
  }

  /// The offset and size of each packet of compressed audio, from the table or from the sizes, empty if all packets
  /// have one size.
  var packets: [AudioStreamPacketDescription] {
    if let packetTable { return Array(packetTable.packets) }
    guard let format = formatDescription?.audioFormat?.basicDescription.pointee, format.mBytesPerPacket == 0 else {
      return []
    }
    var offset: Int64 = 0
    return (0..<numSamples).compactMap { index in
      guard let size = sizes[index].flatMap({ UInt32(exactly: $0) }) else { return nil }
      defer { offset += Int64(size) }
      return AudioStreamPacketDescription(mStartOffset: offset, mVariableFramesInPacket: 0, mDataByteSize: size)
    }
  }
}
