internal import Glibc

/// A collection of the buffers of an `AudioBufferList` of any length.
public struct UnsafeMutableAudioBufferListPointer: @unchecked Sendable {
  // Sendable: a pointer, whose owner is responsible for the access to the list.

  /// The list's head.
  public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

  public init(_ pointer: UnsafeMutablePointer<AudioBufferList>) { unsafeMutablePointer = pointer }

  public init?(_ pointer: UnsafeMutablePointer<AudioBufferList>?) {
    guard let pointer else { return nil }
    unsafeMutablePointer = pointer
  }

  /// The list's head, to read from.
  public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

  /// The number of buffers; may be set to less than was allocated.
  public var count: Int {
    get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
    nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
  }

  private var buffers: UnsafeMutablePointer<AudioBuffer> {
    (UnsafeMutableRawPointer(unsafeMutablePointer) + Self.headSize).assumingMemoryBound(to: AudioBuffer.self)
  }

  private static let headSize = MemoryLayout<AudioBufferList>.size - MemoryLayout<AudioBuffer>.size
}

extension UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
  public typealias Index = Int
  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  /// A buffer of the list; an index out of range stops the process.
  public subscript(index: Int) -> AudioBuffer {
    get {
      precondition(index >= 0 && index < count, "subscript index out of range")
      return buffers[index]
    }
    nonmutating set {
      precondition(index >= 0 && index < count, "subscript index out of range")
      buffers[index] = newValue
    }
  }
}

extension AudioBufferList {
  /// Returns the number of bytes that a list of this many buffers takes.
  public static func sizeInBytes(maximumBuffers: Int) -> Int {
    precondition(maximumBuffers >= 1, "AudioBufferList must have at least one buffer")
    return MemoryLayout<AudioBufferList>.size + (maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
  }

  /// Allocates a zeroed list with room for this many buffers, and that count. Free it with
  /// `free(list.unsafeMutablePointer)`.
  public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
    let size = sizeInBytes(maximumBuffers: maximumBuffers)
    // Apple's overlay stops as well: the result is not optional.
    guard let memory = calloc(1, size) else { fatalError("failed to allocate an AudioBufferList of \(size) bytes") }
    let list = UnsafeMutableAudioBufferListPointer(memory.assumingMemoryBound(to: AudioBufferList.self))
    list.count = maximumBuffers
    return list
  }
}
