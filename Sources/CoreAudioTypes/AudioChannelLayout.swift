/// The loudspeaker or position of a channel of an `AudioChannelLayout`, used where the layout's tag does not say it.
public struct AudioChannelDescription: Sendable {
  public var mChannelLabel: AudioChannelLabel
  public var mChannelFlags: AudioChannelFlags
  /// The position: x, y, z in metres, or azimuth, elevation and distance, depending on the flags.
  public var mCoordinates: (Float, Float, Float)

  public init() { self.init(mChannelLabel: 0, mChannelFlags: [], mCoordinates: (0, 0, 0)) }

  public init(
    mChannelLabel: AudioChannelLabel, mChannelFlags: AudioChannelFlags, mCoordinates: (Float, Float, Float)
  ) {
    self.mChannelLabel = mChannelLabel
    self.mChannelFlags = mChannelFlags
    self.mCoordinates = mCoordinates
  }
}

/// Flags that say how to read the coordinates of an `AudioChannelDescription`.
public struct AudioChannelFlags: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let rectangularCoordinates = AudioChannelFlags(rawValue: 1 << 0)
  public static let sphericalCoordinates = AudioChannelFlags(rawValue: 1 << 1)
  public static let meters = AudioChannelFlags(rawValue: 1 << 2)
}

/// The head of a channel layout, and room for its first channel description.
///
/// As in C, a layout of more than one description is a larger block of memory that begins with this structure; a layout
/// without descriptions may be as short as its first 12 bytes. `ManagedAudioChannelLayout` owns one of any length.
public struct AudioChannelLayout: Sendable {
  public var mChannelLayoutTag: AudioChannelLayoutTag
  public var mChannelBitmap: AudioChannelBitmap
  public var mNumberChannelDescriptions: UInt32
  public var mChannelDescriptions: AudioChannelDescription

  public init() {
    self.init(
      mChannelLayoutTag: 0, mChannelBitmap: [], mNumberChannelDescriptions: 0, mChannelDescriptions: .init())
  }

  public init(
    mChannelLayoutTag: AudioChannelLayoutTag, mChannelBitmap: AudioChannelBitmap, mNumberChannelDescriptions: UInt32,
    mChannelDescriptions: AudioChannelDescription
  ) {
    self.mChannelLayoutTag = mChannelLayoutTag
    self.mChannelBitmap = mChannelBitmap
    self.mNumberChannelDescriptions = mNumberChannelDescriptions
    self.mChannelDescriptions = mChannelDescriptions
  }
}

extension AudioChannelLayout {
  /// The number of bytes before the first channel description.
  package static let headSize = MemoryLayout<AudioChannelLayout>.size - MemoryLayout<AudioChannelDescription>.size

  /// Returns the number of bytes that a layout of this many channel descriptions takes.
  public static func sizeInBytes(maximumDescriptions: Int) -> Int {
    headSize + maximumDescriptions * MemoryLayout<AudioChannelDescription>.stride
  }
}
