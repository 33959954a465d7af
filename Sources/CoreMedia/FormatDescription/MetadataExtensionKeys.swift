public import CoreGraphics

// Keys of metadata format descriptions: the key table, its entries, and the specifications they are made from.
//
// The strings never change, but CFString is not Sendable: hence `nonisolated(unsafe)`.

nonisolated(unsafe) public let kCMFormatDescriptionExtensionKey_MetadataKeyTable: CFString = "MetadataKeyTable"
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_ConformingDataTypes: CFString =
  "MetadataKeyConformingDataTypes"
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_DataType: CFString = "MetadataKeyDataType"
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_DataTypeNamespace: CFString =
  "MetadataKeyDataTypeNamespace"
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_LanguageTag: CFString = "MetadataKeyLanguageTag"
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_LocalID: CFString = "MetadataKeyLocalID"
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_Namespace: CFString = "MetadataKeyNamespace"
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_SetupData: CFString = "MetadataKeySetupData"
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_StructuralDependency: CFString =
  "MetadataKeyStructuralDependency"
nonisolated(unsafe) public let kCMMetadataFormatDescriptionKey_Value: CFString = "MetadataKeyValue"
nonisolated(unsafe) public let kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType: CFString =
  "MetadataDataType"
nonisolated(unsafe) public let kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag: CFString =
  "MetadataExtendedLanguageTag"
nonisolated(unsafe) public let kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: CFString =
  "MetadataIdentifier"
nonisolated(unsafe) public let kCMMetadataFormatDescriptionMetadataSpecificationKey_SetupData: CFString =
  "MetadataSetupData"
nonisolated(unsafe) public let kCMMetadataFormatDescriptionMetadataSpecificationKey_StructuralDependency: CFString =
  "MetadataStructuralDependency"
nonisolated(unsafe) public let kCMMetadataFormatDescription_StructuralDependencyKey_DependencyIsInvalidFlag: CFString =
  "StructuralDependencyIsInvalidFlag"
