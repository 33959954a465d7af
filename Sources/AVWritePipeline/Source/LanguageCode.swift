internal import Foundation
internal import MediaSupport

/// Whether a file's language names are ones that may be written again; a source may hold anything.
package enum LanguageCode {
  /// Three small letters (ISO 639-2/T).
  static func isISO639(_ code: String) -> Bool {
    code.utf8.count == 3 && code.utf8.allSatisfy { (97...122).contains($0) }
  }

  /// A language and its subtags, such as `en-GB` or `zh-Hant-TW` (BCP 47).
  package static func isTag(_ tag: String) -> Bool {
    let parts = tag.utf8.split(separator: 45, omittingEmptySubsequences: false)
    guard let language = parts.first, (2...8).contains(language.count) else { return false }
    return language.allSatisfy { (97...122).contains($0 | 0x20) }
      && parts.dropFirst().allSatisfy { part in
        (1...8).contains(part.count) && part.allSatisfy { (97...122).contains($0 | 0x20) || (48...57).contains($0) }
      }
  }

  /// The language of a tag by three letters (ISO 639-2/T); nil where it has none.
  static func threeLetters(_ tag: String) -> String? {
    tag.split(separator: "-").first.flatMap { Locale.LanguageCode(String($0)).identifier(.alpha3) }
  }

  /// The tag with the language by two letters where there are two, as BCP 47 has it; nil for an undetermined one.
  static func standard(_ written: String?) -> String? {
    let tag = written.map { ISO639.tag($0) }
    return tag?.split(separator: "-").first == "und" ? nil : tag
  }
}
