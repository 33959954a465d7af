import TestSupport
import Testing

@testable import MediaTags

/// Matroska's tags, attachments and chapters.
@Suite struct MatroskaTests {
  private static func element(_ number: UInt32, _ body: [UInt8]) -> [UInt8] {
    let name = Array(Bytes.big(Int(number), 4).drop { $0 == 0 })
    return raw(name, [0x10 | UInt8(body.count >> 24)], Bytes.big(body.count & 0xFF_FFFF, 3), body)
  }

  private static func element(_ number: UInt32, _ text: String) -> [UInt8] { element(number, Array(text.utf8)) }
  private static func element(_ number: UInt32, _ value: Int) -> [UInt8] { element(number, Bytes.big(value, 8)) }

  private static func simple(_ name: String, _ text: String, _ more: [UInt8] = []) -> [UInt8] {
    element(
      MatroskaElement.simpleTag,
      raw(element(MatroskaElement.tagName, name), element(MatroskaElement.tagText, text), more))
  }

  private static let information = element(
    MatroskaElement.information,
    raw(
      element(MatroskaElement.title, "Film"), element(MatroskaElement.writingApplication, "w"),
      element(MatroskaElement.date, 1_000_000_000)))
  private static let tracks = element(
    MatroskaElement.tracks,
    element(
      MatroskaElement.track,
      raw(
        element(MatroskaElement.trackUID, 77), element(MatroskaElement.trackName, "Bild"),
        element(MatroskaElement.trackLanguageBCP47, "pt-BR"))))
  private static let tags = element(
    MatroskaElement.tags,
    raw(
      element(
        MatroskaElement.tag,
        raw(
          element(MatroskaElement.targets, element(MatroskaElement.targetType, "ALBUM")),
          simple("Title", "Titel", element(MatroskaElement.tagLanguage, "ger")),
          simple("ARTIST", "A", raw(simple("SORT_WITH", "a"), element(MatroskaElement.tagLanguageBCP47, "pt-BR"))))),
      element(
        MatroskaElement.tag,
        raw(element(MatroskaElement.targets, element(MatroskaElement.targetTrack, 77)), simple("BPS", "12"))),
      element(
        MatroskaElement.tag,
        raw(element(MatroskaElement.targets, element(MatroskaElement.targetChapter, 5)), simple("X", "of a chapter")))
    ))
  private static let attachments = element(
    MatroskaElement.attachments,
    raw(
      element(
        MatroskaElement.attachment,
        raw(
          element(MatroskaElement.fileName, "cover.jpg"), element(MatroskaElement.fileMediaType, "image/jpeg"),
          element(MatroskaElement.fileContents, Bytes.jpeg))),
      attachment("a.ttf", type: "font/ttf", note: "Sans", "the font"),
      // Without a type, with one of pictures that are no covers, without a name, without bytes.
      attachment("b", type: nil, note: nil, "b"), attachment("c.svg", type: "image/svg+xml", note: "", "<svg/>"),
      attachment(nil, type: "font/ttf", note: nil, "nameless"),
      element(MatroskaElement.attachment, element(MatroskaElement.fileName, "d.ttf"))))

  private static func attachment(_ name: String?, type: String?, note: String?, _ contents: String) -> [UInt8] {
    let texts = [
      (MatroskaElement.fileDescription, note), (MatroskaElement.fileName, name), (MatroskaElement.fileMediaType, type),
    ]
    let fields = texts.flatMap { number, text in text.map { element(number, $0) } ?? [] }
    return element(MatroskaElement.attachment, raw(fields, element(MatroskaElement.fileContents, contents)))
  }

  private static let chapters = element(
    MatroskaElement.chapters,
    raw(
      element(MatroskaElement.edition, raw(element(MatroskaElement.editionIsHidden, 1), chapter(9, nil, []))),
      element(
        MatroskaElement.edition,
        raw(
          chapter(1_500_000_000, nil, [("Zwei", "ger")]),
          chapter(0, 1_500_000_000, [("One", nil), ("Eins", "deu"), ("Un", "und")])))))

  private static func chapter(_ start: Int, _ end: Int?, _ titles: [(String, String?)]) -> [UInt8] {
    element(
      MatroskaElement.chapter,
      raw(
        element(MatroskaElement.chapterStart, start), (end.map { element(MatroskaElement.chapterEnd, $0) } ?? []),
        titles.flatMap { text, language in
          element(
            MatroskaElement.chapterDisplay,
            raw(
              element(MatroskaElement.chapterText, text),
              (language.map { element(MatroskaElement.chapterLanguage, $0) } ?? [])))
        }))
  }

