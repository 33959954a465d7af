/// Text as terminals show it.
enum TerminalText {
  /// Returns the sequence that moves the cursor to a cell, counted from 0 (ECMA-48, CUP).
  static func place(column: Int, row: Int) -> String { "\u{1B}[\(max(0, row) + 1);\(max(0, column) + 1)H" }

  /// Returns the printable lines of a text in this number of columns, broken at spaces where there are some.
  static func lines(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.printable.split(separator: " ") {
      let next = line.isEmpty ? String(word) : line + " " + word
      if width(of: next) <= columns {
        line = next
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if width(of: line + String(character)) > columns {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return (lines + [line]).filter { !$0.isEmpty }
  }

  /// Returns the number of columns that a text takes, by Unicode's East Asian Width (UAX #11).
  static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

  private static func width(of character: Character) -> Int {
    let isWide = character.unicodeScalars.contains { scalar in
      scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) }
    }
    return isWide ? 2 : 1
  }

  /// The ranges of wide characters: Hangul, those of Chinese and Japanese, and the forms that are as wide.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
    0x20000...0x3FFFD,
  ]
}
