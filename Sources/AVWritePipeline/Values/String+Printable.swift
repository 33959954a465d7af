extension Unicode.Scalar {
  /// Whether a terminal obeys the character in place of showing it: control characters, line ends of Unicode, and what
  /// gives text another direction or no width.
  ///
  /// Joiners, soft hyphens and the tags of flags are left: they are parts of words and of pictures.
  var isObeyed: Bool {
    if (0x20..<0x7F).contains(value) { return false }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: ![0xAD, 0x200C, 0x200D].contains(value) && !(0xE0020...0xE007F).contains(value)
    default: false
    }
  }
}

extension String {
  /// The text on one line, for people: characters that a terminal obeys, which a file's name and its metadata may have,
  /// are written out (`\n`, `\u{1b}`), and so are its bytes that are no text (`\xe9`).
  package var printable: String {
    var text = ""
    for scalar in spelled.unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isObeyed: text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The same of each line: for text that is made elsewhere. Lines of our own are `Sequence.printableText`.
  package var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
  }
}

extension Sequence<String> {
  /// Lines for people, each printable and ended.
  var printableText: String { map { $0.printable + "\n" }.joined() }
}
