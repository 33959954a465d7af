internal import Glibc

/// A channel layout of any length, owned: it may outlive the memory it was read from.
public struct ManagedAudioChannelLayout: Sendable {
  private let storage: Storage

  /// A copy of the layout at `pointer` with all the channel descriptions that it counts.
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

  /// A layout that its tag says all about.
  public init(tag: AudioChannelLayoutTag) {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag
    storage = withUnsafeBytes(of: &layout) {
      Storage(copying: UnsafeRawBufferPointer(rebasing: $0[..<AudioChannelLayout.headSize]))
    }
  }

  /// A layout of a set of loudspeakers, in the order of the bits.
  public init(channelBitmap: AudioChannelBitmap) {
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_UseChannelBitmap
    layout.mChannelBitmap = channelBitmap
    storage = withUnsafeBytes(of: &layout) {
      Storage(copying: UnsafeRawBufferPointer(rebasing: $0[..<AudioChannelLayout.headSize]))
    }
  }

  /// A layout that describes each channel.
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

  /// A layout in bytes, as `AVChannelLayoutKey` carries it; `nil` when they are fewer than the layout counts.
  package init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= AudioChannelLayout.headSize else { return nil }
    let count = Int(bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    let size = AudioChannelLayout.sizeInBytes(maximumDescriptions: count)
    guard size <= bytes.count else { return nil }
    storage = Storage(copying: UnsafeRawBufferPointer(rebasing: bytes[..<size]))
  }

  /// A layout by number, or that the bitmap or the descriptions say which it is.
  public var tag: AudioChannelLayoutTag { storage.bytes.load(as: AudioChannelLayoutTag.self) }
  /// The loudspeakers as a set; means something only where the tag is `UseChannelBitmap`.
  public var channelBitmap: AudioChannelBitmap {
    AudioChannelBitmap(rawValue: storage.bytes.load(fromByteOffset: 4, as: UInt32.self))
  }

  /// One description a channel, in the order of the channels; empty where the tag or the bitmap says it all.
  public var channelDescriptions: [AudioChannelDescription] {
    (0..<Int(storage.bytes.load(fromByteOffset: 8, as: UInt32.self))).map {
      storage.bytes.load(
        fromByteOffset: AudioChannelLayout.sizeInBytes(maximumDescriptions: $0), as: AudioChannelDescription.self)
    }
  }

  /// How many channels the layout is of, counted where its tag says they are described.
  public var numberOfChannels: Int {
    switch tag {
    case kAudioChannelLayoutTag_UseChannelDescriptions:
      Int(storage.bytes.load(fromByteOffset: 8, as: UInt32.self))
    case kAudioChannelLayoutTag_UseChannelBitmap: channelBitmap.rawValue.nonzeroBitCount
    default: Int(AudioChannelLayoutTag_GetNumberOfChannels(tag))
    }
  }

  /// Bytes that are in use.
  public var sizeInBytes: Int { storage.bytes.count }

  /// The layout in memory, valid inside `body`.
  public func withUnsafePointer<R>(_ body: (UnsafePointer<AudioChannelLayout>) throws -> R) rethrows -> R {
    try withExtendedLifetime(storage) {
      try body(UnsafePointer(storage.base.assumingMemoryBound(to: AudioChannelLayout.self)))
    }
  }

  /// At least a whole `AudioChannelLayout` is allocated, so that a short layout can be read through that type.
  private final class Storage: @unchecked Sendable {
    // Sendable: it is filled where it is made, and nothing changes it then.

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
