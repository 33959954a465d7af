import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct PathBytesTests {
  @Test func `a path of any bytes is a string, and comes back as it was`() {
    var chance = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0..<12, using: &chance)).map { _ in
        // Many of those that begin and continue characters.
        Bool.random(using: &chance)
          ? UInt8.random(in: 1...127, using: &chance) : .random(in: 0x80...0xFF, using: &chance)
      }
      let path = String(pathBytes: bytes)
      #expect(path.pathBytes == bytes)
      #expect(path.hasRawBytes == (String(validating: bytes, as: UTF8.self) == nil))
    }
  }

  @Test(arguments: ["é日.mov", "a\nb", "\u{10FE7F}\u{10FF00}", ""])
  func `text is itself`(text: String) {
    #expect(String(pathBytes: text.utf8) == text)
    #expect(text.pathBytes == Array(text.utf8))
    #expect(text.spelled == text)
  }

  @Test func `a scalar that would stand for a byte is taken for bytes`() {
    let bytes = Array("\u{10FEE9}".utf8)
    let path = String(pathBytes: bytes)
    #expect(path.unicodeScalars.count == bytes.count)
    #expect(path.pathBytes == bytes)
  }

  @Test func `bytes that are no text are spelled for people and for programs`() {
    let path = String(pathBytes: [0x61, 0xE9, 0x2E, 0x0A])
    #expect(path.printable == #"a\xe9.\n"#)
    #expect(JSON(path).line == #""a\\xe9.\n""#)
  }
}
