import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct LedgerTests {
  private static func source(_ tracks: [TrackFacts], _ metadata: [MetadataFact] = []) -> SourceFacts {
    SourceFacts(duration: ExactTime(value: 10, scale: 1), byteCount: nil, tracks: tracks, metadata: metadata)
  }

  private static func sound(_ id: Int32, _ language: String?, _ codec: String = "aac ") -> TrackFacts {
    TrackFacts(
      id: id, kind: .audio, position: 1, codec: codec, languageCode: language,
      audio: TrackFacts.Audio(sampleRate: 48000, channels: 2))
  }

  @Test(arguments: [
    ("track.1", "track.1", true), ("track.1", "track.1.codec", true), ("track.1", "track.10.codec", false),
    ("chapter", "chapter.3.title", true), ("metadata.itsk/%A9nam", "metadata.itsk/%A9nam[de]", true),
    ("metadata.itsk/%A9nam", "metadata.itsk/%A9nam#2", true), ("metadata.itsk/%A9", "metadata.itsk/%A9nam", false),
    ("track.*.duration", "track.12.duration", true), ("track.*.duration", "file.duration", false),
    ("*.language", "track.1.language", true), ("track.*", "track.4.video.color.matrix", true), ("*", "any", true),
    ("*.a.a", "b.a.a.a", true), ("*a*b*c", "xaxbxc", true), ("*a*b*c", "xaxcxb", false),
  ])
  func `a pattern stands for a fact and what is said of it`(pattern: String, name: String, isMatch: Bool) {
    #expect(FactPattern(pattern).matches(name) == isMatch)
  }

  @Test func `a pattern of one fact stands for nothing that it begins`() {
    let pattern = FactPattern(only: "track.1")
    #expect(pattern.matches("track.1"))
    #expect(!pattern.matches("track.1.codec") && !pattern.matches("track.10"))
  }

  private static func chapters(_ titles: [String?], seconds: Int64 = 5, first: Int64 = 5) -> SourceFacts {
    var source = Self.source([])
    var start = ExactTime.zero
    source.chapters = titles.enumerated().map { index, title in
      let length = ExactTime(value: index == 0 ? first : seconds + Int64(index % 3), scale: 1)
      defer { start = start.adding(length) ?? start }
      return ChapterFact(title: title, start: start, duration: length)
    }
    return source
  }

  @Test(arguments: [
    (["a", "b", "c", "d"], ["c", "d"], 2), (["a", "b", "c"], ["a", "b"], 0), (["b", "c"], ["a", "b", "c"], -1),
    (["a", "a", "b", "a"], ["b", "a"], 2), (["a", "b"], ["x"], 0), (["a", "b"], ["b", "a"], 0), (["a"], [], 0),
  ])
  func `chapters of a part are a run of the whole's`(before: [String], after: [String], offset: Int) {
    let matching = ChapterMatching(Self.chapters(before).chapters, Self.chapters(after).chapters)
    #expect(matching.offset == offset)
  }

  @Test func `chapters without titles find each other by the time between them`() {
    let whole = Self.chapters([nil, nil, nil, nil, nil]).chapters
    var part = Array(whole[2...])
    for index in part.indices { part[index].start = part[index].start.adding(ExactTime(value: -12, scale: 1)) ?? .zero }
    #expect(ChapterMatching(whole, part).offset == 2)
  }

  @Test func `a chapter that is not there is lost, and not all behind it changed`() {
    let ledger = FactComparison(Self.chapters(["a", "b", "c"]), Self.chapters(["b", "c"])).ledger
    #expect(ledger.dropped.map(\.fact) == ["chapter.1.start", "chapter.1.title"])
    #expect(ledger.converted.map(\.fact).allSatisfy { $0.hasSuffix(".start") })
    let back = FactComparison(Self.chapters(["b", "c"]), Self.chapters(["a", "b", "c"])).ledger
    #expect(back.dropped == [])
    #expect(back.added.map(\.fact) == ["chapter.1.start", "chapter.1.title"])
  }

  private static func attached(_ files: [AttachmentFact]) -> SourceFacts {
    var source = Self.source([])
    source.attachments = files
    return source
  }

  private static func file(_ name: String, _ digest: String?) -> AttachmentFact {
    AttachmentFact(name: name, mediaType: "font/ttf", byteCount: 3, digest: digest)
  }

  @Test func `attached files belong together by their bytes and names, in whatever order`() {
    let before = Self.attached([Self.file("a", "1"), Self.file("b", "2"), Self.file("c", "3"), Self.file("d", "4")])
    let after = Self.attached([Self.file("c", "9"), Self.file("x", "2"), Self.file("a", "1"), Self.file("new", "7")])
    let ledger = FactComparison(before, after).ledger
    #expect(ledger.converted.map(\.fact) == ["attachment.2", "attachment.3.contents"])
    #expect(ledger.converted.map(\.to) == ["x", "3 bytes, digest 9"])
    #expect(ledger.dropped.map(\.fact) == ["attachment.4", "attachment.4.mediaType", "attachment.4.contents"])
    #expect(ledger.changes.last == "dropped: attachment.4: d")
    #expect(ledger.added.map(\.fact).first == "attachment.4")
    #expect(FactComparison(before, before).ledger.changes == [])
  }

  @Test(arguments: [
    ("a.bin", "font/ttf", true), ("a", "application/x-truetype-font", true), ("a", "application/vnd.ms-opentype", true),
    ("A.TTF", "application/octet-stream", true), ("a.txt", "text/plain", false), ("font.txt", "text/plain", false),
  ])
  func `a font is known by its type, or by its name`(name: String, type: String, isFont: Bool) {
    #expect(AttachmentFact(name: name, mediaType: type, byteCount: 1).isFont == isFont)
  }

  @Test func `each fact of a file is kept in the file itself`() throws {
    for name in ["h264-two-audio.mp4", "hevc10-hdr10.mp4", "speech.mp3", "h264-flac-srt.mkv"] {
      let difference = try FileDifference(Files.fixture(name), Files.fixture(name))
      #expect(difference.ledger.kept.count > 5)
      #expect(difference.ledger.lines == [])
      #expect(difference.isComplete)
    }
  }

  @Test func `tracks belong together by language and coding before their order`() {
    let before = Self.source([Self.sound(1, "eng"), Self.sound(2, "deu"), Self.sound(3, nil, "ac-3")])
    let after = Self.source([Self.sound(7, nil, "ac-3"), Self.sound(8, "deu"), Self.sound(9, "eng")])
    #expect(TrackMatching(before, after).names == [7: 3, 8: 2, 9: 1])
    #expect(FactComparison(before, after).ledger.lines == [])
  }

  @Test(arguments: [("ger", "de"), ("deu", "ger"), ("fre", "fr"), ("gre", "ell"), ("chi", "zh")])
  func `a language is the same by any of its codes`(left: String, right: String) {
    let ledger = FactComparison(Self.source([Self.sound(1, left)]), Self.source([Self.sound(1, right)])).ledger
    #expect(ledger.lines == [])
  }

  @Test func `what is gone, changed and new is said by the first file's names`() {
    var deaf = Self.sound(5, "deu", "ac-3")
    deaf.audio?.channels = 6
    let ledger = FactComparison(
      Self.source([Self.sound(1, "eng"), Self.sound(2, "deu")]), Self.source([deaf])
    ).ledger
    #expect(
      ledger.converted == [
        Ledger.Entry("track.2.codec", from: "aac", to: "ac-3"),
        Ledger.Entry("track.2.audio.channels", from: "2", to: "6"),
      ])
    #expect(ledger.dropped.map(\.fact).contains("track.1.language"))
    #expect(ledger.dropped.allSatisfy { $0.fact.hasPrefix("track.1") })
    // A line for the track says all.
    #expect(ledger.changes.filter { $0.hasPrefix("dropped") } == ["dropped: track.1: audio"])
  }

  @Test func `metadata finds itself under another name`() {
    func item(_ identifier: String, _ value: String, _ meaning: String? = nil) -> MetadataFact {
      MetadataFact(identifier: identifier, value: value, meaning: meaning)
    }
    let before = Self.source(
      [],
      [
        item("mdta/title", "A", "title"), item("mdta/make", "B", "make"), item("mdta/place", "+1+2/", "location"),
        item("mdta/lens", "C"),
      ])
    let after = Self.source(
      [], [item("org/PLACE", "+1.0+2.0/", "location"), item("org/TITLE", "A", "title"), item("org/MAKE", "B")])
    let ledger = FactComparison(before, after).ledger
    #expect(
      ledger.kept.map(\.alias) == [nil, "metadata.org/TITLE", "metadata.org/MAKE"])
    #expect(
      ledger.converted == [
        Ledger.Entry("metadata.mdta/place", from: "+1+2/", to: "+1.0+2.0/", alias: "metadata.org/PLACE")
      ])
    #expect(ledger.dropped == [Ledger.Entry("metadata.mdta/lens", from: "C")])
    #expect(ledger.added == [])
  }

  @Test func `a number does not take the place of another fact that is the same number`() {
    let before = Self.source(
      [],
      [
        MetadataFact(identifier: "itsk/%A9mvi", value: "2"),
        MetadataFact(identifier: "itsk/trkn", value: "2/12", meaning: "track number"),
      ])
    let after = Self.source(
      [], [MetadataFact(identifier: "org.matroska/PART_NUMBER", value: "2", meaning: "track number")])
    let ledger = FactComparison(before, after).ledger
    #expect(ledger.dropped.map(\.fact) == ["metadata.itsk/%A9mvi"])
    #expect(ledger.converted.map { [$0.fact, $0.from, $0.to] } == [["metadata.itsk/trkn", "2/12", "2"]])
  }

  @Test func `several values that become one text are there`() {
    func titles(_ values: [String]) -> SourceFacts {
      Self.source([], values.map { MetadataFact(identifier: "id3/TIT2", value: $0, meaning: "title") })
    }
    let ledger = FactComparison(titles(["A", "B"]), titles(["A; B"])).ledger
    #expect(ledger.dropped == [])
    #expect(ledger.converted.map(\.fact) == ["metadata.id3/TIT2", "metadata.id3/TIT2#2"])
    #expect(
      ledger.explained(by: Ledger(), in: .mp3).converted.allSatisfy { $0.reason == "stored in another form in mp3" })
  }

  @Test func `what was foreseen explains what happened`() {
    let facts = [Fact("a", "1"), Fact("b", "2"), Fact("c", "3")]
    let plan = Ledger(facts, [.dropping("a", "no place"), .converting("b", to: "2", "same"), .converting("c", "less")])
    #expect(plan.dropped == [Ledger.Entry("a", from: "1", reason: "no place")])
    #expect(plan.kept == [Ledger.Entry("b", from: "2")])
    var real = Ledger()
    real.dropped = [Ledger.Entry("b", from: "2"), Ledger.Entry("c", from: "3")]
    real.kept = [Ledger.Entry("a", from: "1")]
    let told = real.explained(by: plan, in: .mkv)
    #expect(told.dropped.map(\.reason) == ["not found in the finished output", "less"])
    #expect(told.kept == real.kept)
  }

  @Test func `the difference's document validates`() throws {
    let difference = try FileDifference(Files.fixture("h264-two-audio.mp4"), Files.fixture("h264-late-audio.mov"))
    #expect(try Schema("diff").problems(with: difference.document) == [])
    #expect(!difference.isComplete)
  }

  @Test func `what verifying finds validates`() throws {
    let whole = try FileVerification(Files.fixture("speech.m4a"), against: Files.fixture("speech.mp3")).run()
    #expect(try Schema("verify").problems(with: whole.document) == [])
    let damaged = try FileVerification(Files.corrupt("mdat-flipped.mp4")).run()
    #expect(damaged.exit == .verificationFailed)
    #expect(try Schema("verify").problems(with: damaged.document) == [])
  }
}
