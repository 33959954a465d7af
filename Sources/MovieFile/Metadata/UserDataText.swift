/// Texts of QuickTime's user data (QuickTime File Format, "User data atoms"): a child of `udta` whose type begins with
/// `©`, with one text for each of several languages.
package struct UserDataText: Hashable, Sendable {
  package struct Text: Hashable, Sendable {
    package var text: String
    package var language: Language

    package init(_ text: String, _ language: Language = .undetermined) {
      self.text = text
      self.language = language
    }
  }

  /// The type of the child: `©nam`, `©cpy`, `©xyz`, …
  package var type: FourCC
  package var texts: [Text]

  package init(_ type: FourCC, _ texts: [Text]) {
    self.type = type
    self.texts = texts
  }

  /// Returns whether the children of `udta` with a type are of this form.
  package static func isType(_ type: FourCC) -> Bool { type.rawValue >> 24 == copyrightSign }

  /// `©` in Latin-1 and in Mac Roman.
  private static let copyrightSign: UInt32 = 0xA9

  /// The largest size of a text in bytes, by its 16-bit length; texts are cut between characters.
  private static let longestText = Int(UInt16.max)

  /// - Throws: `MediaError(.damagedContainer)` for lengths that exceed the box.
  init(_ box: Box) throws {
    type = box.type
    texts = []
    var reader = box.contents
    while reader.remaining >= 4 {
      let length = Int(try reader.u16())
      let language = Language(rawValue: try reader.u16())
      let bytes = try reader.bytes(length)
      texts.append(Text(Self.text(bytes, language), language))
    }
  }

  /// Decodes a text. Macintosh codes imply Mac Roman, and packed letters UTF-8. Valid UTF-8 with a Macintosh code is
  /// read as UTF-8, since most writers mean it.
  private static func text(_ bytes: [UInt8], _ language: Language) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return language.macintoshCode == nil ? String(decoding: bytes, as: UTF8.self) : MacRoman.text(bytes)
  }

  /// The box as a child of `udta`.
  package var box: OpaqueBox {
    OpaqueBox(type) { box in
      for text in texts {
        let bytes = Array(text.text.prefix(fitting: Self.longestText).utf8)
        box.u16(UInt16(clamping: bytes.count))
        box.u16(text.language.rawValue)
        box.append(bytes)
      }
    }
  }
}

/// The character set of the classic Macintosh.
enum MacRoman {
  /// The characters of bytes 0x80 to 0xFF.
  private static let upperHalf = Array(
    "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"
      .unicodeScalars)

  static func text(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
      text.unicodeScalars.append(byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80])
    }
    return text
  }
}
