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

  /// Where the sound lies, valid as long as this object is. The list must not be changed; the bytes may be.
  ///
  /// The sizes say how many bytes are valid: `frameLength` of linear PCM, in one channel where each has a buffer of its
  /// own.
  public var audioBufferList: UnsafePointer<AudioBufferList> { memory.list.unsafePointer }

  /// Where the sound lies, as a list to hand to whoever fills it, valid as long as this object is.
  ///
  /// Whenever it is asked for, the sizes say how many bytes there is room for. What is written to them stays without
  /// effect on the buffer: set `frameLength`, or `byteLength`, to what was filled.
  public var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
    memory.capacityList.unsafeMutablePointer
  }

  /// A buffer of the same format and capacity with a copy of the sound, in memory of its own.
  public func copy(with zone: NSZone? = nil) -> Any {
    // Only its two subclasses are made, and each has its own copy.
    fatalError("a buffer without a kind")
  }

  /// As `copy(with:)`: every buffer can be changed.
  public func mutableCopy(with zone: NSZone? = nil) -> Any { copy(with: zone) }

  /// How full the buffer is, as Apple prints it, such as `<AVAudioPCMBuffer@0x…: 0/4096 bytes>`; in one channel where
  /// each has a buffer of its own.
  public override var description: String {
    "<\(type(of: self))@\(address(of: self)): \(memory.byteLength)/\(memory.byteCapacity) bytes>"
  }
}
