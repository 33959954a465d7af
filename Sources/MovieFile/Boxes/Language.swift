/// The 16-bit language field of `mdhd`: three packed letters of ISO 639-2/T, or a Macintosh code.
///
/// In QuickTime movies, values below 0x400 are Macintosh codes, 0x7FFF is unspecified, and other values are packed
/// letters as in ISO 14496-12 8.4.2 (QuickTime File Format, "Language Code Values").
package struct Language: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The code `und`, for no stated language.
  package static let undetermined = Language("und")!

  /// Packs three lower-case letters; `nil` for any other text.
  package init?(_ code: String) {
    let letters = Array(code.utf8)
    guard letters.count == 3, letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
    rawValue = letters.reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
  }

  /// The Macintosh language code; `nil` if the field holds letters.
  package var macintoshCode: UInt16? { rawValue < 0x400 || rawValue == 0x7FFF ? rawValue : nil }

  /// The ISO 639-2/T code; `nil` if the language has none.
  package var code: String? {
    if let macintoshCode {
      return macintoshCode < Self.macintoshLanguages.count ? Self.macintoshLanguages[Int(macintoshCode)] : nil
    }
    let letters = [rawValue >> 10 & 31, rawValue >> 5 & 31, rawValue & 31]
    guard letters.allSatisfy({ (1...26).contains($0) }) else { return nil }
    return String(decoding: letters.map { UInt8($0) + 0x60 }, as: UTF8.self)
  }

  /// The ISO 639-2/T codes of the Macintosh codes 0…94, as QuickTime File Format lists the languages.
  private static let macintoshLanguages = [
    "eng", "fra", "deu", "ita", "nld", "swe", "spa", "dan", "por", "nor", "heb", "jpn", "ara", "fin", "ell", "isl",
    "mlt", "tur", "hrv", "zho", "urd", "hin", "tha", "kor", "lit", "pol", "hun", "est", "lav", "sme", "fao", "fas",
    "rus", "zho", "nld", "gle", "sqi", "ron", "ces", "slk", "slv", "yid", "srp", "mkd", "bul", "ukr", "bel", "uzb",
    "kaz", "aze", "aze", "hye", "kat", "ron", "kir", "tgk", "tuk", "mon", "mon", "pus", "kur", "kas", "snd", "bod",
    "nep", "san", "mar", "ben", "asm", "guj", "pan", "ori", "mal", "kan", "tam", "tel", "sin", "mya", "khm", "lao",
    "vie", "ind", "tgl", "msa", "msa", "amh", "tir", "orm", "som", "swa", "kin", "run", "nya", "mlg", "epo",
  ]
}
