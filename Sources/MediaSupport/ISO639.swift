import Foundation

/// The codes of languages: ISO 639-1's of two letters, ISO 639-2's of three, of which twenty languages have two, and the
/// tags of BCP 47, which begin with one of them.
package enum ISO639 {
  /// The tag of what a file says: a code by two letters where there are two, or a tag already.
  package static func tag(_ written: String) -> String {
    let subtags = written.split(whereSeparator: isSeparator).map(String.init)
    guard let first = subtags.first, first.utf8.count == 3 else { return written }
    let code = terminological(first.lowercased())
    let short = Locale.LanguageCode(code).identifier(.alpha2) ?? code
    return ([short] + subtags.dropFirst()).joined(separator: "-")
  }

  /// ISO 639-2's code of its terminology, as movies have it, of one for libraries; any other text is as it was.
  package static func terminological(_ written: String) -> String { bibliographic[written.lowercased()] ?? written }

  /// ISO 639-2's code for libraries, as Matroska and transport streams have it, of a tag's or a code's language; the code
  /// itself where it has no other.
  package static func bibliographic(_ written: String) -> String {
    let first = written.prefix { !isSeparator($0) }.lowercased()
    let code = Locale.LanguageCode(first).identifier(.alpha3) ?? first
    return bibliographic.first { $0.value == code }?.key ?? code
  }

  /// ISO 639-2's code of its terminology, of a tag's or a code's language.
  package static func code(_ written: String) -> String { terminological(bibliographic(written)) }

  private static func isSeparator(_ character: Character) -> Bool { character == "-" || character == "_" }

  /// ISO 639-2's codes for libraries, which some containers have, and those of its terminology.
  private static let bibliographic = [
    "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld", "fre": "fra",
    "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas",
    "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
  ]
}
