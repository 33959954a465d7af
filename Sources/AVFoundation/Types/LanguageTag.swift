/// Which strings are language codes and tags.
enum LanguageTag {
  /// Three lower-case letters: the form of ISO 639-2/T codes, "und" and the private range included.
  static func isISO639Part2(_ code: String) -> Bool {
    code.utf8.count == 3 && code.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  /// Subtags of letters and digits joined by hyphens, of 1 to 8 characters each, the first of letters alone
  /// (RFC 5646, 2.1; whether the registry has them is not asked).
  static func isBCP47(_ tag: String) -> Bool {
    let subtags = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard let primary = subtags.first, (1...8).contains(primary.utf8.count), primary.utf8.allSatisfy(isLetter) else {
      return false
    }
    if primary.utf8.count == 1 { return (primary == "x" || primary == "i" || primary == "X") && subtags.count > 1 }
    return subtags.dropFirst().allSatisfy { subtag in
      (1...8).contains(subtag.utf8.count) && subtag.utf8.allSatisfy { isLetter($0) || isDigit($0) }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
