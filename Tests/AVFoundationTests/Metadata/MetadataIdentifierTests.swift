import AVFoundation
import Testing

@Suite("Metadata identifiers")
struct MetadataIdentifierTests {
  struct Form: Sendable, CustomTestStringConvertible {
    var identifier: AVMetadataIdentifier
    var keySpace: AVMetadataKeySpace
    var key: AVMetadataKey
    var testDescription: String { identifier.rawValue }
  }

  static let forms = [
    Form(
      identifier: .quickTimeMetadataLocationISO6709, keySpace: .quickTimeMetadata,
      key: .quickTimeMetadataKeyLocationISO6709),
    Form(identifier: .iTunesMetadataSongName, keySpace: .iTunes, key: .iTunesMetadataKeySongName),
    Form(identifier: .iTunesMetadataCoverArt, keySpace: .iTunes, key: .iTunesMetadataKeyCoverArt),
    Form(identifier: .quickTimeUserDataFullName, keySpace: .quickTimeUserData, key: .quickTimeUserDataKeyFullName),
    Form(identifier: .isoUserDataCopyright, keySpace: .isoUserData, key: .isoUserDataKeyCopyright),
    Form(identifier: .id3MetadataTitleDescription, keySpace: .id3, key: .id3MetadataKeyTitleDescription),
    Form(identifier: .commonIdentifierTitle, keySpace: .common, key: .commonKeyTitle),
    Form(identifier: .icyMetadataStreamTitle, keySpace: .icy, key: .icyMetadataKeyStreamTitle),
  ]

  @Test(arguments: forms)
  func `an identifier is made of a key space and a key, and falls apart into them`(form: Form) {
    #expect(AVMetadataItem.identifier(forKey: form.key, keySpace: form.keySpace) == form.identifier)
    #expect(AVMetadataItem.identifier(forKey: form.key.rawValue, keySpace: form.keySpace) == form.identifier)
    #expect(AVMetadataItem.keySpace(forIdentifier: form.identifier) == form.keySpace)
    #expect(AVMetadataItem.key(forIdentifier: form.identifier) as? String == form.key.rawValue)
  }

  @Test func `four characters may be a number, and bytes that are no letters are escaped`() {
    let name: UInt32 = 0xA96E_616D  // ©nam
    #expect(
      AVMetadataItem.identifier(forKey: NSNumber(value: name), keySpace: .iTunes) == .iTunesMetadataSongName)
    #expect(
      AVMetadataItem.identifier(forKey: NSNumber(value: Int32(bitPattern: name)), keySpace: .quickTimeUserData)
        == .quickTimeUserDataFullName)
    #expect(AVMetadataItem.identifier(forKey: NSNumber(value: name), keySpace: .quickTimeMetadata) == nil)
    #expect(AVMetadataItem.identifier(forKey: "a b/c%", keySpace: .quickTimeMetadata)?.rawValue == "mdta/a%20b%2Fc%25")
    #expect(AVMetadataItem.key(forIdentifier: AVMetadataIdentifier("mdta/a%20b%2Fc%25")) as? String == "a b/c%")
  }

  @Test(arguments: ["", "mdta", "/key", "mdta/", "mdta/%4"])
  func `what is no identifier has neither key nor key space`(text: String) {
    #expect(AVMetadataItem.key(forIdentifier: AVMetadataIdentifier(text)) == nil)
    #expect(AVMetadataItem.keySpace(forIdentifier: AVMetadataIdentifier(text)) == nil)
  }

  @Test func `Core Media's functions say the same`() {
    var identifier: CFString?
    let status = CMMetadataCreateIdentifierForKeyAndKeySpace(
      allocator: nil, key: NSNumber(value: 0xA96E_616D as UInt32), keySpace: kCMMetadataKeySpace_iTunes,
      identifierOut: &identifier)
    #expect(status == noErr)
    #expect(identifier == "itsk/%A9nam")
    var key: CFTypeRef?
    #expect(CMMetadataCreateKeyFromIdentifier(allocator: nil, identifier: "itsk/%A9nam", keyOut: &key) == noErr)
    #expect((key as? NSNumber)?.uint32Value == 0xA96E_616D)
    var data: CFData?
    #expect(
      CMMetadataCreateKeyFromIdentifierAsCFData(allocator: nil, identifier: "itsk/%A9nam", keyOut: &data) == noErr)
    #expect(data.map { Data(referencing: $0) } == Data([0xA9, 0x6E, 0x61, 0x6D]))
    var space: CFString?
    #expect(
      CMMetadataCreateKeySpaceFromIdentifier(allocator: nil, identifier: "id3/TIT2", keySpaceOut: &space) == noErr)
    #expect(space == kCMMetadataKeySpace_ID3)
    #expect(
      CMMetadataCreateKeySpaceFromIdentifier(allocator: nil, identifier: "none", keySpaceOut: &space)
        == kCMMetadataIdentifierError_BadIdentifier)
  }
}
