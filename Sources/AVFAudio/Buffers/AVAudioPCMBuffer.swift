public import CoreAudioTypes
public import Foundation

/// Linear PCM in memory.
///
/// Not for use by several threads at a time.
public final class AVAudioPCMBuffer: AVAudioBuffer {
  /// The capacity in frames.
  public let frameCapacity: AVAudioFrameCount
  private let channels: ChannelPointers

  private override init(_ format: AVAudioFormat, memory: BufferMemory) {
    let description = format.streamDescription.pointee
    frameCapacity = memory.byteCapacity / description.mBytesPerFrame
    channels = ChannelPointers(to: memory, of: description)
    super.init(format, memory: memory)
  }

  /// A buffer of silence, of which no frame is valid yet.
  ///
  /// Stops the process for a format that is not linear PCM.
  ///
  /// - Parameter frameCapacity: the number of frames that it is to have room for.
  /// - Returns: `nil` for a format without bytes in a frame or without channels, for more bytes in a buffer than 32
  ///   bits count, or more than there is memory for, and for more channels than a layout's tag can count, 65,535.
  public convenience init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
    let description = Self.linearPCM(format)
    let (size, overflows) = frameCapacity.multipliedReportingOverflow(by: description.mBytesPerFrame)
    guard Self.isStorable(description), !overflows,
      let memory = BufferMemory(
        bufferCount: Int(description.bufferCount), channelsPerBuffer: description.channelsPerBuffer, byteCapacity: size)
    else { return nil }
    self.init(format, memory: memory)
  }

  /// A buffer that uses the memory of others for its sound, all of which is valid. Nothing is copied.
  ///
  /// Stops the process for a format that is not linear PCM.
  ///
  /// - Parameters:
  ///   - bufferList: the sound, which must stay where it is until the buffer is gone; the list itself need not.
  ///   - deallocator: is called when the buffer is gone, on the thread that gave it up last, with a list of the same
  ///     contents. It is not called where there is no buffer.
  /// - Returns: `nil` for a format as the other initializer does, for another number of buffers than the format
  ///   has, for buffers of different sizes or of none, and where one points nowhere.
  public convenience init?(
    pcmFormat format: AVAudioFormat, bufferListNoCopy bufferList: UnsafePointer<AudioBufferList>,
    deallocator: ((UnsafePointer<AudioBufferList>) -> Void)? = nil
  ) {
    let description = Self.linearPCM(format)
    // The list is only read.
    let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
    guard Self.isStorable(description), list.count > 0, list.count == Int(description.bufferCount),
      let size = list.first?.mDataByteSize, size > 0,
      list.allSatisfy({ $0.mDataByteSize == size && $0.mData != nil })
    else { return nil }
    self.init(format, memory: BufferMemory(borrowing: list, release: deallocator))
    frameLength = frameCapacity
  }

  /// Returns the description of a format that has to be linear PCM.
  private static func linearPCM(_ format: AVAudioFormat) -> AudioStreamBasicDescription {
    let description = format.streamDescription.pointee
    require(description.isLinearPCM, "isPCMFormat(format)")
    return description
  }

  /// Returns whether frames have bytes and channels, and not so many channels that lists of them fill the memory:
  /// descriptions come from files.
  private static func isStorable(_ description: AudioStreamBasicDescription) -> Bool {
    description.mBytesPerFrame > 0 && (1...AVAudioFormat.mostTaggedChannels).contains(description.mChannelsPerFrame)
  }

  // MARK: Length

  /// The number of valid frames, from the first on.
  ///
  /// Setting it sets the sizes of `audioBufferList`. Stops the process for more frames than there is room for.
  public var frameLength: AVAudioFrameCount {
    get { memory.byteLength / format.streamDescription.pointee.mBytesPerFrame }
    set {
      require(newValue <= frameCapacity, "frameLength <= frameCapacity")
      memory.byteLength = newValue * format.streamDescription.pointee.mBytesPerFrame
    }
  }

  // MARK: Samples

  /// The distance from a sample of a channel to its next, in samples: the number of channels in a buffer.
  public var stride: Int { Int(format.streamDescription.pointee.channelsPerBuffer) }

  /// A pointer to each channel's first sample, valid as long as this object is, or `nil` if samples are not floating
  /// point of 32 bits in the machine's byte order.
  ///
  /// A channel has `frameLength` valid samples, one every `stride`.
  public var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? {
    channels.typed(as: Float.self, isFloat: true)
  }

  /// A pointer to each channel's first sample, as `floatChannelData` has it, or `nil` if samples are not integers of
  /// two bytes in the machine's byte order.
  public var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? {
    channels.typed(as: Int16.self, isFloat: false)
  }

  /// A pointer to each channel's first sample, as `floatChannelData` has it, or `nil` if samples are not integers of
  /// four bytes in the machine's byte order, some of whose bits may be unused.
  public var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? {
    channels.typed(as: Int32.self, isFloat: false)
  }

  /// A buffer of the same format and capacity with a copy of the sound, in memory of its own.
  public override func copy(with zone: NSZone? = nil) -> Any {
    guard let copy = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCapacity) else {
      // Apple's result is not optional either.
      fatalError("no memory for a copy of \(self)")
    }
    copy.memory.copyContents(of: memory, upTo: copy.memory.byteCapacity)
    return copy
  }
}
