import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import MediaEngine

/// The documentation's table of metadata is the code's. `AVWRITE_UPDATE_GOLDENS=1` writes it; the difference is reviewed as
/// code.
@Suite struct MetadataPageTests {
  private static let page = Files.root.appendingPathComponent(
    "Sources/AVFoundation/AVFoundation.docc/Metadata.md")
  private static let (start, end) = ("<!-- table -->\n", "<!-- end -->")

  private static let columns: [(title: String, keySpaces: [String])] = [
    ("QuickTime metadata", ["mdta"]), ("QuickTime user data", ["udta"]), ("iTunes", ["itsk", "itlk"]),
    ("ISO user data", ["uiso"]), ("ID3", ["org.id3"]), ("Vorbis comment", ["vorb"]), ("Matroska", ["org.matroska"]),
    ("Core Audio, RIFF", ["caaf"]),
  ]

  /// Of ID3's frames those of version 2.2 are not shown: their identifiers begin with a zero.
  private static func cell(_ meaning: MetadataMeaning, _ keySpaces: [String]) -> String {
    (meaning.identifiers + meaning.synonyms + meaning.totals)
      .filter { keySpaces.contains($0.keySpace) && $0.key.first != 0 }
      .map { identifier in
        // iTunes' keys as their users know them.
        let key = (identifier.keyText ?? "").replacing(/^@/, with: "©").replacing(/^info-/, with: "")
        return "`\(identifier.keySpace == "itlk" ? "----:" : "")\(key)`"
      }.joined(separator: ", ")
  }

  private static var table: String {
    let titles = ["meaning", "common key"] + columns.map(\.title) + ["free name"]
    var lines = [titles, titles.map { _ in "---" }].map { "| " + $0.joined(separator: " | ") + " |" }
    for meaning in MetadataMeaning.all {
      let fields = columns.map { cell(meaning, $0.keySpaces) }
      let row = [meaning.name, meaning.commonKey.map { "`\($0)`" } ?? ""] + fields + ["`\(meaning.freeName)`"]
      lines.append("| " + row.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func `the page's table is that of the code`() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: Self.start)?.upperBound)
    let end = try #require(text.range(of: Self.end)?.lowerBound)
    if ProcessInfo.processInfo.environment["AVWRITE_UPDATE_GOLDENS"] == "1" {
      try #require(ProcessInfo.processInfo.environment["CI"] != "true", "nobody reviews the page there")
      try (text[..<start] + Self.table + text[end...]).write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(text[start..<end] == Self.table, "AVWRITE_UPDATE_GOLDENS=1 writes the page")
    }
  }
}
