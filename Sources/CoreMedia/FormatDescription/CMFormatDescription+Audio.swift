public import CoreAudioTypes
public import CoreGraphics

/// Creates a description of audio.
///
/// - Parameters:
///   - layoutSize: the number of bytes at `layout`, at least as many as the layout's own count asks for; 0 for none.
///   - magicCookie: the decoder's configuration, such as the contents of an `esds` or `alac` atom; copied.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for a layout or cookie that is not whole.
@discardableResult
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
  layout: UnsafePointer<AudioChannelLayout>?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?,
  extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  guard layoutSize >= 0, magicCookieSize >= 0, magicCookieSize == 0 || magicCookie != nil else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  var managedLayout: ManagedAudioChannelLayout?
  if let layout, layoutSize > 0 {
    managedLayout = ManagedAudioChannelLayout(bytes: UnsafeRawBufferPointer(start: layout, count: layoutSize))
    guard managedLayout != nil else { return kCMFormatDescriptionError_InvalidParameter }
  }
  formatDescriptionOut.pointee = CMFormatDescription(
    type: kCMMediaType_Audio, subType: asbd.pointee.mFormatID,
    details: .audio(
      AudioFormatStorage(
        basicDescription: asbd.pointee, layout: managedLayout,
        magicCookie: UnsafeRawBufferPointer(start: magicCookie, count: magicCookieSize))),
    extensions: extensions)
  return noErr
}

/// Returns the basic description, valid as long as the format description is, or `nil` for other media than audio.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? { desc.audioFormat?.basicDescription }

/// Returns the decoder's configuration, valid as long as the format description is; `nil` and size 0 where there is
/// none.
public func CMAudioFormatDescriptionGetMagicCookie(
  _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
  sizeOut?.pointee = desc.audioFormat?.magicCookie?.count ?? 0
  return desc.audioFormat?.magicCookie?.baseAddress
}

/// Returns the channel layout, valid as long as the format description is; `nil` and size 0 where there is none.
public func CMAudioFormatDescriptionGetChannelLayout(
  _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
  sizeOut?.pointee = desc.audioFormat?.layout?.sizeInBytes ?? 0
  return desc.audioFormat?.layout?.unsafePointer
}