  /// A file whose tags lie behind its media, found by a list of places; the segment's size is not known.
  static let file: [UInt8] = {
    let cluster = element(MatroskaElement.cluster, [UInt8](repeating: 1, count: 50))
    func list(_ place: Int) -> [UInt8] {
      element(
        MatroskaElement.seekHead,
        element(
          MatroskaElement.seek,
          raw(
            element(MatroskaElement.seekIdentifier, Bytes.big(Int(MatroskaElement.tags), 4)),
            element(MatroskaElement.seekPosition, place))))
    }
    let front = raw(information, tracks, attachments, chapters, cluster)
    return element(MatroskaElement.header, [0]) + Bytes.big(Int(MatroskaElement.segment), 4) + [0xFF]
      + list(list(0).count + front.count) + front + tags
  }()

  @Test func `tags of the file and of tracks, with languages and kinds`() throws {
    let read = try FileTags(MemorySource(Self.file), in: .matroska)
    #expect(
      read.sections == [
        .init(
          format: .matroska,
          items: [
            TagItem("Title", text: "Film"), TagItem("WritingApp", text: "w"),
            TagItem("DateUTC", text: "2001-01-01T00:00:01Z"), TagItem("ALBUM/TITLE", text: "Titel", language: "ger"),
            TagItem("ALBUM/ARTIST", text: "A", language: "pt-BR"), TagItem("ALBUM/ARTIST/SORT_WITH", text: "a"),
            TagItem(
              "AttachedFile",
              .picture(TagPicture(mediaType: "image/jpeg", kind: 3, bytes: Bytes.jpeg, fileName: "cover.jpg")),
              note: "cover.jpg"),
          ])
      ])
    #expect(read.tracks[0]?.items == [TagItem("Name", text: "Bild"), TagItem("BPS", text: "12")])
    #expect(read.trackLanguages == [0: "pt-BR"])
  }

  private static func attached(_ bytes: [UInt8]) throws -> [(file: TagAttachment, contents: String)] {
    let source = MemorySource(bytes)
    return try FileTags(source, in: .matroska).attachments.map { file in
      let contents = try source.read(file.contents.count, at: file.contents.lowerBound)
      return (file, String(decoding: contents, as: UTF8.self))
    }
  }

  @Test func `attached files that are no pictures of the media, and where their bytes are`() throws {
    let files = try Self.attached(Self.file)
    #expect(files.map(\.file.name) == ["a.ttf", "b", "c.svg"])
    #expect(files.map(\.file.mediaType) == ["font/ttf", "application/octet-stream", "image/svg+xml"])
    #expect(files.map(\.file.note) == ["Sans", nil, nil])
    #expect(files.map(\.contents) == ["the font", "b", "<svg/>"])
  }

  @Test func `an attached file that is cut is none`() throws {
    let whole = Self.file
    let place = try #require(whole.firstRange(of: Array("<svg/>".utf8)))
    let cut = try Self.attached(Array(whole[..<(place.upperBound - 1)]))
    // The element that holds them all is cut too, and what lies whole in it counts.
    #expect(cut.map(\.file.name) == ["a.ttf", "b"])
  }

  @Test func `chapters of the edition that is shown, in every language`() throws {
    let read = try FileTags(MemorySource(Self.file), in: .matroska)
    #expect(
      read.chapters == [
        TagChapter(
          timeScale: 1_000_000_000, start: 0, end: 1_500_000_000,
          titles: [.init("One", language: "eng"), .init("Eins", language: "deu"), .init("Un")]),
        TagChapter(timeScale: 1_000_000_000, start: 1_500_000_000, end: nil, titles: [.init("Zwei", language: "ger")]),
      ])
  }

  @Test func `the stretches of samples whose durations are in the index, by the numbers of their tracks`() throws {
    func track(_ number: Int) -> [UInt8] {
      Self.element(MatroskaElement.track, Self.element(MatroskaElement.trackNumber, number))
    }
    func place(_ track: Int, _ duration: Int?) -> [UInt8] {
      let length: [UInt8] = duration.map { Self.element(MatroskaElement.cueDuration, $0) } ?? []
      return Self.element(
        MatroskaElement.cueTrackPositions, raw(Self.element(MatroskaElement.cueTrack, track), length))
    }
    func point(_ time: Int, _ places: [UInt8]) -> [UInt8] {
      Self.element(MatroskaElement.cuePoint, raw(Self.element(MatroskaElement.cueTime, time), places))
    }
    let segment = raw(
      Self.element(MatroskaElement.tracks, raw(track(7), track(3))),
      Self.element(
        MatroskaElement.cues,
        raw(
          point(0, raw(place(7, nil), place(3, 40_000))), point(10_000, place(3, 2000)), point(20_000, place(9, 10)),
          point(.max, place(3, 1)))))
    let file = Self.element(MatroskaElement.header, [0]) + Self.element(MatroskaElement.segment, segment)
    #expect(try MatroskaIndex(MemorySource(file)).stretches == [1: [0..<40_000, 10_000..<12_000]])
    #expect(try MatroskaIndex(MemorySource(Self.file)).stretches.isEmpty)
  }
}
