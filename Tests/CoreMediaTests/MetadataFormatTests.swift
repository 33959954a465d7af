import CoreGraphics
import CoreMedia
import Foundation
import Testing

@Suite("Formats of boxed metadata")
struct MetadataFormatTests {
  private func specification(_ identifier: String, _ type: CFString, language: String? = nil) -> NSDictionary {
    let specification = NSMutableDictionary()
    specification[kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier] = NSString(string: identifier)
    specification[kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType] = type
    if let language {
      specification[kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag] =
        NSString(string: language)
    }
    return specification
  }

  private func format(_ specifications: [NSDictionary]) -> (OSStatus, CMMetadataFormatDescription?) {
    var format: CMMetadataFormatDescription?
    let status = CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
      allocator: nil, metadataType: kCMMetadataFormatType_Boxed, metadataSpecifications: NSArray(array: specifications),
      formatDescriptionOut: &format)
    return (status, format)
  }

  private func identifiers(_ format: CMMetadataFormatDescription) -> [String]? {
    CMMetadataFormatDescriptionGetIdentifiers(format).map { list in
      (0..<list.count).map { String(describing: list.object(at: $0)) }
    }
  }

  private let location = "mdta/com.apple.quicktime.location.ISO6709"
  private let orientation = "mdta/com.apple.quicktime.video-orientation"

  @Test func `specifications become a table of keys, those that mean the same one key`() throws {
    let (status, made) = format([
      specification(location, kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709),
      specification(orientation, kCMMetadataBaseDataType_SInt16),
      specification(orientation, kCMMetadataBaseDataType_SInt16, language: "en"),
      specification(location, kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709),
    ])
    #expect(status == noErr)
    let format = try #require(made)
    #expect(format.mediaType == .metadata)
    #expect(format.mediaSubType == .boxed)
    #expect(identifiers(format) == [location, orientation])
    let table = try #require(
      CMFormatDescriptionGetExtension(format, extensionKey: kCMFormatDescriptionExtensionKey_MetadataKeyTable)
        as? NSArray)
    #expect(table.count == 3)
    let key = try #require(CMMetadataFormatDescriptionGetKeyWithLocalID(format, localKeyID: 2))
    #expect((key[kCMMetadataFormatDescriptionKey_Namespace] as? NSNumber)?.uint32Value == 0x6d64_7461)
    #expect(
      key[kCMMetadataFormatDescriptionKey_Value] as? Data == Data("com.apple.quicktime.video-orientation".utf8))
    #expect((key[kCMMetadataFormatDescriptionKey_DataTypeNamespace] as? NSNumber)?.uint32Value == 0)
    #expect(key[kCMMetadataFormatDescriptionKey_DataType] as? Data == Data([0, 0, 0, 66]))
    #expect(CMMetadataFormatDescriptionGetKeyWithLocalID(format, localKeyID: 4) == nil)
  }

  @Test func `incomplete specifications and other types are refused`() {
    let invalid = kCMFormatDescriptionError_InvalidParameter
    #expect(format([]).0 == invalid)
    #expect(format([NSDictionary()]).0 == invalid)
    #expect(format([specification("none", kCMMetadataBaseDataType_UTF8)]).0 == invalid)
    #expect(format([specification("org.example/key", kCMMetadataBaseDataType_UTF8)]).0 == invalid)
    var made: CMMetadataFormatDescription?
    #expect(
      CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
        allocator: nil, metadataType: kCMMetadataFormatType_ID3,
        metadataSpecifications: [specification(location, kCMMetadataBaseDataType_UTF8)], formatDescriptionOut: &made)
        == invalid)
  }

  @Test func `formats are made of keys, extended and merged`() throws {
    let first = try CMFormatDescription(boxedMetadataSpecifications: [
      ["MetadataIdentifier": NSString(string: location), "MetadataDataType": kCMMetadataBaseDataType_UTF8]
    ])
    let more = try CMFormatDescription(
      sourceMetadata: first,
      specifications: [
        ["MetadataIdentifier": NSString(string: orientation), "MetadataDataType": kCMMetadataBaseDataType_SInt16]
      ])
    #expect(identifiers(more) == [location, orientation])
    let other = try CMFormatDescription(boxedMetadataSpecifications: [
      ["MetadataIdentifier": NSString(string: orientation), "MetadataDataType": kCMMetadataBaseDataType_SInt16],
      ["MetadataIdentifier": NSString(string: "mdta/x"), "MetadataDataType": kCMMetadataBaseDataType_JSON],
    ])
    let merged = try CMFormatDescription(sourceMetadata: more, otherSourceDescription: other)
    #expect(identifiers(merged) == [location, orientation, "mdta/x"])
    let keys = (1...3).compactMap { CMMetadataFormatDescriptionGetKeyWithLocalID(merged, localKeyID: $0) }
    let again = try CMFormatDescription(boxedMetadataKeys: keys.compactMap { $0 as? [String: CFPropertyList] })
    #expect(identifiers(again) == identifiers(merged))
    #expect(throws: (any Error).self) { try CMFormatDescription(boxedMetadataKeys: []) }
    let id3 = try CMFormatDescription(metadataFormatType: .id3)
    #expect(id3.mediaSubType == .id3)
    #expect(identifiers(id3) == nil)
  }

  @Test func `data types conform to one base type`() {
    let name = NSString(string: "com.example.\(UUID().uuidString)")
    #expect(!CMMetadataDataTypeRegistryDataTypeIsRegistered(name))
    #expect(
      CMMetadataDataTypeRegistryRegisterDataType(name, description: "lens", conformingDataTypes: [])
        == kCMMetadataDataTypeRegistryError_RequiresConformingBaseType)
    #expect(
      CMMetadataDataTypeRegistryRegisterDataType(
        name, description: "lens",
        conformingDataTypes: [kCMMetadataBaseDataType_UTF8, kCMMetadataBaseDataType_JSON])
        == kCMMetadataDataTypeRegistryError_MultipleConformingBaseTypes)
    let conforming: NSArray = [kCMMetadataDataType_QuickTimeMetadataDirection]
    #expect(
      CMMetadataDataTypeRegistryRegisterDataType(name, description: "lens", conformingDataTypes: conforming) == noErr)
    #expect(
      CMMetadataDataTypeRegistryRegisterDataType(name, description: "lens", conformingDataTypes: conforming)
        == kCMMetadataDataTypeRegistryError_DataTypeAlreadyRegistered)
    #expect(
      CMMetadataDataTypeRegistryRegisterDataType("", description: "", conformingDataTypes: conforming)
        == kCMMetadataDataTypeRegistryError_BadDataTypeIdentifier)
    #expect(CMMetadataDataTypeRegistryDataTypeConformsToDataType(name, conformsTo: kCMMetadataBaseDataType_UTF8))
    #expect(!CMMetadataDataTypeRegistryDataTypeConformsToDataType(name, conformsTo: kCMMetadataBaseDataType_UTF16))
    #expect(
      CMMetadataDataTypeRegistryGetBaseDataTypeForConformingDataType(name) == kCMMetadataBaseDataType_UTF8)
    #expect(CMMetadataDataTypeRegistryGetDataTypeDescription(name) == "lens")
    #expect(CMMetadataDataTypeRegistryGetConformingDataTypes(name).count == 1)
    #expect(CMMetadataDataTypeRegistryDataTypeIsBaseDataType(kCMMetadataBaseDataType_SInt8))
    #expect(CMMetadataDataTypeRegistryGetBaseDataTypes()?.count == 25)
  }
}
