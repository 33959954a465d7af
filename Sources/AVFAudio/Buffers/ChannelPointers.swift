internal import CoreAudioTypes

/// Pointers to the first sample of each channel, in memory that stays where it is.
final class ChannelPointers {
  /// The pointers. They are `nil` where the machine does not read the samples as they are.
  private let memory: UnsafeMutableRawPointer?
  private let count: Int
  private let bytesPerSample: UInt32
  private let isFloat: Bool

  init(to buffers: BufferMemory, of description: AudioStreamBasicDescription) {
    isFloat = description.has(kAudioFormatFlagIsFloat)
    count = Int(description.mChannelsPerFrame)
    guard let size = description.bytesPerSample, description.isNativeEndian, !isFloat || description.isFilled else {
      (memory, bytesPerSample) = (nil, 0)
      return
    }
    let stride = MemoryLayout<UnsafeMutableRawPointer?>.stride
    let pointers = UnsafeMutableRawPointer.allocate(byteCount: count * stride, alignment: stride)
    for channel in 0..<count {
      let isAlone = description.isNonInterleavedPCM
      let sample = buffers.bytes(isAlone ? channel : 0).map { $0 + (isAlone ? 0 : channel * Int(size)) }
      pointers.storeBytes(of: sample, toByteOffset: channel * stride, as: UnsafeMutableRawPointer?.self)
    }
    (memory, bytesPerSample) = (pointers, size)
  }

  deinit { memory?.deallocate() }

  /// The pointers to samples of a type, or `nil` if samples are of another size or kind.
  func typed<Sample>(as type: Sample.Type, isFloat: Bool) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
    guard let memory, isFloat == self.isFloat, Int(bytesPerSample) == MemoryLayout<Sample>.size else { return nil }
    return UnsafePointer(memory.bindMemory(to: UnsafeMutablePointer<Sample>.self, capacity: count))
  }
}
