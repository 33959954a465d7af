public import CoreGraphics

/// What kind of media samples are, in which codec, and what a decoder or reader must know of it.
///
/// Never changes once made, so that any thread may use it, and one description serves every sample of a stream.
public final class CMFormatDescription: @unchecked Sendable {
  /// What only one kind of media has.
  enum Details: Sendable {
    case none
    case video(VideoFormat)
    case audio(AudioFormatStorage)
    case timeCode(frameDuration: CMTime, frameQuanta: UInt32, flags: UInt32)
  }

  let type: CMMediaType
  let subType: FourCharCode
  let details: Details
  /// A copy of what was given; `nil` where there are none.
  let extensionDictionary: CFDictionary?

  init(type: CMMediaType, subType: FourCharCode, details: Details = .none, extensions: CFDictionary? = nil) {
    self.type = type
    self.subType = subType
    self.details = details
    extensionDictionary = extensions.flatMap { $0.count == 0 ? nil : $0.copy() as? CFDictionary }
  }

  /// What kind of media: video, audio, time code and so on.
  public var mediaType: MediaType { MediaType(rawValue: type) }
  /// Which codec, pixel format or kind of text, as a four-character code.
  public var mediaSubType: MediaSubType { MediaSubType(rawValue: subType) }

  /// The value of an extension.
  func extensionValue(_ key: CFString) -> Any? { extensionDictionary?.object(forKey: key) }
}

/// A description whose media type is video; the names below say the same of other types and are no types of their
/// own.
public typealias CMVideoFormatDescription = CMFormatDescription
/// A description of audio.
public typealias CMAudioFormatDescription = CMFormatDescription
/// A description of several kinds of media in one stream.
public typealias CMMuxedFormatDescription = CMFormatDescription
/// A description of text or subtitles.
public typealias CMTextFormatDescription = CMFormatDescription
/// A description of closed captions.
public typealias CMClosedCaptionFormatDescription = CMFormatDescription
/// A description of time code.
public typealias CMTimeCodeFormatDescription = CMFormatDescription
/// A description of timed metadata.
public typealias CMMetadataFormatDescription = CMFormatDescription

/// Creates a description of any kind of media from its codes and extensions.
///
/// Video needs dimensions and audio a basic description: use their own functions.
public func CMFormatDescriptionCreate(
  allocator: CFAllocator?, mediaType: CMMediaType, mediaSubType: FourCharCode, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = CMFormatDescription(type: mediaType, subType: mediaSubType, extensions: extensions)
  return noErr
}

/// What kind of media: `kCMMediaType_…`.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.type }

/// Which codec, pixel format or kind of text, as a four-character code.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode { desc.subType }

/// All extensions; `nil` where there are none.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? { desc.extensionDictionary }

/// One extension; `nil` where it is not set.
public func CMFormatDescriptionGetExtension(_ desc: CMFormatDescription, extensionKey: CFString) -> CFPropertyList? {
  desc.extensionValue(extensionKey).map { $0 as CFPropertyList }
}

/// Identifies the class of format descriptions in the running program.
public func CMFormatDescriptionGetTypeID() -> CFTypeID { CFTypeID(of: CMFormatDescription.self) }
