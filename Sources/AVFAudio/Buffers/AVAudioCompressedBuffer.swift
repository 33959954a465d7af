public import CoreAudioTypes
public import Foundation

/// Packets of compressed sound in memory.
///
/// Not for use by several threads at a time.
public final class AVAudioCompressedBuffer: AVAudioBuffer {
  /// The capacity in packets.
  public let packetCapacity: AVAudioPacketCount
  /// The size of the largest packet that fits, in bytes.
  public let maximumPacketSize: Int
  /// The offsets and sizes of the packets in `data`, with a capacity of `packetCapacity` packets. The pointer is valid
  /// as long as this object is. It is `nil` if all packets of the format have the same size.
  public let packetDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?

  /// A buffer without packets.
  ///
  /// Stops the process for linear PCM, for a negative size, and for more bytes than 32 bits count or there is memory
  /// for.
  ///
  /// - Parameters:
  ///   - packetCapacity: the number of packets that it is to have room for.
  ///   - maximumPacketSize: the number of bytes that the largest of them may have.
  public init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount, maximumPacketSize: Int) {
    let description = format.streamDescription.pointee
    require(!description.isLinearPCM, "!isPCMFormat(format)")
    require(maximumPacketSize >= 0, "maximumPacketSize >= 0")
    let (size, overflows) = Int(packetCapacity).multipliedReportingOverflow(by: maximumPacketSize)
    guard !overflows, let byteCapacity = UInt32(exactly: size),
      let memory = BufferMemory(
        bufferCount: 1, channelsPerBuffer: description.mChannelsPerFrame, byteCapacity: byteCapacity)
    else { raise("packetCapacity * maximumPacketSize <= UINT32_MAX") }
    self.packetCapacity = packetCapacity
    self.maximumPacketSize = maximumPacketSize
    packetDescriptions = description.mBytesPerPacket == 0 ? Self.descriptions(Int(packetCapacity)) : nil
    super.init(format, memory: memory)
  }

  /// A buffer without packets, for a format whose packets all have the same size.
  ///
  /// Stops the process for linear PCM, for a format whose packets differ in size, and for more bytes than 32 bits count
  /// or there is memory for.
  ///
  /// - Parameter packetCapacity: the number of packets that it is to have room for.
  public convenience init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount) {
    let size = format.streamDescription.pointee.mBytesPerPacket
    require(size != 0, "format.streamDescription->mBytesPerPacket != 0")
    self.init(format: format, packetCapacity: packetCapacity, maximumPacketSize: Int(size))
  }

  private static func descriptions(_ count: Int) -> UnsafeMutablePointer<AudioStreamPacketDescription> {
    let descriptions = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: max(count, 1))
    descriptions.initialize(repeating: AudioStreamPacketDescription(), count: max(count, 1))
    return descriptions
  }

  deinit { packetDescriptions?.deallocate() }

  /// The number of valid packets.
  ///
  /// Stops the process for more than there is room for.
  public var packetCount: AVAudioPacketCount = 0 {
    willSet { require(newValue <= packetCapacity, "packetCount <= packetCapacity") }
  }

  /// The capacity in bytes.
  public var byteCapacity: UInt32 { memory.byteCapacity }

  /// The number of valid bytes, from the first on.
  ///
  /// Setting it sets the size in `audioBufferList`. Stops the process for more bytes than there is room for.
  public var byteLength: UInt32 {
    get { memory.byteLength }
    set {
      require(newValue <= byteCapacity, "byteLength <= byteCapacity")
      memory.byteLength = newValue
    }
  }

  /// The packets' bytes, valid as long as this object is.
  public var data: UnsafeMutableRawPointer {
    guard let bytes = memory.bytes(0) else {
      // The memory of this kind of buffer is its own, and always there.
      fatalError("a buffer without bytes")
    }
    return bytes
  }

  /// A buffer of the same format and capacity with a copy of the packets, in memory of its own.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = AVAudioCompressedBuffer(
      format: format, packetCapacity: packetCapacity, maximumPacketSize: maximumPacketSize)
    copy.memory.copyContents(of: memory, upTo: byteCapacity)
    copy.packetCount = packetCount
    if let descriptions = packetDescriptions {
      copy.packetDescriptions?.update(from: descriptions, count: Int(packetCapacity))
    }
    return copy
  }
}
