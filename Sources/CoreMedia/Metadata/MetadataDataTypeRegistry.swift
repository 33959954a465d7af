public import CoreGraphics
import Foundation
import Synchronization

/// The data types that are known in this process: the base types, and those that conform to one of them.
package final class MetadataDataTypeRegistry: Sendable {
  package static let shared = MetadataDataTypeRegistry()

  struct Entry {
    var description: String
    /// The types that it conforms to directly.
    var parents: [String]
  }

  /// The base types in the order of their declarations.
  static var baseTypes: [String] {
    [
      kCMMetadataBaseDataType_RawData, kCMMetadataBaseDataType_UTF8, kCMMetadataBaseDataType_UTF16,
      kCMMetadataBaseDataType_GIF, kCMMetadataBaseDataType_JPEG, kCMMetadataBaseDataType_PNG,
      kCMMetadataBaseDataType_BMP, kCMMetadataBaseDataType_Float32, kCMMetadataBaseDataType_Float64,
      kCMMetadataBaseDataType_SInt8, kCMMetadataBaseDataType_SInt16, kCMMetadataBaseDataType_SInt32,
      kCMMetadataBaseDataType_SInt64, kCMMetadataBaseDataType_UInt8, kCMMetadataBaseDataType_UInt16,
      kCMMetadataBaseDataType_UInt32, kCMMetadataBaseDataType_UInt64, kCMMetadataBaseDataType_PointF32,
      kCMMetadataBaseDataType_DimensionsF32, kCMMetadataBaseDataType_RectF32,
      kCMMetadataBaseDataType_AffineTransformF64, kCMMetadataBaseDataType_PolygonF32,
      kCMMetadataBaseDataType_PolylineF32, kCMMetadataBaseDataType_JSON,
      kCMMetadataBaseDataType_PerspectiveTransformF64,
    ].map { String(describing: $0) }
  }

  private let entries: Mutex<[String: Entry]>
  private let baseNames: Set<String>

  private init() {
    var entries: [String: Entry] = [:]
    for name in Self.baseTypes { entries[name] = Entry(description: "", parents: []) }
    let utf8 = String(describing: kCMMetadataBaseDataType_UTF8)
    for (name, description) in [
      (kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709, "a place, as ISO 6709 writes it"),
      (kCMMetadataDataType_QuickTimeMetadataDirection, "a direction in degrees"),
    ] {
      entries[String(describing: name)] = Entry(description: description, parents: [utf8])
    }
    self.entries = Mutex(entries)
    baseNames = Set(Self.baseTypes)
  }

  func isBase(_ name: String) -> Bool { baseNames.contains(name) }
  func entry(_ name: String) -> Entry? { entries.withLock { $0[name] } }

  /// Returns the base type that a type conforms to, which is the type itself where it is one, or `nil` for an unknown
  /// type.
  package func baseType(of name: String) -> String? { ancestors(of: name).first { isBase($0) } }

  /// Returns the type and all types that it conforms to.
  func ancestors(of name: String) -> [String] {
    var found: [String] = []
    var open = [name]
    while let next = open.popLast() {
      guard !found.contains(next), let entry = entry(next) else { continue }
      found.append(next)
      open += entry.parents
    }
    return found
  }

  func register(_ name: String, description: String, parents: [String]) -> OSStatus {
    if name.isEmpty || !name.contains(".") { return kCMMetadataDataTypeRegistryError_BadDataTypeIdentifier }
    let bases = Set(parents.flatMap { ancestors(of: $0) }.filter { isBase($0) })
    if bases.isEmpty { return kCMMetadataDataTypeRegistryError_RequiresConformingBaseType }
    if bases.count > 1 { return kCMMetadataDataTypeRegistryError_MultipleConformingBaseTypes }
    return entries.withLock { entries in
      if entries[name] != nil { return kCMMetadataDataTypeRegistryError_DataTypeAlreadyRegistered }
      entries[name] = Entry(description: description, parents: parents)
      return noErr
    }
  }
}

/// Registers a data type in this process.
///
/// - Parameters:
///   - dataType: a name in reversed domain form.
///   - conformingDataTypes: the types it conforms to. These and the types they conform to must contain exactly one base
///     type.
/// - Returns: a `kCMMetadataDataTypeRegistryError_…` where they do not, or where the name is taken.
@discardableResult
public func CMMetadataDataTypeRegistryRegisterDataType(
  _ dataType: CFString, description: CFString, conformingDataTypes: CFArray
) -> OSStatus {
  let parents = (0..<conformingDataTypes.count).map { String(describing: conformingDataTypes.object(at: $0)) }
  return MetadataDataTypeRegistry.shared.register(
    String(describing: dataType), description: String(describing: description), parents: parents)
}

/// Returns whether a data type is known: it is a base type or was registered.
public func CMMetadataDataTypeRegistryDataTypeIsRegistered(_ dataType: CFString) -> Bool {
  MetadataDataTypeRegistry.shared.entry(String(describing: dataType)) != nil
}

/// Returns the description a data type was registered with, empty for a base type and an unknown one.
public func CMMetadataDataTypeRegistryGetDataTypeDescription(_ dataType: CFString) -> CFString {
  NSString(string: MetadataDataTypeRegistry.shared.entry(String(describing: dataType))?.description ?? "")
}

/// Returns the types that a data type conforms to directly.
public func CMMetadataDataTypeRegistryGetConformingDataTypes(_ dataType: CFString) -> CFArray {
  strings(MetadataDataTypeRegistry.shared.entry(String(describing: dataType))?.parents ?? [])
}

/// Returns whether a data type is another one or conforms to it, directly or not.
public func CMMetadataDataTypeRegistryDataTypeConformsToDataType(
  _ dataType: CFString, conformsTo conformsToDataType: CFString
) -> Bool {
  MetadataDataTypeRegistry.shared.ancestors(of: String(describing: dataType))
    .contains(String(describing: conformsToDataType))
}

/// Returns the names of all base types.
public func CMMetadataDataTypeRegistryGetBaseDataTypes() -> CFArray? { strings(MetadataDataTypeRegistry.baseTypes) }

/// Returns whether a data type is a base type.
public func CMMetadataDataTypeRegistryDataTypeIsBaseDataType(_ dataType: CFString) -> Bool {
  MetadataDataTypeRegistry.shared.isBase(String(describing: dataType))
}

/// Returns the base type that a data type conforms to: the type itself where it is one, raw data for an unknown type.
public func CMMetadataDataTypeRegistryGetBaseDataTypeForConformingDataType(_ dataType: CFString) -> CFString {
  MetadataDataTypeRegistry.shared.baseType(of: String(describing: dataType)).map { NSString(string: $0) }
    ?? kCMMetadataBaseDataType_RawData
}

private func strings(_ names: [String]) -> CFArray { NSArray(array: names.map { NSString(string: $0) }) }
