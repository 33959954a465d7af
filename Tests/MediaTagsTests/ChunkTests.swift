import TestSupport
import Testing

@testable import MediaTags

/// Texts in chunks: RIFF's, AIFF's and Core Audio's.
@Suite struct ChunkTests {
  private static func riff(_ type: String, _ body: [UInt8]) -> [UInt8] {
    Array(type.utf8) + Bytes.little(body.count, 4) + body + (body.count % 2 == 0 ? [] : [0])
  }

  private static func aiff(_ type: String, _ body: [UInt8]) -> [UInt8] {
    Array(type.utf8) + Bytes.big(body.count, 4) + body + (body.count % 2 == 0 ? [] : [0])
  }

  private static func coreAudio(_ type: String, _ body: [UInt8]) -> [UInt8] {
    Array(type.utf8) + Bytes.big(body.count, 8) + body
  }

  static let wave: [UInt8] =
    raw(
      "RIFF", Bytes.little(0, 4), "WAVE",
      riff("LIST", raw("INFO", riff("INAM", raw("Title", 0)), riff("IKEY", Array("a, b".utf8)))),
      riff("data", [1, 2, 3]), riff("id3 ", ID3Tests.tag(3, [ID3Tests.frame(3, "TPE1", raw(0, "x"))])))

  static let caf: [UInt8] =
    raw("caff", 0, 1, 0, 0, coreAudio("info", raw(Bytes.big(2, 4), "title", 0, "A", 0, "track number", 0, "3", 0)))

  private func items(_ bytes: [UInt8], _ container: TaggedContainer) throws -> [String] {
    try FileTags(MemorySource(bytes), in: container).sections.flatMap { section in
      section.items.map { "\(section.format) \($0.name)=\($0.text ?? "none")" }
    }
  }

  @Test func `RIFF's information, and an ID3 tag behind the sound`() throws {
    #expect(
      try items(Self.wave, .riff) == ["id3 TPE1=x", "audioFile info-title=Title", "audioFile IKEY=a, b"])
  }

  @Test func `an RF64 file says how long its sound is in a chunk of its own`() throws {
    let bytes: [UInt8] =
      raw(
        "RF64", 0xFF, 0xFF, 0xFF, 0xFF, "WAVE",
        Self.riff("ds64", raw(Bytes.little(0, 8), Bytes.little(4, 8), Bytes.little(0, 12))), "data", 0xFF, 0xFF, 0xFF,
        0xFF, 1, 2, 3, 4, Self.riff("LIST", raw("INFO", Self.riff("IART", Array("A".utf8)))))
    #expect(try items(bytes, .riff) == ["audioFile info-artist=A"])
  }

  @Test func `AIFF's texts`() throws {
    let bytes: [UInt8] =
      raw(
        "FORM", Bytes.big(0, 4), "AIFF", Self.aiff("NAME", Array("Title".utf8)),
        Self.aiff("(c) ", Array("1999 X".utf8)),
        Self.aiff("ID3 ", ID3Tests.tag(2, [ID3Tests.frame(2, "TT2", raw(0, "t"))])))
    #expect(
      try items(bytes, .aiff) == ["id3 TT2=t", "audioFile info-title=Title", "audioFile info-copyright=1999 X"])
  }

  @Test func `Core Audio's dictionary`() throws {
    #expect(try items(Self.caf, .coreAudio) == ["audioFile info-title=A", "audioFile info-track number=3"])
  }
}
