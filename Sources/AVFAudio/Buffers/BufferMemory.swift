internal import CoreAudioTypes
internal import Glibc

/// The bytes of a buffer of sound, and the two lists that point to them, which are freed with it.
///
/// One list states how many bytes are valid, the other how many can be stored. All buffers of a list have the same
/// size.
final class BufferMemory {
  /// The list whose sizes are the numbers of valid bytes.
  let list: UnsafeMutableAudioBufferListPointer
  private let wholeList: UnsafeMutableAudioBufferListPointer
  /// The number of bytes that each buffer has room for.
  let byteCapacity: UInt32
  private let release: () -> Void

  /// Buffers of zeroes, none of which is valid, or `nil` if there is not that much memory, and for no buffers.
  ///
  /// - Parameters:
  ///   - byteCapacity: the number of bytes of each buffer.
  ///   - channelsPerBuffer: the number of channels that are interleaved in each.
  convenience init?(bufferCount: Int, channelsPerBuffer: UInt32, byteCapacity: UInt32) {
    // Buffers without bytes still need an address to point to.
    let size = max(Int(byteCapacity), 1)
    let spacing = (size + Self.alignment - 1) & ~(Self.alignment - 1)
    guard bufferCount > 0, let bytes = calloc(bufferCount, spacing) else { return nil }
    self.init(bufferCount: bufferCount, byteCapacity: byteCapacity) {
      AudioBuffer(mNumberChannels: channelsPerBuffer, mDataByteSize: 0, mData: bytes + $0 * spacing)
    } release: {
      free(bytes)
    }
  }

  /// The alignment of each buffer's first byte, for vector instructions.
  private static let alignment = 16

  /// Memory that belongs to somebody else, all of whose bytes are valid.
  ///
  /// - Parameters:
  ///   - source: buffers of one size, at least one of them.
  ///   - release: is called when these are no longer needed, with a list of the same contents.
  convenience init(
    borrowing source: UnsafeMutableAudioBufferListPointer,
    release: ((UnsafePointer<AudioBufferList>) -> Void)?
  ) {
    let given = AudioBufferList.allocate(maximumBuffers: source.count)
    for index in source.indices { given[index] = source[index] }
    self.init(bufferCount: source.count, byteCapacity: source[0].mDataByteSize) {
      source[$0]
    } release: {
      release?(given.unsafePointer)
      free(given.unsafeMutablePointer)
    }
  }

  private init(
    bufferCount: Int, byteCapacity: UInt32, buffer: (Int) -> AudioBuffer, release: @escaping () -> Void
  ) {
    list = AudioBufferList.allocate(maximumBuffers: bufferCount)
    wholeList = AudioBufferList.allocate(maximumBuffers: bufferCount)
    for index in 0..<bufferCount {
      list[index] = buffer(index)
      wholeList[index] = list[index]
    }
    self.byteCapacity = byteCapacity
    self.release = release
  }

  deinit {
    release()
    free(list.unsafeMutablePointer)
    free(wholeList.unsafeMutablePointer)
  }

  /// The list with the capacity as sizes, whatever was written there before.
  var capacityList: UnsafeMutableAudioBufferListPointer {
    for index in wholeList.indices { wholeList[index].mDataByteSize = byteCapacity }
    return wholeList
  }

  /// The number of valid bytes of each buffer.
  var byteLength: UInt32 {
    get { list[0].mDataByteSize }
    set { for index in list.indices { list[index].mDataByteSize = newValue } }
  }

  /// A buffer's bytes.
  func bytes(_ index: Int) -> UnsafeMutableRawPointer? { list[index].mData }

  /// Copies up to `count` bytes of each buffer from memory with the same number of buffers, and sets the number of
  /// valid bytes.
  func copyContents(of other: BufferMemory, upTo count: UInt32) {
    for index in list.indices {
      if let target = bytes(index), let source = other.bytes(index) { memcpy(target, source, Int(count)) }
    }
    byteLength = other.byteLength
  }
}
