import CoreGraphics
import Foundation
import FoundationSupplement

/// Keys as clients specify them: an identifier, a data type, and perhaps a language.
extension BoxedMetadataKey {
  /// - Returns: `nil` for a specification without an identifier or data type, or with an identifier that no file can
  ///   hold.
  init?(localID: UInt32, specification: NSDictionary) {
    guard
      let identifier = Self.text(
        specification[kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier]),
      let dataType = Self.text(specification[kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType])
    else { return nil }
    self.init(localID: localID, identifier: identifier)
    self.dataType = DataType(name: dataType)
    if self.dataType?.namespace == DataType.namedNamespace,
      let base = MetadataDataTypeRegistry.shared.baseType(of: dataType), base != dataType
    {
      conformingTypes = [DataType(name: base)]
    }
    language = Self.text(
      specification[kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag])
    setup = [UInt8](bytesOf: specification[kCMMetadataFormatDescriptionMetadataSpecificationKey_SetupData])
    structuralDependency =
      specification[kCMMetadataFormatDescriptionMetadataSpecificationKey_StructuralDependency] as? NSDictionary
  }

  /// Returns a string, or the string of a constant of a string type such as an identifier.
  private static func text(_ value: Any?) -> String? {
    switch value {
    case let text as String: text
    case let text as NSString: String(describing: text)
    case let constant as any RawRepresentable: constant.rawValue as? String
    default: nil
    }
  }

  /// Returns whether both keys mean the same: identifier, data type and language are equal.
  func means(_ other: BoxedMetadataKey) -> Bool {
    namespace == other.namespace && value == other.value && dataType == other.dataType && language == other.language
  }
}
