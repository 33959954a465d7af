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

  public var mediaType: MediaType { MediaType(rawValue: type) }
  public var mediaSubType: MediaSubType { MediaSubType(rawValue: subType) }

  /// The value of an extension.
  func extensionValue(_ key: CFString) -> Any? { extensionDictionary?.object(forKey: key) }
}

public typealias CMVideoFormatDescription = CMFormatDescription
public typealias CMAudioFormatDescription = CMFormatDescription
public typealias CMMuxedFormatDescription = CMFormatDescription
public typealias CMTextFormatDescription = CMFormatDescription
public typealias CMClosedCaptionFormatDescription = CMFormatDescription
public typealias CMTimeCodeFormatDescription = CMFormatDescription
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

public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.type }

public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode { desc.subType }

/// All extensions; `nil` where there are none.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? { desc.extensionDictionary }

public func CMFormatDescriptionGetExtension(_ desc: CMFormatDescription, extensionKey: CFString) -> CFPropertyList? {
  desc.extensionValue(extensionKey).map { $0 as CFPropertyList }
}

/// Identifies the class of format descriptions in the running program.
public func CMFormatDescriptionGetTypeID() -> CFTypeID {
  CFTypeID(bitPattern: ObjectIdentifier(CMFormatDescription.self).hashValue)
}