/// Returns the formats that the stream can be decoded as, valid as long as the format description is.
///
/// There is always one here, the description's own; Apple lists more for AAC with spectral band replication.
public func CMAudioFormatDescriptionGetFormatList(
  _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioFormatListItem>? {
  sizeOut?.pointee = (desc.audioFormat?.formatList.count ?? 0) * MemoryLayout<AudioFormatListItem>.stride
  return desc.audioFormat?.formatList.baseAddress
}

/// Returns the first format that can be decoded.
public func CMAudioFormatDescriptionGetRichestDecodableFormat(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? { desc.audioFormat?.formatList.baseAddress }

/// Returns the last format of the list.
public func CMAudioFormatDescriptionGetMostCompatibleFormat(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioFormatListItem>? { desc.audioFormat?.formatList.baseAddress }

/// The parts of audio descriptions to compare.
public typealias CMAudioFormatDescriptionMask = UInt32

public let kCMAudioFormatDescriptionMask_StreamBasicDescription: CMAudioFormatDescriptionMask = 1 << 0
public let kCMAudioFormatDescriptionMask_MagicCookie: CMAudioFormatDescriptionMask = 1 << 1
public let kCMAudioFormatDescriptionMask_ChannelLayout: CMAudioFormatDescriptionMask = 1 << 2
public let kCMAudioFormatDescriptionMask_Extensions: CMAudioFormatDescriptionMask = 1 << 3
public let kCMAudioFormatDescriptionMask_All: CMAudioFormatDescriptionMask =
  kCMAudioFormatDescriptionMask_StreamBasicDescription | kCMAudioFormatDescriptionMask_MagicCookie
  | kCMAudioFormatDescriptionMask_ChannelLayout | kCMAudioFormatDescriptionMask_Extensions

/// Returns whether the chosen parts of two audio descriptions are equal, and which of them are.
public func CMAudioFormatDescriptionEqual(
  _ formatDescription: CMAudioFormatDescription, otherFormatDescription: CMAudioFormatDescription,
  equalityMask: CMAudioFormatDescriptionMask, equalityMaskOut: UnsafeMutablePointer<CMAudioFormatDescriptionMask>?
) -> Bool {
  var equal: CMAudioFormatDescriptionMask = 0
  if let mine = formatDescription.audioFormat, let theirs = otherFormatDescription.audioFormat {
    if mine.basicDescription.pointee == theirs.basicDescription.pointee {
      equal |= kCMAudioFormatDescriptionMask_StreamBasicDescription
    }
    if mine.hasSameCookie(as: theirs) { equal |= kCMAudioFormatDescriptionMask_MagicCookie }
    if mine.layout == theirs.layout { equal |= kCMAudioFormatDescriptionMask_ChannelLayout }
    if formatDescription.hasSameExtensions(as: otherFormatDescription) {
      equal |= kCMAudioFormatDescriptionMask_Extensions
    }
  }
  equalityMaskOut?.pointee = equal & equalityMask
  return equal & equalityMask == equalityMask
}

extension CMFormatDescription {
  /// The parts that only an audio description has, or `nil` for other kinds of media.
  package var audioFormat: AudioFormatStorage? {
    if case .audio(let storage) = details { storage } else { nil }
  }

  /// The basic description, or `nil` for other media than audio.
  public var audioStreamBasicDescription: AudioStreamBasicDescription? { audioFormat?.basicDescription.pointee }

  /// The layout, which says which loudspeaker each channel is for, or `nil` if it is not known, and for other media
  /// than audio.
  public var audioChannelLayout: ManagedAudioChannelLayout? { audioFormat?.layout }

  /// The decoder's configuration in the form that the file has.
  public var magicCookie: Data? { audioFormat?.magicCookie.map { Data($0) } }

  /// Lends the decoder's configuration, valid inside `body`.
  public func withMagicCookie<R>(_ body: (UnsafeRawBufferPointer?) throws -> R) rethrows -> R {
    try withExtendedLifetime(self) { try body(audioFormat?.magicCookie) }
  }

  /// The formats that the stream can be decoded as, here only its own, empty for other media than audio.
  public var audioFormatList: [AudioFormatListItem] { audioFormat.map { Array($0.formatList) } ?? [] }

  /// The first format of the list, or `nil` for other media than audio.
  public var richestDecodableFormat: AudioFormatListItem? { audioFormatList.first }

  /// The last format of the list, or `nil` for other media than audio.
  public var mostCompatibleFormat: AudioFormatListItem? { audioFormatList.last }

  /// The parts of audio descriptions to compare.
  public struct EqualityMask: OptionSet, Sendable, Hashable {
    public let rawValue: CMAudioFormatDescriptionMask
    public init(rawValue: CMAudioFormatDescriptionMask) { self.rawValue = rawValue }

    public static let streamBasicDescription = Self(rawValue: kCMAudioFormatDescriptionMask_StreamBasicDescription)
    public static let magicCookie = Self(rawValue: kCMAudioFormatDescriptionMask_MagicCookie)
    public static let channelLayout = Self(rawValue: kCMAudioFormatDescriptionMask_ChannelLayout)
    public static let extensions = Self(rawValue: kCMAudioFormatDescriptionMask_Extensions)
    public static let all = Self(rawValue: kCMAudioFormatDescriptionMask_All)
  }

  /// Returns whether the chosen parts of two audio descriptions are equal, and which of them are.
  public func equalTo(
    _ otherFormatDescription: CMAudioFormatDescription, equalityMask: EqualityMask
  ) -> (Bool, equalityMask: EqualityMask) {
    var equal: CMAudioFormatDescriptionMask = 0
    let isEqual = CMAudioFormatDescriptionEqual(
      self, otherFormatDescription: otherFormatDescription, equalityMask: equalityMask.rawValue,
      equalityMaskOut: &equal)
    return (isEqual, EqualityMask(rawValue: equal))
  }
}
