import Foundation

/// The codes of languages: the codes of two letters of ISO 639-1, the codes of three letters of ISO 639-2 (which has
/// two codes for each of twenty languages), and the tags of BCP 47, which begin with a code.
package enum ISO639 {
  /// Returns the tag of a language as written in a file. A code of three letters becomes the code of two if there is
  /// one. Any other text is returned unchanged.
  package static func tag(_ written: String) -> String {
    let subtags = written.split(whereSeparator: isSeparator).map(String.init)
    guard let first = subtags.first, first.utf8.count == 3 else { return written }
    let code = terminological(first.lowercased())
    let short = Locale.LanguageCode(code).identifier(.alpha2) ?? code
    return ([short] + subtags.dropFirst()).joined(separator: "-")
  }

  /// Returns ISO 639-2's terminological code, which movies use, for a bibliographic one; any other text is returned
  /// without changes.
  package static func terminological(_ written: String) -> String { bibliographic[written.lowercased()] ?? written }

  /// Returns ISO 639-2's bibliographic code, which Matroska and transport streams use, of a tag's or a code's language;
  /// the code itself where it has no other.
  package static func bibliographic(_ written: String) -> String {
    let first = written.prefix { !isSeparator($0) }.lowercased()
    let code = Locale.LanguageCode(first).identifier(.alpha3) ?? first
    return bibliographic.first { $0.value == code }?.key ?? code
  }

  /// Returns ISO 639-2's terminological code of a tag's or a code's language.
  package static func code(_ written: String) -> String { terminological(bibliographic(written)) }

  /// Returns whether a tag states more than the code of its language, such as a country or a script.
  package static func saysMore(_ written: String) -> Bool { tag(written) != tag(code(written)) }

  /// Returns whether a text has the form of a terminological code: three lowercase letters. "und" and the codes for
  /// private use have this form too.
  package static func isCode(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  /// Returns whether a text has the form of a tag: subtags of letters and digits joined by hyphens, of 1 to 8
  /// characters each, the first only of letters (RFC 5646, 2.1; the registry is not consulted).
  package static func isTag(_ text: String) -> Bool {
    let subtags = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let primary = subtags.first, primary.utf8.allSatisfy(isLetter) else { return false }
    // Private and grandfathered tags begin with one letter, and have more subtags.
    if primary.utf8.count == 1, !["x", "i"].contains(primary.lowercased()) || subtags.count == 1 { return false }
    return subtags.allSatisfy { subtag in
      (1...8).contains(subtag.utf8.count) && subtag.utf8.allSatisfy { isLetter($0) || isDigit($0) }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isSeparator(_ character: Character) -> Bool { character == "-" || character == "_" }

  /// ISO 639-2's bibliographic codes, which some containers use, with their terminological ones.
  private static let bibliographic = [
    "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld", "fre": "fra",
    "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas",
    "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
  ]
}
