import TestSupport
import Testing

@testable import MediaTags

/// ID3 tags of each version, in the forms that writers give them.
@Suite struct ID3Tests {
  /// A tag of frames; `flags` are the header's.
  static func tag(_ version: UInt8, flags: UInt8 = 0, _ frames: [[UInt8]], padding: Int = 0) -> [UInt8] {
    let body = raw(frames.flatMap { $0 }, [UInt8](repeating: 0, count: padding))
    return raw("ID3", [version, 0, flags], Bytes.sevenBits(body.count), body)
  }

  /// A frame of a version; `flags` are its own.
  static func frame(_ version: UInt8, _ identifier: String, flags: Int = 0, _ body: [UInt8]) -> [UInt8] {
    let name = Array(identifier.utf8)
    return switch version {
    case 2: name + Bytes.big(body.count, 3) + body
    case 3: name + Bytes.big(body.count, 4) + Bytes.big(flags, 2) + body
    default: name + Bytes.sevenBits(body.count) + Bytes.big(flags, 2) + body
    }
  }

  private func items(_ bytes: [UInt8]) throws -> [TagItem] { try #require(ID3Tag(bytes)).items }

  private func texts(_ bytes: [UInt8]) throws -> [String] {
    try items(bytes).map { "\($0.name)=\($0.text ?? "none")" + ($0.note.map { " [\($0)]" } ?? "") }
  }

  @Test(arguments: [(2, "TT2"), (3, "TIT2"), (4, "TIT2")] as [(UInt8, String)])
  func `a text of each version`(version: UInt8, name: String) throws {
    let bytes = Self.tag(version, [Self.frame(version, name, raw(0, Bytes.latin1("Café")))], padding: 40)
    #expect(try texts(bytes) == ["\(name)=Café"])
    #expect(ID3Tag(bytes)?.byteCount == Int64(bytes.count))
  }

  @Test(arguments: [
    raw(0, Bytes.latin1("Élan")), raw(1, Bytes.utf16("Élan")),
    raw(2, "Élan".utf16.flatMap { Bytes.big(Int($0), 2) }), raw(3, "Élan"),
    // What claims to be Latin-1 and is UTF-8.
    raw(0, "Élan"), raw(1, Bytes.utf16("Élan"), 0, 0), raw(3, "Élan", 0),
  ])
  func `a text in each encoding`(body: [UInt8]) throws {
    #expect(try texts(Self.tag(4, [Self.frame(4, "TPE1", body)])) == ["TPE1=Élan"])
  }

  @Test func `several values are several items`() throws {
    let frames = [
      Self.frame(4, "TPE1", raw(3, "One", 0, "Two", 0)),
      Self.frame(4, "TPE2", raw(1, Bytes.utf16("One"), 0, 0, Bytes.utf16("Two"))),
      Self.frame(4, "TIPL", raw(3, "producer", 0, "Ann", 0, "mix", 0, "Bob")),
    ]
    #expect(
      try texts(Self.tag(4, frames)) == [
        "TPE1=One", "TPE1=Two", "TPE2=One", "TPE2=Two", "TIPL=Ann [producer]", "TIPL=Bob [mix]",
      ])
  }

