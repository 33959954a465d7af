extension Unicode.Scalar {
  /// A Boolean value that says whether a terminal acts on the character instead of showing it: control characters, line
  /// ends of Unicode, and those that give text another direction or no width.
  ///
  /// Joiners, soft hyphens and the tags of flags are not among them: they are parts of words and of emoji.
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
  /// The text on one line, for people. Characters that a terminal acts on, which a file's name and its metadata may
  /// have, are written out (`\n`, `\u{1b}`), and so are bytes that are no text (`\xe9`).
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

  /// The text with each line printable, for text that is made elsewhere. The package's own lines use
  /// `Sequence.printableText`.
  package var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }.joined(separator: "\n")
  }
}

extension Sequence<String> {
  /// The lines as text for people, each printable and with its end.
  var printableText: String { map { $0.printable + "\n" }.joined() }
}
