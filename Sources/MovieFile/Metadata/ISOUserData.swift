/// User data of ISO files: a full box with a language and a text (`cprt`, ISO 14496-12 8.10.2; `titl`, `auth`, `perf`,
/// `gnre`, `dscp`, `albm`, `coll`, 3GPP TS 26.244 8).
package struct ISOUserData: Hashable, Sendable {
  package var type: FourCC
  package var language: Language
  package var text: String
  /// The bytes after the text, such as a track number after an album's title.
  package var trailing: [UInt8]

  package init(_ type: FourCC, _ text: String, language: Language = .undetermined, trailing: [UInt8] = []) {
    self.type = type
    self.language = language
    self.text = text
    self.trailing = trailing
  }

  /// The types of this form.
  package static let types: Set<FourCC> = ["cprt", "titl", "auth", "perf", "gnre", "dscp", "albm", "coll"]

  /// - Throws: `MediaError(.damagedContainer)` for a box that is too short.
  init(_ box: Box) throws {
    type = box.type
    var reader = box.contents
    try reader.skip(4)
    language = Language(rawValue: try reader.u16() & 0x7FFF)
    text = reader.isoText()
    trailing = reader.rest()
  }

  /// The box as a child of `udta`.
  package var box: OpaqueBox {
    OpaqueBox(type) { box in
      box.u32(0)
      box.u16(language.rawValue)
      box.terminatedString(text)
      box.append(trailing)
    }
  }
}

extension ByteReader {
  /// The byte order mark at the start of UTF-16.
  private static let byteOrderMark: [UInt8] = [0xFE, 0xFF]

  /// Reads a text up to its zero, which is skipped, or to the end. The text is UTF-8, or UTF-16 after a byte order
  /// mark.
  mutating func isoText() -> String {
    var probe = self
    guard (try? probe.bytes(2)) == Self.byteOrderMark else { return terminatedString() }
    var units: [UInt16] = []
    while let unit = try? probe.u16(), unit != 0 { units.append(unit) }
    self = probe
    return String(decoding: units, as: UTF16.self)
  }
}

/// The year of a recording: a `yrrc` box (3GPP TS 26.244, 8.2).
package struct RecordingYear: Hashable, Sendable {
  package var year: UInt16

  package init(_ year: UInt16) { self.year = year }

  static let type: FourCC = "yrrc"

  init(_ box: Box) throws {
    var reader = box.contents
    try reader.skip(4)
    year = try reader.u16()
  }

  package var box: OpaqueBox {
    OpaqueBox(Self.type) { box in
      box.u32(0)
      box.u16(year)
    }
  }
}
