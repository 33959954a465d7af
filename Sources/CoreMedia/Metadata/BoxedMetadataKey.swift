import CoreGraphics
import Foundation
import MediaSupport

/// One key of a boxed metadata format, which says what the boxes of one type in its samples mean.
///
/// Format descriptions hold a table of them as dictionaries under
/// `kCMFormatDescriptionExtensionKey_MetadataKeyTable`; movie files hold the same as the `keys` box.
package struct BoxedMetadataKey: @unchecked Sendable {
  // Sendable: the property list is a copy that nobody changes.

  /// The storage format of a value: the number of one of QuickTime's well-known types (namespace 0), or a name
  /// (namespace 1).
  package struct DataType: Hashable, Sendable {
    package static let wellKnownNamespace: UInt32 = 0
    package static let namedNamespace: UInt32 = 1

    package var namespace: UInt32
    package var value: [UInt8]

    package init(namespace: UInt32, value: [UInt8]) {
      self.namespace = namespace
      self.value = value
    }
  }

  /// The type of the boxes in samples.
  package var localID: UInt32
  /// The four characters of the key space, such as `mdta`.
  package var namespace: UInt32
  package var value: [UInt8]
  package var dataType: DataType?
  package var conformingTypes: [DataType] = []
  /// The language, as a BCP 47 tag.
  package var language: String?
  package var setup: [UInt8]?
  /// The client's dictionary that says whether a value may depend on others.
  package var structuralDependency: NSDictionary?

  package init(localID: UInt32, namespace: UInt32, value: [UInt8]) {
    self.localID = localID
    self.namespace = namespace
    self.value = value
  }
}

extension BoxedMetadataKey.DataType {
  /// Creates the form that files have for a type's name: the number of a base type, else the name.
  package init(name: String) {
    let isBase = MetadataDataTypeRegistry.shared.isBase(name)
    if isBase, let type = MetadataDataType(name: name) {
      self.init(namespace: Self.wellKnownNamespace, value: Self.bytes(type.rawValue))
    } else {
      self.init(namespace: Self.namedNamespace, value: Array(name.utf8))
    }
  }

  /// The name that clients use, or `nil` for a number or a namespace that is not known.
  package var name: String? {
    switch namespace {
    case Self.wellKnownNamespace where value.count == 4:
      MetadataDataType(rawValue: value.reduce(0) { $0 << 8 | UInt32($1) })?.name
    case Self.namedNamespace: String(validating: value, as: UTF8.self)
    default: nil
    }
  }

  package static func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}

/// Keys by the identifiers that clients use.
extension BoxedMetadataKey {
  /// Creates a key from its identifier. Returns `nil` for another key space than one of four characters.
  package init?(localID: UInt32, identifier: String) {
    guard let parsed = MetadataIdentifier(identifier) else { return nil }
    let space = Self.spaces.first { $0.value == parsed.keySpace }?.key ?? parsed.keySpace
    guard space.utf8.count == 4 else { return nil }
    self.init(localID: localID, namespace: UInt32(fourCharacters: space.utf8), value: parsed.key)
  }

  /// The identifier, or `nil` for a namespace that is not text.
  package var identifier: String? {
    let bytes = DataType.bytes(namespace)
    guard let space = String(validating: bytes, as: UTF8.self) else { return nil }
    return MetadataIdentifier(keySpace: Self.spaces[space] ?? space, key: value).written
  }

  /// The key spaces whose names do not have four characters, by the four characters that files have.
  private static let spaces = ["id3 ": "org.id3", "icy ": "icy"]
}

/// Keys as the dictionaries of a format description.
extension BoxedMetadataKey {
  package init?(_ dictionary: NSDictionary) {
    guard
      let localID = (dictionary[kCMMetadataFormatDescriptionKey_LocalID] as? NSNumber)?.uint32Value,
      let namespace = (dictionary[kCMMetadataFormatDescriptionKey_Namespace] as? NSNumber)?.uint32Value,
      let value = Self.bytes(dictionary[kCMMetadataFormatDescriptionKey_Value])
    else { return nil }
    self.init(localID: localID, namespace: namespace, value: value)
    dataType = Self.dataType(dictionary)
    let types = dictionary[kCMMetadataFormatDescriptionKey_ConformingDataTypes] as? NSArray
    conformingTypes = (types.map { types in (0..<types.count).map { types.object(at: $0) } } ?? [])
      .compactMap { ($0 as? NSDictionary).flatMap(Self.dataType) }
    language = dictionary[kCMMetadataFormatDescriptionKey_LanguageTag] as? String
    setup = Self.bytes(dictionary[kCMMetadataFormatDescriptionKey_SetupData])
    structuralDependency = dictionary[kCMMetadataFormatDescriptionKey_StructuralDependency] as? NSDictionary
  }

  package var dictionary: NSDictionary {
    let dictionary = NSMutableDictionary()
    dictionary[kCMMetadataFormatDescriptionKey_LocalID] = NSNumber(value: localID)
    dictionary[kCMMetadataFormatDescriptionKey_Namespace] = NSNumber(value: namespace)
    dictionary[kCMMetadataFormatDescriptionKey_Value] = NSData(data: Data(value))
    if let dataType { Self.set(dataType, in: dictionary) }
    if !conformingTypes.isEmpty {
      dictionary[kCMMetadataFormatDescriptionKey_ConformingDataTypes] = NSArray(
        array: conformingTypes.map { type in
          let entry = NSMutableDictionary()
          Self.set(type, in: entry)
          return entry
        })
    }
    if let language { dictionary[kCMMetadataFormatDescriptionKey_LanguageTag] = NSString(string: language) }
    if let setup { dictionary[kCMMetadataFormatDescriptionKey_SetupData] = NSData(data: Data(setup)) }
    if let structuralDependency {
      dictionary[kCMMetadataFormatDescriptionKey_StructuralDependency] = structuralDependency
    }
    return dictionary
  }

  private static func dataType(_ dictionary: NSDictionary) -> DataType? {
    guard let value = bytes(dictionary[kCMMetadataFormatDescriptionKey_DataType]) else { return nil }
    let namespace = (dictionary[kCMMetadataFormatDescriptionKey_DataTypeNamespace] as? NSNumber)?.uint32Value
    return DataType(namespace: namespace ?? DataType.wellKnownNamespace, value: value)
  }

  private static func set(_ type: DataType, in dictionary: NSMutableDictionary) {
    dictionary[kCMMetadataFormatDescriptionKey_DataTypeNamespace] = NSNumber(value: type.namespace)
    dictionary[kCMMetadataFormatDescriptionKey_DataType] = NSData(data: Data(type.value))
  }

  private static func bytes(_ value: Any?) -> [UInt8]? {
    (value as? String).map { Array($0.utf8) } ?? [UInt8](bytesOf: value)
  }
}