  @Test func `comments, lyrics and texts of the user's own have languages and descriptions`() throws {
    let frames = [
      Self.frame(3, "COMM", raw(0, "deu", "Notiz", 0, "gut")),
      Self.frame(3, "COMM", raw(1, "xxx", 0xFF, 0xFE, 0, 0, Bytes.utf16("plain"))),
      Self.frame(3, "USLT", raw(0, "fra", 0, "la la")),
      Self.frame(3, "TXXX", raw(0, "MOOD", 0, "calm")), Self.frame(3, "TXXX", raw(0, 0, "nameless")),
      Self.frame(3, "WXXX", raw(0, "home", 0, "http://example.org")),
      Self.frame(3, "WOAR", Array("http://example.org/artist".utf8)),
    ]
    let read = try items(Self.tag(3, frames))
    #expect(
      read.map(\.text) == [
        "gut", "plain", "la la", "calm", "nameless", "http://example.org", "http://example.org/artist",
      ])
    #expect(read.map(\.language) == ["deu", nil, "fra", nil, nil, nil, nil])
    #expect(read.map(\.note) == ["Notiz", nil, nil, "MOOD", "", "home", nil])
  }

  @Test func `pictures say what they are and what they show`() throws {
    let newer = Self.frame(3, "APIC", raw(0, "image/jpeg", 0, 3, "front", 0, Bytes.jpeg))
    let older = Self.frame(2, "PIC", raw(0, "PNG", 4, "back", 0, 1, 2))
    let link = Self.frame(4, "APIC", raw(0, "-->", 0, 3, 0, "http://example.org/a.png"))
    #expect(
      try items(Self.tag(3, [newer])) == [
        TagItem(
          "APIC", .picture(TagPicture(mediaType: "image/jpeg", kind: 3, bytes: Bytes.jpeg)), note: "front")
      ])
    #expect(
      try items(Self.tag(2, [older])) == [
        TagItem("PIC", .picture(TagPicture(mediaType: "image/png", kind: 4, bytes: [1, 2])), note: "back")
      ])
    #expect(try items(Self.tag(4, [link])).map(\.content) == [.address("http://example.org/a.png")])
    #expect(TagPicture(mediaType: "", kind: 3, bytes: []).kindName == "Cover (front)")
    #expect(TagPicture(mediaType: "", kind: 999, bytes: []).kindName == "Other")
  }

  @Test func `private bytes, counters and ratings`() throws {
    let frames = [
      Self.frame(3, "PRIV", raw("example.org", 0, 7, 8)), Self.frame(3, "PCNT", [0, 0, 1, 0]),
      Self.frame(3, "POPM", raw("a@example.org", 0, 196, 0, 0, 0, 9)), Self.frame(3, "MCDI", [1, 2, 3]),
    ]
    let read = try items(Self.tag(3, frames))
    #expect(read.map(\.content) == [.data([7, 8]), .text("256"), .text("196"), .data([1, 2, 3])])
    #expect(read.map(\.note) == ["example.org", nil, "a@example.org", nil])
  }

  @Test(arguments: [
    ("(17)", ["Rock"]), ("17", ["Rock"]), ("(17)(4)", ["Rock", "Disco"]), ("(17)Rock", ["Rock"]),
    ("(4)Eurodisco", ["Disco", "Eurodisco"]), ("((odd)", ["(odd)"]), ("(RX)", ["Remix"]), ("Jazz", ["Jazz"]),
    ("(999)", ["(999)"]), ("80", ["Folk"]), ("191", ["Psybient"]),
  ])
  func `genres by number`(text: String, genres: [String]) throws {
    let bytes = Self.tag(3, [Self.frame(3, "TCON", raw(0, text))])
    #expect(try items(bytes).map(\.text) == genres)
  }

  @Test func `zeros behind ones are taken out, of the whole tag or of a frame`() throws {
    // In UTF-16 the byte order mark would look like sound: each FF is followed by a zero that is no part of the text.
    let stored: [UInt8] = [1, 0xFF, 0, 0xFE, UInt8(ascii: "a"), 0]
    let whole = Self.tag(3, flags: 0x80, [raw("TIT2", Bytes.big(5, 4), 0, 0, stored)])
    #expect(try texts(whole) == ["TIT2=a"])
    let one = Self.tag(4, flags: 0x80, [Self.frame(4, "TIT2", flags: 0x02, stored)])
    #expect(try texts(one) == ["TIT2=a"])
  }

  @Test func `extended headers, grouped frames and lengths are stepped over`() throws {
    let title = Self.frame(3, "TIT2", raw(0, "a"))
    #expect(try texts(Self.tag(3, flags: 0x40, [raw(Bytes.big(6, 4), 0, 0, 0, 0, 0, 0), title])) == ["TIT2=a"])
    let newer = Self.frame(4, "TIT2", raw(0, "a"))
    #expect(try texts(Self.tag(4, flags: 0x40, [raw(Bytes.sevenBits(6), 1, 0), newer])) == ["TIT2=a"])
    let grouped = Self.frame(4, "TIT2", flags: 0x41, raw(9, Bytes.sevenBits(2), 0, "a"))
    let compressed = Self.frame(4, "TALB", flags: 0x09, [0, 0, 0, 9, 1, 2])
    #expect(try texts(Self.tag(4, [compressed, grouped])) == ["TIT2=a"])
  }

  @Test func `sizes of version 2.4 that were written with eight bits in a byte`() throws {
    let text = String(repeating: "a", count: 300)
    let wrong = raw("TIT2", Bytes.big(301, 4), 0, 0, 0, text)
    #expect(try texts(Self.tag(4, [wrong, Self.frame(4, "TALB", raw(0, "b"))])) == ["TIT2=\(text)", "TALB=b"])
    #expect(try texts(Self.tag(4, [Self.frame(4, "TIT2", raw(0, text))], padding: 12)) == ["TIT2=\(text)"])
  }

  @Test func `chapters have their times, titles and pictures`() throws {
    func chapter(_ name: String, _ start: Int, _ end: Int, _ frames: [UInt8]) -> [UInt8] {
      Self.frame(
        4, "CHAP",
        raw(Array(name.utf8), 0, Bytes.big(start, 4), Bytes.big(end, 4), [UInt8](repeating: 0xFF, count: 8), frames))
    }
    let picture = Self.frame(4, "APIC", raw(0, "image/jpeg", 0, 0, 0, Bytes.jpeg))
    let bytes = Self.tag(
      4,
      [
        Self.frame(4, "TIT2", raw(0, "Book")), chapter("b", 1500, -1, Self.frame(4, "TIT2", raw(3, "Zwei"))),
        chapter("a", 0, 1500, raw(Self.frame(4, "TIT2", raw(3, "Eins")), picture)),
        chapter("c", 3000, -1, []),
      ])
    let tag = try #require(ID3Tag(bytes))
    #expect(tag.items.map(\.text) == ["Book"])
    #expect(
      tag.chapters == [
        TagChapter(
          timeScale: 1000, start: 0, end: 1500, titles: [.init("Eins")],
          pictures: [TagPicture(mediaType: "image/jpeg", kind: 0, bytes: Bytes.jpeg)]),
        TagChapter(timeScale: 1000, start: 1500, end: nil, titles: [.init("Zwei")]),
        TagChapter(timeScale: 1000, start: 3000, end: nil, titles: [.init("c")]),
      ])
  }

  @Test func `the first version counts where no later one is`() throws {
    func field(_ text: String, _ count: Int) -> [UInt8] {
      Array((raw(Bytes.latin1(text), [UInt8](repeating: 0x20, count: count))).prefix(count))
    }
    let old =
      raw(
        "TAG", field("Titel", 30), field("Künstler", 30), field("Album", 30), "1998", field("Kommentar", 28), 0, 7, 17)
    let sound = [UInt8](repeating: 0xAA, count: 500)
    let read = try FileTags(MemorySource(raw(sound, old)), in: .frames)
    #expect(
      read.sections.flatMap(\.items).map { "\($0.name)=\($0.text ?? "")" } == [
        "TIT2=Titel", "TPE1=Künstler", "TALB=Album", "TYER=1998", "COMM=Kommentar", "TRCK=7", "TCON=Rock",
      ])
    let newer = Self.tag(3, [Self.frame(3, "TIT2", raw(0, "New"))])
    let both = try FileTags(MemorySource(raw(newer, sound, old)), in: .frames)
    #expect(both.sections.flatMap(\.items).map(\.text) == ["New"])
  }
}
