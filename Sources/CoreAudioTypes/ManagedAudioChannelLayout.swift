internal import Glibc

/// A channel layout of any length, which owns its memory: it may outlive the memory it was read from.
public struct ManagedAudioChannelLayout: Sendable {
  private let storage: Storage

  /// Creates a copy of the layout at `pointer`, with as many channel descriptions as its count says.
  public init(
    audioChannelLayoutPointer pointer: UnsafePointer<AudioChannelLayout>,
    deallocator: (UnsafePointer<AudioChannelLayout>) -> Void = { _ in }
  ) {
    let count = Int(pointer.pointee.mNumberChannelDescriptions)
    storage = Storage(
      copying: UnsafeRawBufferPointer(
        start: pointer, count: AudioChannelLayout.sizeInBytes(maximumDescriptions: count)))
    deallocator(pointer)
  }

  /// Creates a layout that its tag describes completely.
  public init(tag: AudioChannelLayoutTag) {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag
    storage = withUnsafeBytes(of: &layout) {
      Storage(copying: UnsafeRawBufferPointer(rebasing: $0[..<AudioChannelLayout.headSize]))
    }
  }

  /// Creates a layout of a set of loudspeakers, in the order of the bits.
  public init(channelBitmap: AudioChannelBitmap) {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
    layout.mChannelBitmap = channelBitmap
    storage = withUnsafeBytes(of: &layout) {
      Storage(copying: UnsafeRawBufferPointer(rebasing: $0[..<AudioChannelLayout.headSize]))
    }
  }

  /// Creates a layout that describes each channel.
  public init(channelDescriptions: [AudioChannelDescription]) {
    let size = AudioChannelLayout.sizeInBytes(maximumDescriptions: channelDescriptions.count)
    storage = Storage(size: size)
    storage.bytes.storeBytes(of: kAudioChannelLayoutTag_UseChannelDescriptions, as: AudioChannelLayoutTag.self)
    storage.bytes.storeBytes(of: UInt32(channelDescriptions.count), toByteOffset: 8, as: UInt32.self)
    for (index, description) in channelDescriptions.enumerated() {
      storage.bytes.storeBytes(
        of: description, toByteOffset: AudioChannelLayout.sizeInBytes(maximumDescriptions: index),
        as: AudioChannelDescription.self)
    }
  }

  /// Reads a layout from bytes, as `AVChannelLayoutKey` has it. Returns `nil` when there are fewer bytes than the
  /// layout's count asks for.
  package init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= AudioChannelLayout.headSize else { return nil }
    let count = Int(bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    let size = AudioChannelLayout.sizeInBytes(maximumDescriptions: count)
    guard size <= bytes.count else { return nil }
    storage = Storage(copying: UnsafeRawBufferPointer(rebasing: bytes[..<size]))
  }

  /// The tag: the number of a known layout, or a value that says that the bitmap or the descriptions define the layout.
  public var tag: AudioChannelLayoutTag { storage.bytes.load(as: AudioChannelLayoutTag.self) }
  /// The set of loudspeakers; valid only where the tag is `UseChannelBitmap`.
  public var channelBitmap: AudioChannelBitmap {
    AudioChannelBitmap(rawValue: storage.bytes.load(fromByteOffset: 4, as: UInt32.self))
  }

  /// The description of each channel, in the order of the channels, empty if the tag or the bitmap is enough.
  public var channelDescriptions: [AudioChannelDescription] {
    (0..<Int(storage.bytes.load(fromByteOffset: 8, as: UInt32.self))).map {
      storage.bytes.load(
        fromByteOffset: AudioChannelLayout.sizeInBytes(maximumDescriptions: $0), as: AudioChannelDescription.self)
    }
  }

  /// The number of channels in the layout: the tag has it, or the descriptions or the bitmap's bits are counted.
  public var numberOfChannels: Int {
    switch tag {
    case kAudioChannelLayoutTag_UseChannelDescriptions:
      Int(storage.bytes.load(fromByteOffset: 8, as: UInt32.self))
    case kAudioChannelLayoutTag_UseChannelBitmap: channelBitmap.rawValue.nonzeroBitCount
    default: Int(AudioChannelLayoutTag_GetNumberOfChannels(tag))
    }
  }

  /// The number of bytes that are in use.
  public var sizeInBytes: Int { storage.bytes.count }

  /// Lends the layout in memory, valid inside `body`.
  public func withUnsafePointer<R>(_ body: (UnsafePointer<AudioChannelLayout>) throws -> R) rethrows -> R {
    try withExtendedLifetime(storage) {
      try body(UnsafePointer(storage.base.assumingMemoryBound(to: AudioChannelLayout.self)))
    }
  }

  /// The memory of a layout. At least a whole `AudioChannelLayout` is allocated, so that a short layout can be read
  /// through that type.
  private final class Storage: @unchecked Sendable {
    // Sendable: nothing changes it after it was filled, in the function that makes it.

    let base: UnsafeMutableRawPointer
    let bytes: UnsafeMutableRawBufferPointer

    init(size: Int) {
      let allocated = max(size, MemoryLayout<AudioChannelLayout>.size)
      base = .allocate(byteCount: allocated, alignment: MemoryLayout<AudioChannelLayout>.alignment)
      memset(base, 0, allocated)
      bytes = UnsafeMutableRawBufferPointer(start: base, count: size)
    }

    convenience init(copying source: UnsafeRawBufferPointer) {
      self.init(size: source.count)
      bytes.copyMemory(from: source)
    }

    deinit { base.deallocate() }
  }
}

extension ManagedAudioChannelLayout: Equatable {
  public static func == (lhs: ManagedAudioChannelLayout, rhs: ManagedAudioChannelLayout) -> Bool {
    lhs.storage === rhs.storage || lhs.storage.bytes.elementsEqual(rhs.storage.bytes)
  }
}

extension ManagedAudioChannelLayout {
  /// The layout in memory, valid as long as any copy of this value is.
  package var unsafePointer: UnsafePointer<AudioChannelLayout> { withUnsafePointer { $0 } }
}
