import TestSupport
import Testing

@testable import MediaTags

/// Whatever the bytes are, reading ends, without a trap, and with no more than the bytes can hold.
@Suite struct DamagedTagTests {
  struct Sound: CustomTestStringConvertible, Sendable {
    var bytes: [UInt8]
    var container: TaggedContainer
    var testDescription: String { "\(container)" }
  }

  private static let id3: [UInt8] = {
    let frames = [
      ID3Tests.frame(4, "TIT2", raw(1, Bytes.utf16("Title"))),
      ID3Tests.frame(4, "COMM", raw(3, "deu", "a", 0, "b")),
      ID3Tests.frame(4, "APIC", raw(0, "image/png", 0, 3, 0, Bytes.jpeg)),
      ID3Tests.frame(4, "TCON", raw(0, "(17)")),
      ID3Tests.frame(
        4, "CHAP",
        raw("a", 0, [UInt8](repeating: 0, count: 16), ID3Tests.frame(4, "TIT2", raw(0, "One")))),
    ]
    return ID3Tests.tag(4, flags: 0x40, [raw(Bytes.sevenBits(6), 1, 0)] + frames)
  }()

  static let sound = [
    Sound(bytes: id3, container: .frames),
    Sound(bytes: ID3Tests.tag(2, flags: 0x80, [ID3Tests.frame(2, "TT2", raw(0, "Title"))]), container: .frames),
    Sound(bytes: VorbisTests.flac, container: .flac),
    Sound(
      bytes: VorbisTests.ogg([Array("OpusHead".utf8), raw("OpusTags", VorbisTests.comment(["TITLE=a"]))]),
      container: .ogg),
    Sound(bytes: ChunkTests.wave, container: .riff), Sound(bytes: ChunkTests.caf, container: .coreAudio),
    Sound(bytes: MatroskaTests.file, container: .matroska),
  ]

  private func size(_ bytes: [UInt8], _ container: TaggedContainer) throws -> Int {
    let tags = try FileTags(MemorySource(bytes), in: container)
    let items = tags.sections.flatMap(\.items) + tags.tracks.values.flatMap(\.items)
    return items.reduce(tags.chapters.count) { sum, item in
      switch item.content {
      case .text(let text), .address(let text): sum + text.utf8.count
      case .data(let bytes): sum + bytes.count
      case .picture(let picture): sum + picture.bytes.count
      }
    }
  }

  @Test(arguments: sound) func `cut at every byte`(file: Sound) throws {
    #expect(try size(file.bytes, file.container) > 0)
    for count in 0..<file.bytes.count { _ = try size(Array(file.bytes.prefix(count)), file.container) }
  }

  @Test(arguments: sound) func `changed bytes`(file: Sound) throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<Rounds.count(2000, full: 100_000) {
      var damaged = file.bytes
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: 0..<damaged.count, using: &generator)
        damaged[index] = Bool.random(using: &generator) ? UInt8.random(in: 0...255, using: &generator) : 0xFF
      }
      // A byte of Latin-1 is up to three of UTF-8 where it is no text, and a chapter may be told in many languages.
      #expect(try size(damaged, file.container) <= 16 * damaged.count)
    }
  }

  @Test(arguments: sound.map(\.container)) func `noise`(container: TaggedContainer) throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let bytes = (0..<400).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = try size(bytes, container)
    }
  }
}
