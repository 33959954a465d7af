public import CoreGraphics
import Foundation

/// Makes the identifier of a key in a key space.
///
/// - Parameter key: a string, the four characters of a QuickTime key as a number, or bytes.
/// - Returns: `kCMMetadataIdentifierError_BadKeySpace` for an empty key space,
///   `kCMMetadataIdentifierError_BadKeyType` for a key of another type or an empty one.
@discardableResult
public func CMMetadataCreateIdentifierForKeyAndKeySpace(
  allocator: CFAllocator?, key: CFTypeRef, keySpace: CFString, identifierOut: UnsafeMutablePointer<CFString?>
) -> OSStatus {
  identifierOut.pointee = nil
  let space = String(describing: keySpace)
  if space.isEmpty || space.contains("/") { return kCMMetadataIdentifierError_BadKeySpace }
  guard let identifier = MetadataIdentifier(keySpace: space, key: key) else {
    return kCMMetadataIdentifierError_BadKeyType
  }
  identifierOut.pointee = NSString(string: identifier.written)
  return noErr
}

/// Returns the key of an identifier: four characters as a number where the key space has such keys, else a string.
///
/// - Returns: `kCMMetadataIdentifierError_BadIdentifier` for a text that is not an identifier,
///   `kCMMetadataIdentifierError_NoKeyValueAvailable` for a key whose bytes are not text.
@discardableResult
public func CMMetadataCreateKeyFromIdentifier(
  allocator: CFAllocator?, identifier: CFString, keyOut: UnsafeMutablePointer<CFTypeRef?>
) -> OSStatus {
  keyOut.pointee = nil
  guard let parsed = MetadataIdentifier(String(describing: identifier)) else {
    return kCMMetadataIdentifierError_BadIdentifier
  }
  if let code = parsed.keyCode {
    keyOut.pointee = NSNumber(value: code)
  } else if let text = parsed.keyText {
    keyOut.pointee = NSString(string: text)
  } else {
    return kCMMetadataIdentifierError_NoKeyValueAvailable
  }
  return noErr
}

/// Returns the bytes of an identifier's key.
///
/// - Returns: `kCMMetadataIdentifierError_BadIdentifier` for a text that is not an identifier.
@discardableResult
public func CMMetadataCreateKeyFromIdentifierAsCFData(
  allocator: CFAllocator?, identifier: CFString, keyOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
  keyOut.pointee = nil
  guard let parsed = MetadataIdentifier(String(describing: identifier)) else {
    return kCMMetadataIdentifierError_BadIdentifier
  }
  keyOut.pointee = NSData(data: Data(parsed.key))
  return noErr
}

/// Returns the key space of an identifier.
///
/// - Returns: `kCMMetadataIdentifierError_BadIdentifier` for a text that is not an identifier.
@discardableResult
public func CMMetadataCreateKeySpaceFromIdentifier(
  allocator: CFAllocator?, identifier: CFString, keySpaceOut: UnsafeMutablePointer<CFString?>
) -> OSStatus {
  keySpaceOut.pointee = nil
  guard let parsed = MetadataIdentifier(String(describing: identifier)) else {
    return kCMMetadataIdentifierError_BadIdentifier
  }
  keySpaceOut.pointee = NSString(string: parsed.keySpace)
  return noErr
}
