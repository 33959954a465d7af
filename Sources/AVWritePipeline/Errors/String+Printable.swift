extension String {
  /// The text on one line, for people: control characters, which a file's name may have and a terminal obeys, are
  /// written out (`\n`, `\u{1b}`), and so are its bytes that are no text (`\xe9`).
  package var printable: String {
    var text = ""
    for scalar in spelled.unicodeScalars {
      // The named ones, and those with a number: all of Unicode's category Cc is here.
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.properties.generalCategory == .control: text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
