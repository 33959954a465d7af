public import CoreAudioTypes
public import CoreGraphics
public import CoreVideo

// Swift's initialisers and methods, each of which does what a C function does.

extension CMSampleBuffer {
  /// Creates a buffer of samples whose data is there.
  ///
  /// There may be no times, one, or one for each sample; the same holds for sizes, which are in bytes.
  ///
  /// - Throws: `Error.invalidEntryCount` for a negative count of samples or a negative size, and for another number of
  ///   times or of sizes.
  public convenience init(
    dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
    sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int]
  ) throws {
    try self.init(
      dataBuffer, formatDescription, numSamples, sampleTimings, sampleSizes, readiness: .ready, makeReady: nil)
  }

  /// Creates a buffer of samples whose data the closure makes ready.
  ///
  /// There may be no times, one, or one for each sample; the same holds for sizes, which are in bytes.
  ///
  /// - Throws: `Error.invalidEntryCount` for a negative count of samples or a negative size, and for another number of
  ///   times or of sizes.
  public convenience init(
    dataBuffer: CMBlockBuffer?, dataReady: Bool = false, formatDescription: CMFormatDescription?,
    numSamples: CMItemCount, sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int],
    makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
  ) throws {
    try self.init(
      dataBuffer, formatDescription, numSamples, sampleTimings, sampleSizes,
      readiness: dataReady ? .ready : .notReady, makeReady: makeDataReadyHandler)
  }

  private convenience init(
    _ dataBuffer: CMBlockBuffer?, _ formatDescription: CMFormatDescription?, _ numSamples: CMItemCount,
    _ timings: [CMSampleTimingInfo], _ sizes: [Int], readiness: Readiness,
    makeReady: CMSampleBufferMakeDataReadyHandler?
  ) throws {
    guard numSamples >= 0, timings.count <= 1 || timings.count == numSamples,
      sizes.count <= 1 || sizes.count == numSamples, sizes.allSatisfy({ $0 >= 0 })
    else { throw Error.invalidEntryCount }
    self.init(
      dataBuffer: dataBuffer, imageBuffer: nil, formatDescription: formatDescription, numSamples: numSamples,
      timing: PerSample(timings), sizes: PerSample(sizes), readiness: readiness)
    self.makeReady = makeReady
  }

  /// Creates a buffer of audio whose data is there; `packetDescriptions` is empty where packets do not differ in size.
  ///
  /// - Throws: `Error.invalidMediaTypeForOperation` for a format that is not of audio, `Error.invalidMediaFormat` for a
  ///   sample rate outside 1 to 2147483647 Hz and for packets whose size is too large to count,
  ///   `Error.invalidEntryCount` without samples and for another number of packet descriptions than of samples, and
  ///   `Error.requiredParameterMissing` without packet descriptions where the format does not state the size of a
  ///   packet.
  public convenience init(
    dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription, numSamples: CMItemCount,
    presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription]
  ) throws {
    try self.init(
      audio: dataBuffer, formatDescription, numSamples, presentationTimeStamp, packetDescriptions, ready: true,
      makeReady: nil)
  }

  /// Creates a buffer of audio whose data the closure makes ready.
  ///
  /// - Throws: the errors of `init(dataBuffer:formatDescription:numSamples:presentationTimeStamp:packetDescriptions:)`.
  public convenience init(
    dataBuffer: CMBlockBuffer?, dataReady: Bool = false, formatDescription: CMFormatDescription,
    numSamples: CMItemCount, presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription],
    makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
  ) throws {
    try self.init(
      audio: dataBuffer, formatDescription, numSamples, presentationTimeStamp, packetDescriptions, ready: dataReady,
      makeReady: makeDataReadyHandler)
  }

  private convenience init(
    audio dataBuffer: CMBlockBuffer?, _ formatDescription: CMFormatDescription, _ numSamples: CMItemCount,
    _ presentationTimeStamp: CMTime, _ packets: [AudioStreamPacketDescription], ready: Bool,
    makeReady: CMSampleBufferMakeDataReadyHandler?
  ) throws {
    guard packets.isEmpty || packets.count == numSamples else { throw Error.invalidEntryCount }
    self.init(
      sharing: try Self.made { out in
        packets.withUnsafeBufferPointer {
          CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
            nil, dataBuffer, ready, formatDescription, numSamples, presentationTimeStamp,
            packets.isEmpty ? nil : $0.baseAddress, out, makeReady)
        }
      })
  }

  /// Creates a buffer of a picture that is there.
  ///
  /// - Throws: `Error.invalidMediaFormat` for a format that does not describe the picture.
  public convenience init(
    imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
  ) throws {
    guard formatDescription.matchesImageBuffer(imageBuffer) else { throw Error.invalidMediaFormat }
    self.init(imageBuffer: imageBuffer, format: formatDescription, timing: sampleTiming)
  }

  /// Creates a buffer of a picture that the closure makes ready.
  ///
  /// - Throws: `Error.invalidMediaFormat` for a format that does not describe the picture.
  public convenience init(
    imageBuffer: CVImageBuffer, dataReady: Bool = false, formatDescription: CMVideoFormatDescription,
    sampleTiming: CMSampleTimingInfo, makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
  ) throws {
    try self.init(imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming)
    if !dataReady { readiness = .notReady }
    makeReady = makeDataReadyHandler
  }

  /// Creates a shallow copy.
  ///
  /// - Throws: `Error.invalidated` for a buffer that was invalidated.
  public convenience init(copying sampleBuffer: CMSampleBuffer) throws {
    self.init(
      sharing: try Self.made {
        CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: sampleBuffer, sampleBufferOut: $0)
      })
  }

  /// Creates a shallow copy with other times: none, one, or one for each sample.
  ///
  /// - Throws: `Error.invalidated` for a buffer that was invalidated, and `Error.invalidEntryCount` for another number
  ///   of times.
  public convenience init(
    copying sampleBuffer: CMSampleBuffer, withNewTiming sampleTimings: [CMSampleTimingInfo]
  ) throws {
    self.init(
      sharing: try Self.made { out in
        sampleTimings.withUnsafeBufferPointer {
          CMSampleBufferCreateCopyWithNewTiming(
            allocator: nil, sampleBuffer: sampleBuffer, sampleTimingEntryCount: $0.count,
            sampleTimingArray: $0.baseAddress, sampleBufferOut: out)
        }
      })
  }

  /// Creates a buffer with a range of another's samples.
  ///
  /// - Throws: `Error.invalidated` for a buffer that was invalidated, `Error.sampleIndexOutOfRange` for a range that is
  ///   empty or not within the samples, `Error.bufferNotReady` while the data is not there, `Error.cannotSubdivide`
  ///   where it is not known which bytes belong to which sample, and `Error.invalidSampleData` where there are fewer
  ///   bytes than the samples' sizes say.
  public convenience init(copying sampleBuffer: CMSampleBuffer, forRange range: Range<Int>) throws {
    self.init(
      sharing: try Self.made {
        CMSampleBufferCopySampleBufferForRange(
          allocator: nil, sampleBuffer: sampleBuffer,
          sampleRange: CFRange(location: range.lowerBound, length: range.count), sampleBufferOut: $0)
      })
  }

  /// Creates a buffer with the contents of one that a C function has made.
  private convenience init(sharing other: CMSampleBuffer) {
    self.init(
      dataBuffer: other.dataBuffer, imageBuffer: other.imageBuffer, formatDescription: other.formatDescription,
      numSamples: other.numSamples, timing: other.timing, sizes: other.sizes, packetTable: other.packetTable,
      readiness: other.readiness)
    copySampleAttachments(from: other, range: 0..<numSamples)
    storedAttachments = other.storedAttachments
    isRetimed = other.isRetimed
    makeReady = other.makeReady
  }

  private static func made(
    _ make: (UnsafeMutablePointer<CMSampleBuffer?>) -> OSStatus
  ) throws -> CMSampleBuffer {
    var buffer: CMSampleBuffer?
    try check(make(&buffer))
    guard let buffer else { throw Error.allocationFailed }
    return buffer
  }

  /// A sequence of the samples, each in a buffer of its own, which is made when it is asked for.
  public struct SingleSampleBuffers: Sequence {
    let buffer: CMSampleBuffer

    public func makeIterator() -> AnyIterator<CMSampleBuffer> {
      var index = 0
      return AnyIterator {
        guard index < buffer.numSamples else { return nil }
        defer { index += 1 }
        return try? CMSampleBuffer(copying: buffer, forRange: index..<index + 1)
      }
    }
  }

  /// Returns the samples, each in a buffer of its own.
  ///
  /// The sequence ends at a sample that cannot be put into a buffer.
  ///
  /// - Throws: the errors of `init(copying:forRange:)` for the first sample. Without samples it throws nothing.
  public func singleSampleBuffers() throws -> SingleSampleBuffers {
    if numSamples > 0 { _ = try CMSampleBuffer(copying: self, forRange: 0..<1) }
    return SingleSampleBuffers(buffer: self)
  }

  /// The state of a buffer's data: there, not there yet, or failed with an error.
  public enum DataReadiness: Hashable, Sendable {
    case ready
    case notReady
    case failed(OSStatus)
  }

  /// The state of the data now, or of the data of the buffer that was passed to `trackDataReadiness(_:)`.
  public var dataReadiness: DataReadiness {
    if let dataFailure { .failed(dataFailure) } else { isDataReady ? .ready : .notReady }
  }

  /// Sets whether the data is there or never will be.
  ///
  /// - Throws: `Error.requiredParameterMissing` for `.notReady`, and `Error.invalidated` for a buffer that was
  ///   invalidated.
  public func setDataReadiness(_ newValue: DataReadiness) throws {
    switch newValue {
    case .ready: try check(CMSampleBufferSetDataReady(self))
    case .failed(let status): try check(CMSampleBufferSetDataFailed(self, status: status))
    case .notReady: throw Error.requiredParameterMissing
    }
  }

  /// Makes the data ready by the closure given at creation.
  ///
  /// - Throws: `Error.invalidated` for a buffer that was invalidated, `Error.dataFailed` where the data never will be
  ///   there, `Error.bufferNotReady` without a closure, and the error of the status that the closure returns.
  public func makeDataReady() throws { try check(CMSampleBufferMakeDataReady(self)) }

  /// Makes this buffer's readiness follow that of another.
  ///
  /// - Throws: `Error.invalidated` for a buffer that was invalidated, and `Error.requiredParameterMissing` for the
  ///   buffer itself, and for one whose readiness follows this one's.
  public func trackDataReadiness(_ sampleBufferToTrack: CMSampleBuffer) throws {
    try check(CMSampleBufferTrackDataReadiness(self, sampleBufferToTrack: sampleBufferToTrack))
  }

  /// Makes the buffer invalid and calls its handler.
  ///
  /// - Throws: `Error.invalidated` the second time.
  public func invalidate() throws { try check(CMSampleBufferInvalidate(self)) }

  /// Sets the closure that invalidating calls, once. The errors of the closure are ignored.
  ///
  /// - Throws: `Error.invalidated` for a buffer that was invalidated, and `Error.requiredParameterMissing` the second
  ///   time.
  public func setInvalidateHandler(_ body: @escaping (CMSampleBuffer) throws -> Void) throws {
    try check(CMSampleBufferSetInvalidateHandler(self) { try? body($0) })
  }

  /// Sets the buffer's data, once.
  ///
  /// - Throws: `Error.invalidated` for a buffer that was invalidated, and `Error.alreadyHasDataBuffer` for one that has
  ///   data or a picture.
  public func setDataBuffer(_ dataBuffer: CMBlockBuffer) throws {
    try check(CMSampleBufferSetDataBuffer(self, newValue: dataBuffer))
  }

  /// Options of a sample buffer's methods.
  public struct Flags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let audioBufferListAssure16ByteAlignment = Flags(
      rawValue: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment)
  }

  /// Copies a buffer list's audio in; see `CMSampleBufferSetDataBufferFromAudioBufferList`.
  ///
  /// - Throws: `Error.invalidated` for a buffer that was invalidated, `Error.alreadyHasDataBuffer` for one that has
  ///   data, `Error.invalidMediaTypeForOperation` for a format that is not of audio, `Error.invalidSampleData` for a
  ///   list without bytes or with a size that has no memory, and `CMBlockBuffer.Error.blockAllocationFailed` when the
  ///   memory cannot be allocated.
  public func setDataBuffer(
    fromAudioBufferList bufferList: UnsafePointer<AudioBufferList>,
    blockBufferMemoryAllocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    try check(
      CMSampleBufferSetDataBufferFromAudioBufferList(
        self, blockBufferAllocator: nil, blockBufferMemoryAllocator: blockBufferMemoryAllocator,
        flags: flags.rawValue, bufferList: bufferList))
  }

  /// Lends the audio as a buffer list, and the data buffer it points into; both are valid inside `body`.
  ///
  /// - Throws: `Error.invalidated` for a buffer that was invalidated, `Error.invalidMediaTypeForOperation` for a format
  ///   that is not of audio, `Error.bufferNotReady` while there is no data, `Error.invalidSampleData` for data
  ///   that does not divide evenly among the channels or has more bytes than a list can state, `Error.allocationFailed`
  ///   when the bytes have to be copied and cannot be, and what `body` throws.
  public func withAudioBufferList<R>(
    blockBufferMemoryAllocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = [],
    body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> R
  ) throws -> R {
    var size = 0
    try check(
      CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        self, bufferListSizeNeededOut: &size, bufferListOut: nil, bufferListSize: 0, blockBufferAllocator: nil,
        blockBufferMemoryAllocator: blockBufferMemoryAllocator, flags: flags.rawValue, blockBufferOut: nil))
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: MemoryLayout<AudioBufferList>.alignment)
    defer { memory.deallocate() }
    let list = memory.bindMemory(to: AudioBufferList.self, capacity: 1)
    var data: CMBlockBuffer?
    try check(
      CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        self, bufferListSizeNeededOut: nil, bufferListOut: list, bufferListSize: size, blockBufferAllocator: nil,
        blockBufferMemoryAllocator: blockBufferMemoryAllocator, flags: flags.rawValue, blockBufferOut: &data))
    guard let data else { throw Error.bufferNotReady }
    return try withExtendedLifetime(data) { try body(UnsafeMutableAudioBufferListPointer(list), data) }
  }

  /// Copies frames of linear PCM into a buffer list of the same shape.
  ///
  /// - Throws: `Error.sampleIndexOutOfRange` for frames that the buffer does not have, `Error.invalidated` for a buffer
  ///   that was invalidated, `Error.invalidMediaTypeForOperation` for another format than linear PCM,
  ///   `Error.bufferNotReady` while there is no data, `Error.invalidSampleData` for data that is shorter than its
  ///   frames, `Error.arrayTooSmall` for a list with another number of buffers or too little room in one,
  ///   `Error.requiredParameterMissing` for a buffer of the list without memory,
  ///   `CMBlockBuffer.Error.unallocatedBlock` where memory of the data is still to be allocated, and
  ///   `CMBlockBuffer.Error.emptyBlockBuffer` for data without bytes.
  public func copyPCMData(fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>) throws {
    guard let offset = Int32(exactly: range.lowerBound), let count = Int32(exactly: range.count) else {
      throw Error.sampleIndexOutOfRange
    }
    try check(
      CMSampleBufferCopyPCMDataIntoAudioBufferList(self, at: offset, frameCount: count, into: bufferList))
  }

  /// Returns the description of each packet of compressed audio, which says where it lies, empty if all have one size.
  ///
  /// - Throws: `Error.invalidMediaTypeForOperation` for a format that is not of audio.
  public func audioStreamPacketDescriptions() throws -> [AudioStreamPacketDescription] {
    guard formatDescription?.audioFormat != nil else { throw Error.invalidMediaTypeForOperation }
    return packets
  }

  /// Lends the descriptions of the packets of compressed audio, valid inside `body`.
  ///
  /// - Throws: `Error.invalidMediaTypeForOperation` for a format that is not of audio, and what `body` throws.
  public func withUnsafeAudioStreamPacketDescriptions<R>(
    _ body: (UnsafeBufferPointer<AudioStreamPacketDescription>) throws -> R
  ) throws -> R {
    try audioStreamPacketDescriptions().withUnsafeBufferPointer(body)
  }

  /// A number that identifies the class in the running program.
  public static var typeID: CFTypeID { CMSampleBufferGetTypeID() }
}
