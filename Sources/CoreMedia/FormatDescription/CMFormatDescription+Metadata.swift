public import CoreGraphics
import Foundation

/// Creates a description of metadata that needs no table of keys, or of boxed metadata from one.
///
/// - Parameter keys: for `kCMMetadataFormatType_Boxed`, dictionaries of `kCMMetadataFormatDescriptionKey_…`; ignored
///   for other types.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for a boxed type without valid keys, and for keys that share
///   a local identifier.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithKeys(
  allocator: CFAllocator?, metadataType: CMMetadataFormatType, keys: CFArray?,
  formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  guard metadataType == kCMMetadataFormatType_Boxed else {
    formatDescriptionOut.pointee = CMFormatDescription(type: kCMMediaType_Metadata, subType: metadataType)
    return noErr
  }
  let entries = dictionaries(keys)
  let parsed = entries.compactMap { BoxedMetadataKey($0) }
  guard parsed.count == entries.count, let description = CMFormatDescription(boxedMetadata: parsed) else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  formatDescriptionOut.pointee = description
  return noErr
}

/// Creates a description of boxed metadata from specifications of the values that its samples may hold.
///
/// - Parameter metadataSpecifications: dictionaries of `kCMMetadataFormatDescriptionMetadataSpecificationKey_…`, each
///   with an identifier and a data type. Those that mean the same become one key.
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for another type than boxed, and where a specification is
///   incomplete.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
  allocator: CFAllocator?, metadataType: CMMetadataFormatType, metadataSpecifications: CFArray,
  formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  guard metadataType == kCMMetadataFormatType_Boxed else { return kCMFormatDescriptionError_InvalidParameter }
  return extend([], with: metadataSpecifications, formatDescriptionOut)
}

/// Creates a description like another one, whose samples may hold more kinds of values.
///
/// - Returns: The same as `CMMetadataFormatDescriptionCreateWithMetadataSpecifications`.
@discardableResult
public func CMMetadataFormatDescriptionCreateWithMetadataFormatDescriptionAndMetadataSpecifications(
  allocator: CFAllocator?, sourceDescription: CMMetadataFormatDescription, metadataSpecifications: CFArray,
  formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  guard sourceDescription.subType == kCMMetadataFormatType_Boxed else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  return extend(sourceDescription.boxedMetadataKeys, with: metadataSpecifications, formatDescriptionOut)
}

/// Creates a description of metadata whose samples may hold the values of either of two descriptions.
///
/// A key of the second with the same meaning as one of the first is merged with that key. The others get new local
/// identifiers.
///
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` where one description is not of boxed metadata.
@discardableResult
public func CMMetadataFormatDescriptionCreateByMergingMetadataFormatDescriptions(
  allocator: CFAllocator?, sourceDescription: CMMetadataFormatDescription,
  otherSourceDescription: CMMetadataFormatDescription,
  formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  guard
    sourceDescription.subType == kCMMetadataFormatType_Boxed,
    otherSourceDescription.subType == kCMMetadataFormatType_Boxed
  else { return kCMFormatDescriptionError_InvalidParameter }
  var keys = sourceDescription.boxedMetadataKeys
  for key in otherSourceDescription.boxedMetadataKeys { append(key, to: &keys) }
  formatDescriptionOut.pointee = CMFormatDescription(boxedMetadata: keys)
  return noErr
}

/// Returns the key whose values are in boxes of type `localKeyID`, or `nil` if there is none.
public func CMMetadataFormatDescriptionGetKeyWithLocalID(
  _ desc: CMMetadataFormatDescription, localKeyID: OSType
) -> CFDictionary? { desc.boxedMetadataKeys.first { $0.localID == localKeyID }?.dictionary }

/// Returns the identifiers of all keys, each once, or `nil` if the metadata is not boxed.
public func CMMetadataFormatDescriptionGetIdentifiers(_ desc: CMMetadataFormatDescription) -> CFArray? {
  guard desc.type == kCMMediaType_Metadata, desc.subType == kCMMetadataFormatType_Boxed else { return nil }
  var identifiers: [String] = []
  for identifier in desc.boxedMetadataKeys.compactMap(\.identifier) where !identifiers.contains(identifier) {
    identifiers.append(identifier)
  }
  return NSArray(array: identifiers.map { NSString(string: $0) })
}

private func extend(
  _ keys: [BoxedMetadataKey], with specifications: CFArray,
  _ formatDescriptionOut: UnsafeMutablePointer<CMMetadataFormatDescription?>
) -> OSStatus {
  var keys = keys
  let entries = dictionaries(specifications)
  guard !entries.isEmpty, entries.count == specifications.count else {
    return kCMFormatDescriptionError_InvalidParameter
  }
  for entry in entries {
    guard let key = BoxedMetadataKey(localID: 0, specification: entry) else {
      return kCMFormatDescriptionError_InvalidParameter
    }
    append(key, to: &keys)
  }
  formatDescriptionOut.pointee = CMFormatDescription(boxedMetadata: keys)
  return noErr
}

/// Adds a key, under the next local identifier, unless one of `keys` has the same meaning.
private func append(_ key: BoxedMetadataKey, to keys: inout [BoxedMetadataKey]) {
  if keys.contains(where: { $0.means(key) }) { return }
  var key = key
  // Identifiers 0 and 0xFFFFFFFF are reserved (QuickTime File Format, "Metadata key atom").
  var next: UInt32 = 1
  while keys.contains(where: { $0.localID == next }) { next += 1 }
  key.localID = next
  keys.append(key)
}

private func dictionaries(_ array: CFArray?) -> [NSDictionary] {
  guard let array else { return [] }
  return (0..<array.count).compactMap { array.object(at: $0) as? NSDictionary }
}

extension CMFormatDescription {
  /// The keys, which state the meaning of the boxes in this boxed metadata's samples. The list is empty for other
  /// formats.
  package var boxedMetadataKeys: [BoxedMetadataKey] {
    dictionaries(extensionValue(kCMFormatDescriptionExtensionKey_MetadataKeyTable) as? NSArray)
      .compactMap { BoxedMetadataKey($0) }
  }

  /// Creates a description of boxed metadata; `nil` without keys, and where two share a local identifier.
  package convenience init?(boxedMetadata keys: [BoxedMetadataKey], extensions: CFDictionary? = nil) {
    guard !keys.isEmpty, Set(keys.map(\.localID)).count == keys.count else { return nil }
    let all = extensions?.mutableCopy() as? NSMutableDictionary ?? NSMutableDictionary()
    all[kCMFormatDescriptionExtensionKey_MetadataKeyTable] = NSArray(array: keys.map(\.dictionary))
    self.init(type: kCMMediaType_Metadata, subType: kCMMetadataFormatType_Boxed, extensions: all)
  }
}
