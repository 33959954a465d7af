/// User data of ISO files: a full box of a language and a text (`cprt`, ISO 14496-12 8.10.2; `titl`, `auth`, `perf`,
/// `gnre`, `dscp`, `albm`, 3GPP TS 26.244 8).
package struct ISOUserData: Hashable, Sendable {
  package var type: FourCC
  package var language: Language
  package var text: String
  /// What stands behind the text: a track number behind an album's title.
  package var trailing: [UInt8]

  package init(_ type: FourCC, _ text: String, language: Language = .undetermined, trailing: [UInt8] = []) {
    self.type = type
    self.language = language
    self.text = text
    self.trailing = trailing
  }

  /// The types of this form.
  package static let types: Set<FourCC> = ["cprt", "titl", "auth", "perf", "gnre", "dscp", "albm"]

  /// - Throws: `MediaError(.damagedContainer)` for a box that is too short.
  init(_ box: Box) throws {
    type = box.type
    var reader = box.contents
    try reader.skip(4)
    language = Language(rawValue: try reader.u16() & 0x7FFF)
    var probe = reader
    if reader.remaining >= 2, try probe.u16() == Self.byteOrderMark {
      text = try Self.utf16(&probe)
      trailing = probe.rest()
    } else {
      text = reader.terminatedString()
      trailing = reader.rest()
    }
  }

  /// UTF-16 opens with it.
  private static let byteOrderMark: UInt16 = 0xFEFF

  private static func utf16(_ reader: inout ByteReader) throws -> String {
    var units: [UInt16] = []
    while reader.remaining >= 2 {
      let unit = try reader.u16()
      if unit == 0 { break }
      units.append(unit)
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The child of `udta`.
  package var box: OpaqueBox {
    OpaqueBox(type) { box in
      box.u32(0)
      box.u16(language.rawValue)
      box.terminatedString(text)
      box.append(trailing)
    }
  }
}
