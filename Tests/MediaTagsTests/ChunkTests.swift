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

  @Test func `the extension for broadcasters`() throws {
    func field(_ text: String, _ size: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: size - text.utf8.count)
    }
    let body = raw(
      field("Interview", 256), field("Recorder", 32), field("REF1", 32), "2015-01-23", "12:49:36",
      Bytes.little(158_766_904, 8), Bytes.little(1, 2), [UInt8](repeating: 0xAB, count: 32),
      [UInt8](repeating: 0, count: 32 + 190), "A=PCM,F=48000")
    let file = raw("RIFF", Bytes.little(0, 4), "WAVE", Self.riff("bext", body))
    let expected = [
      "description=Interview", "originator=Recorder", "originator_reference=REF1", "origination_date=2015-01-23",
      "origination_time=12:49:36", "time_reference=158766904", "umid=0x" + String(repeating: "AB", count: 32),
      "coding_history=A=PCM,F=48000",
    ]
    #expect(try items(file, .riff) == expected.map { "audioFile info-" + $0 })
    for count in stride(from: 0, to: body.count, by: 37) {
      let part = raw("RIFF", Bytes.little(0, 4), "WAVE", Self.riff("bext", Array(body.prefix(count))))
      #expect(try items(part, .riff).count <= expected.count)
    }
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

  @Test func `comments of AIFF, and chunks that are no texts`() throws {
    let comment = raw(Bytes.big(0, 4), Bytes.big(1, 2), Bytes.big(3, 2), "abc", 0)
    let other = raw(Bytes.big(7, 4), Bytes.big(0, 2), Bytes.big(2, 2), "de")
    let comments = Self.aiff("COMT", raw(Bytes.big(2, 2), comment, other))
    let file = raw("FORM", Bytes.big(0, 4), "AIFF", comments, Self.aiff("MARK", [0, 0]), Self.aiff("COMM", [1, 2]))
    #expect(
      try items(file, .aiff) == [
        "audioFile info-comments=abc", "audioFile info-comments=de", "audioFile MARK=none",
      ])
    // One that is cut keeps those before the cut.
    let cut = raw("FORM", Bytes.big(0, 4), "AIFF", Self.aiff("COMT", raw(Bytes.big(2, 2), comment, Bytes.big(7, 4))))
    #expect(try items(cut, .aiff) == ["audioFile info-comments=abc"])
    let wave = raw("RIFF", Bytes.little(0, 4), "WAVE", Self.riff("iXML", raw("<a/>")), Self.riff("smpl", [1]))
    #expect(try items(wave, .riff) == ["audioFile iXML=none", "audioFile smpl=none"])
  }

  @Test func `Core Audio's dictionary`() throws {
    #expect(try items(Self.caf, .coreAudio) == ["audioFile info-title=A", "audioFile info-track number=3"])
  }
}
