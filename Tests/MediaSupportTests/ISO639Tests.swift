import MediaSupport
import Testing

@Suite struct ISO639Tests {
  @Test(arguments: [
    ("ger", "de"), ("deu", "de"), ("DEU", "de"), ("de", "de"), ("ger-AT", "de-AT"), ("deu_CH", "de-CH"), ("rum", "ro"),
    ("gsw", "gsw"), ("und", "und"), ("pt-BR", "pt-BR"), ("", ""), ("-", "-"), ("german", "german"),
  ])
  func `every code has the tag of its language`(written: String, tag: String) {
    #expect(ISO639.tag(written) == tag)
  }

  @Test func `movies and Matroska have a code each`() {
    for written in ["de", "ger", "deu", "de-CH"] { #expect(ISO639.bibliographic(written) == "ger") }
    #expect(ISO639.bibliographic("en") == "eng")
    #expect(ISO639.terminological("ger") == "deu")
    #expect(ISO639.terminological("eng") == "eng")
  }
}
