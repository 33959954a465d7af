public import CoreGraphics

/// A description of a stream's samples: their media type, their codec, and what a decoder or reader needs to know about
/// them.
///
/// It never changes after it was created, so any thread may use it, and one description serves all samples of a stream.
public final class CMFormatDescription: @unchecked Sendable {
  /// The parts that only descriptions of one kind of media have.
  enum Details: Sendable {
    case none
    case video(VideoFormat)
    case audio(AudioFormatStorage)
    case timeCode(frameDuration: CMTime, frameQuanta: UInt32, flags: UInt32)
  }

  let type: CMMediaType
  let subType: FourCharCode
  let details: Details
  /// A copy of the extensions that were given, or `nil` if there are none.
  let extensionDictionary: CFDictionary?
  // Kept in addition to the dictionary, which returns its data byte by byte: some are needed for every sample.

  /// A copy of the extensions, to read or to make another description from.
  public let extensions: Extensions

  private init(
    type: CMMediaType, subType: FourCharCode, details: Details, extensions: Extensions, dictionary: CFDictionary?
  ) {
    self.type = type
    self.subType = subType
    self.details = details
    self.extensions = extensions
    extensionDictionary = dictionary
  }

  /// Creates a description whose extensions are a copy of a dictionary's entries.
  convenience init(
    type: CMMediaType, subType: FourCharCode, details: Details = .none, extensions: CFDictionary? = nil
  ) {
    let copy = extensions.flatMap { $0.count == 0 ? nil : $0.copy() as? CFDictionary }
    self.init(type: type, subType: subType, details: details, extensions: Extensions(copy), dictionary: copy)
  }

  /// Creates a description that has extensions as they are. Returns `nil` for none.
  convenience init(type: CMMediaType, subType: FourCharCode, details: Details = .none, values extensions: Extensions?) {
    self.init(
      type: type, subType: subType, details: details, extensions: extensions ?? Extensions(),
      dictionary: extensions?.dictionary)
  }

  /// Creates another description with the same immutable parts.
  package convenience init(copying other: CMFormatDescription) {
    self.init(
      type: other.type, subType: other.subType, details: other.details, extensions: other.extensions,
      dictionary: other.extensionDictionary)
  }

  /// The kind of media: video, audio, time code and so on.
  public var mediaType: MediaType { MediaType(rawValue: type) }
  /// The codec, pixel format or kind of text, as a four-character code.
  public var mediaSubType: MediaSubType { MediaSubType(rawValue: subType) }

  /// Returns the value of an extension.
  func extensionValue(_ key: CFString) -> Any? { extensionDictionary?.object(forKey: key) }
}

/// A description whose media type is video; the names below are for other media types, and are no types of their own.
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
@discardableResult
public func CMFormatDescriptionCreate(
  allocator: CFAllocator?, mediaType: CMMediaType, mediaSubType: FourCharCode, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = CMFormatDescription(type: mediaType, subType: mediaSubType, extensions: extensions)
  return noErr
}

/// Returns the kind of media: `kCMMediaType_…`.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.type }

/// Returns the codec, pixel format or kind of text, as a four-character code.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode { desc.subType }

/// Returns all extensions, or `nil` if there are none.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? { desc.extensionDictionary }

/// Returns one extension, or `nil` if it is not set.
public func CMFormatDescriptionGetExtension(_ desc: CMFormatDescription, extensionKey: CFString) -> CFPropertyList? {
  desc.extensions[extensionKey]
}

/// Returns a number that identifies the class of format descriptions in the running program.
public func CMFormatDescriptionGetTypeID() -> CFTypeID { CFTypeID(of: CMFormatDescription.self) }
