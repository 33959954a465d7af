import Testing

@testable import AVWritePipeline

@Suite struct ChapterFileTests {
  private func chapters(_ text: String) throws -> [ChapterFile.Chapter] {
    try ChapterFile(text, path: "list").chapters
  }

  private func seconds(_ text: String) throws -> [Double] { try chapters(text).map(\.start.seconds) }

  @Test func `lines of a time and a title`() throws {
    let text =
      "\u{FEFF}# a comment\r\n00:00 Intro\r\n\r\n[1:30] - Second: part\n  01:02:03.500 \u{2013} Drei\n2:00:00\n"
    let found = try chapters(text)
    #expect(found.map(\.start.seconds) == [0, 90, 3723.5, 7200])
    #expect(found.map(\.title) == ["Intro", "Second: part", "Drei", ""])
    #expect(found.allSatisfy { $0.end == nil && $0.language == nil })
  }

  @Test func `ffmpeg's metadata, with its units and escapes`() throws {
    let text = """
      ;FFMETADATA1
      title=A \\= file
      [CHAPTER]
      TIMEBASE=1/1000
      START=1500
      END=2500
      title=One \\= \\#1\\; a \\\\ b
      [CHAPTER]
      START=3000000000
      title=Two\\
      lines
      [STREAM]
      title=None
      """
    let found = try chapters(text)
    #expect(found.map(\.start.seconds) == [1.5, 3])
    #expect(found.map(\.end?.seconds) == [2.5, nil])
    #expect(found.map(\.title) == ["One = #1; a \\ b", "Two\nlines"])
  }

  @Test func `Matroska's XML, with nested chapters, entities and comments`() throws {
    let text = """
      <?xml version="1.0"?>
      <!-- <!DOCTYPE Chapters SYSTEM "matroskachapters.dtd"> -->
      <Chapters><EditionEntry><EditionUID>1</EditionUID>
        <ChapterAtom>
          <ChapterTimeStart>00:00:01.250000000</ChapterTimeStart>
          <ChapterTimeEnd>00:00:09.000000000</ChapterTimeEnd>
          <ChapterDisplay><ChapterString> Q &amp; A &#8211; &#x41; &nix; </ChapterString>
            <ChapterLanguage>ger</ChapterLanguage><ChapLanguageIETF>de</ChapLanguageIETF></ChapterDisplay>
          <ChapterDisplay><ChapterString>Other</ChapterString></ChapterDisplay>
          <ChapterAtom><ChapterTimeStart>00:00:05</ChapterTimeStart>
            <ChapterDisplay><ChapterString><![CDATA[<in>]]></ChapterString></ChapterDisplay></ChapterAtom>
        </ChapterAtom>
        <ChapterAtom><ChapterFlagHidden/><ChapterTimeStart>01:00:00.5</ChapterTimeStart></ChapterAtom>
      </EditionEntry></Chapters>
      """
    let found = try chapters(text)
    #expect(found.map(\.start.seconds) == [1.25, 5, 3600.5])
    #expect(found.map(\.end?.seconds) == [9, nil, nil])
    #expect(found.map(\.title) == ["Q & A \u{2013} A &nix;", "<in>", ""])
    #expect(found.map(\.language) == ["de", nil, nil])
  }

  /// As those that are read from a Matroska file.
  @Test func `of Matroska's XML what players show counts`() throws {
    func atom(_ title: String, _ start: Int, _ rest: String = "") -> String {
      """
      <ChapterAtom><ChapterTimeStart>00:00:0\(start)</ChapterTimeStart>
      <ChapterDisplay><ChapterString>\(title)</ChapterString></ChapterDisplay>\(rest)</ChapterAtom>
      """
    }
    func edition(_ flags: String, _ atoms: String...) -> String {
      "<EditionEntry>\(flags)\(atoms.joined())</EditionEntry>"
    }
    let (hidden, isDefault) = ("<EditionFlagHidden>1</EditionFlagHidden>", "<EditionFlagDefault>1</EditionFlagDefault>")
    func titles(_ editions: String...) throws -> [String] {
      try chapters("<Chapters>\(editions.joined())</Chapters>").map(\.title)
    }
    #expect(try titles(edition(hidden, atom("A", 0)), edition("", atom("B", 1)), edition("", atom("C", 2))) == ["B"])
    #expect(try titles(edition("", atom("A", 0)), edition(isDefault, atom("B", 1))) == ["B"])
    #expect(
      try titles(edition("<EditionFlagDefault>0</EditionFlagDefault>", atom("A", 0), atom("B", 1))) == ["A", "B"])
    let flags = ["<ChapterFlagHidden>1</ChapterFlagHidden>", "<ChapterFlagEnabled>0</ChapterFlagEnabled>"]
    for flag in flags {
      let atoms = [
        atom("A", 0), atom("B", 1, flag + atom("In B", 2)), atom("C", 3, "<ChapterFlagHidden>0</ChapterFlagHidden>"),
      ]
      #expect(try titles(edition("", atoms.joined())) == ["A", "C"])
    }
    #expect(throws: JobError.self) { try titles(edition(hidden, atom("A", 0))) }
  }

  @Test func `mkvmerge's numbered lines`() throws {
    let text = "CHAPTER01=00:00:00.000\nCHAPTER01NAME=A = B\nCHAPTER02=00:10:00,500\nCHAPTER02NAME=\n"
    #expect(try seconds(text) == [0, 600.5])
    #expect(try chapters(text).map(\.title) == ["A = B", ""])
  }

  @Test(arguments: [
    ("", "list: has no chapters"), ("Intro\n", "list:1: does not begin with a time"),
    ("0:00 A\n90 B", "list:2: does not begin with a time"),
    (";FFMETADATA1\n[CHAPTER]\ntitle=A", "list:2: the chapter has no START"),
    (";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/0", "list:3: TIMEBASE"),
    (";FFMETADATA1\n[CHAPTER]\nSTART=-1", "list:3: -1 is"),
    ("<Chapters><ChapterAtom></ChapterAtom>", "list: a chapter has no"),
    ("<Chapters><ChapterAtom>", "list: a chapter has no end tag"),
    ("<Chapters></ChapterAtom>", "list: an end tag of a chapter has no start"),
    ("<Chapters><!-- x", "list: the XML ends"),
    ("CHAPTER01=soon", "list:1: has no time"), ("CHAPTER01=0:00\nnothing", "list:2: is not a line"),
  ])
  func `what is no list says where`(text: String, message: String) {
    let error = #expect(throws: JobError.self) { try chapters(text) }
    #expect(error?.exit == .badSettings)
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }
}
