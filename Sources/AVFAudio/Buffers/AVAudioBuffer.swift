public import CoreAudioTypes
public import Foundation

/// Sound in memory, and its format: an `AVAudioPCMBuffer` or an `AVAudioCompressedBuffer`.
///
/// Not for use by several threads at a time.
public class AVAudioBuffer: NSObject, NSCopying, NSMutableCopying {
  /// The format of the sound.
  public let format: AVAudioFormat
  let memory: BufferMemory

  init(_ format: AVAudioFormat, memory: BufferMemory) {
    self.format = format
    self.memory = memory
  }

  /// The list of the buffers that hold the sound. It is valid as long as this object is, and must not be changed; the
  /// bytes that it points to may be.
  ///
  /// The sizes are the numbers of valid bytes: those of `frameLength` frames of linear PCM, of one channel where each has a
  /// buffer of its own.
  public var audioBufferList: UnsafePointer<AudioBufferList> { memory.list.unsafePointer }

  /// The list of the buffers, for functions that fill them. It is valid as long as this object is.
  ///
  /// The sizes are set to the capacity in bytes whenever the list is asked for. Sizes that are written to it do not change
  /// the buffer: set `frameLength` or `byteLength` to the amount that was filled.
  public var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
    memory.capacityList.unsafeMutablePointer
  }

  /// A buffer of the same format and capacity with a copy of the sound, in memory of its own.
  public func copy(with zone: NSZone? = nil) -> Any {
    // Only its two subclasses are made, and each has its own copy.
    fatalError("a buffer without a kind")
  }

  /// Returns the same as `copy(with:)`: every buffer can be changed.
  public func mutableCopy(with zone: NSZone? = nil) -> Any { copy(with: zone) }

  /// A line with the valid bytes and the capacity, as Apple prints it: `<AVAudioPCMBuffer@0x…: 0/4096 bytes>`. If each
  /// channel has a buffer of its own, the numbers are those of one channel.
  public override var description: String {
    "<\(type(of: self))@\(address(of: self)): \(memory.byteLength)/\(memory.byteCapacity) bytes>"
  }
}
