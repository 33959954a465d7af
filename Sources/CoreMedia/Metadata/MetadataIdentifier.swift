import Foundation
import MediaSupport

/// The meaning of a metadata item: a key in a key space, written `mdta/com.apple.quicktime.title` or `itsk/%A9nam`.
///
/// The key is bytes, because the four characters of QuickTime's and iTunes's keys are not all ASCII. In the written
/// form every byte but letters, digits and `-._~` is percent-escaped, and the key spaces of ID3 and of the common keys
/// have a shorter name.
package struct MetadataIdentifier: Hashable, Sendable {
  /// The key space: `mdta`, `itsk`, `org.id3` and so on.
  package var keySpace: String
  package var key: [UInt8]

  package init(keySpace: String, key: [UInt8]) {
    self.keySpace = keySpace
    self.key = key
  }

  /// Key spaces whose keys are four characters each, in QuickTime's manner.
  private static let fourCharacterSpaces: Set<String> = ["itsk", "udta", "uiso"]
  /// Key spaces that identifiers write in another way.
  private static let writtenNames = ["org.id3": "id3", "comn": "common"]
  /// ©, which begins most four-character keys; `@` stands for it in the constants of keys.
  private static let copyrightSign: UInt8 = 0xA9

  private var hasFourCharacterKeys: Bool { Self.fourCharacterSpaces.contains(keySpace) }

  // MARK: The written form

  /// Reads the written form; `nil` if the text is not one.
  package init?(_ written: String) {
    guard let slash = written.firstIndex(of: "/") else { return nil }
    let name = String(written[..<slash])
    guard !name.isEmpty, let key = Self.unescaped(written[written.index(after: slash)...].utf8), !key.isEmpty else {
      return nil
    }
    self.init(keySpace: Self.writtenNames.first { $0.value == name }?.key ?? name, key: key)
  }

  /// The written form.
  package var written: String {
    let name = Self.writtenNames[keySpace] ?? keySpace
    return name + "/" + key.map { Self.isUnreserved($0) ? String(UnicodeScalar($0)) : Self.escaped($0) }.joined()
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  private static func unescaped(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }

  // MARK: The key as an object

  /// Creates an identifier from a key as clients give it: a string, four characters as a number, or bytes.
  ///
  /// - Returns: `nil` for another type, and for a number in a key space whose keys are names.
  package init?(keySpace: String, key: Any) {
    self.init(keySpace: keySpace, key: [])
    switch key {
    case let text as String: self.key = bytes(of: text)
    case let text as NSString: self.key = bytes(of: String(describing: text))
    case let number as NSNumber where hasFourCharacterKeys:
      let code = UInt32(truncatingIfNeeded: number.int64Value)
      self.key = (0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - 8 * $0)) }
    default:
      guard let bytes = [UInt8](bytesOf: key) else { return nil }
      self.key = bytes
    }
    if self.key.isEmpty { return nil }
  }

  private func bytes(of text: String) -> [UInt8] {
    var scalars = Array(text.unicodeScalars)
    guard hasFourCharacterKeys, scalars.count == 4, scalars.allSatisfy({ $0.value < 0x100 }) else {
      return Array(text.utf8)
    }
    if scalars[0] == "@" { scalars[0] = UnicodeScalar(Self.copyrightSign) }
    return scalars.map { UInt8($0.value) }
  }

  /// The key as a string, as the constants of keys have it, or `nil` if its bytes are not text.
  package var keyText: String? {
    guard hasFourCharacterKeys, key.count == 4 else { return String(validating: key, as: UTF8.self) }
    let first = key[0] == Self.copyrightSign ? UInt8(ascii: "@") : key[0]
    // Latin-1, so that every four bytes are a string.
    return String(String.UnicodeScalarView(([first] + key[1...]).map { UnicodeScalar($0) }))
  }

  /// The four characters as a number; `nil` in a key space whose keys are names.
  package var keyCode: UInt32? {
    hasFourCharacterKeys && key.count == 4 ? UInt32(fourCharacters: key) : nil
  }
}
