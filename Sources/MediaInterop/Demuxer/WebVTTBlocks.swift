/// The blocks of a WebVTT file, which are separated by empty lines (W3C, "WebVTT file structure").
///
/// Besides cues and comments there are style sheets and regions, and other text, which parsers skip. libavformat 59
/// interprets the first such block as the end of the file.
package enum WebVTTBlocks {
  private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  /// Returns the file with only the header, the comments and the cues. It is `nil` for a file that has nothing else.
  static func readable(_ file: [UInt8]) -> [UInt8]? {
    let blocks = blocks(of: file)
    let kept = blocks.prefix(1) + blocks.dropFirst().filter { isComment($0) || isCue($0) }
    return kept.count == blocks.count ? nil : text(of: Array(kept))
  }

  /// Returns the head of the file: the header, and the style sheets and regions before the first cue. This is how
  /// Matroska stores them beside the cues ("Subtitles", "WebVTT"). It is `nil` for a file that has neither.
  static func head(_ file: [UInt8]) -> [UInt8]? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let blocks = blocks(of: file.starts(with: mark) ? Array(file.dropFirst(mark.count)) : file).prefix { !isCue($0) }
    let definitions = blocks.filter(isDefinition)
    return definitions.isEmpty ? nil : text(of: blocks.prefix(1) + definitions)
  }

  /// Returns the style sheets and regions in the head of a file, as lines with line feeds between them.
  package static func definitions(in head: [UInt8]) -> [String] {
    blocks(of: head).filter(isDefinition)
      .map { String(decoding: [UInt8]($0.joined(separator: [lineFeed])), as: UTF8.self) }
  }

  private static func text(of blocks: [[ArraySlice<UInt8>]]) -> [UInt8] {
    let texts = blocks.map { [UInt8]($0.joined(separator: [lineFeed])) + [lineFeed] }
    return [UInt8](texts.joined(separator: [lineFeed]))
  }

  /// Returns the lines of each block. They end with a line feed, a carriage return or both.
  private static func blocks(of file: [UInt8]) -> [[ArraySlice<UInt8>]] {
    var blocks: [[ArraySlice<UInt8>]] = [[]]
    for part in file.split(separator: lineFeed, omittingEmptySubsequences: false) {
      let part = part.last == carriageReturn ? part.dropLast() : part
      for line in part.split(separator: carriageReturn, omittingEmptySubsequences: false) {
        if line.isEmpty { blocks.append([]) } else { blocks[blocks.count - 1].append(line) }
      }
    }
    return blocks.filter { !$0.isEmpty }
  }

  private static func isDefinition(_ block: [ArraySlice<UInt8>]) -> Bool {
    let name = block[0].prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return ["STYLE", "REGION"].contains { name.elementsEqual($0.utf8) }
  }

  private static func isComment(_ block: [ArraySlice<UInt8>]) -> Bool { block[0].starts(with: Array("NOTE".utf8)) }

  /// Returns whether a block is a cue: its times are in the first line, or in the second after an identifier.
  private static func isCue(_ block: [ArraySlice<UInt8>]) -> Bool {
    let lines = block.prefix(2).map { String(decoding: $0, as: UTF8.self) }
    return (lines.first { $0.contains(arrow) }).map(hasTimes) ?? false
  }

  private static let arrow = "-->"

  private static func hasTimes(_ line: String) -> Bool {
    guard let place = line.firstRange(of: arrow) else { return false }
    return beginsWithTime(line[..<place.lowerBound]) && beginsWithTime(line[place.upperBound...])
  }

  /// Returns whether a text begins with minutes, seconds and a fraction, and perhaps hours in front.
  private static func beginsWithTime(_ text: Substring) -> Bool {
    let time = text.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
    var fields = time.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count), let last = fields.popLast() else { return false }
    fields += last.split(separator: ".", omittingEmptySubsequences: false)
    return last.contains(".") && fields.allSatisfy { UInt32($0) != nil }
  }
}
