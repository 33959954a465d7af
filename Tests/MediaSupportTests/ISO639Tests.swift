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

  @Test func `tags have a form, codes another`() {
    for tag in ["de", "pt-BR", "zh-Hant-TW", "x-elvish", "i-navajo", "es-419"] { #expect(ISO639.isTag(tag), "\(tag)") }
    for text in ["", "x", "q-a", "de-", "de--CH", "deutschland", "d2", "de CH", "x-", "x-a b", "dé"] {
      #expect(!ISO639.isTag(text), "\(text)")
    }
    for code in ["deu", "und", "qaa"] { #expect(ISO639.isCode(code)) }
    for text in ["de", "DEU", "deus", ""] { #expect(!ISO639.isCode(text)) }
    #expect(ISO639.code("de-CH") == "deu" && ISO639.code("ger") == "deu")
  }

  @Test func `a country or a script is more than a language`() {
    for tag in ["pt-BR", "zh-Hant", "sr-Latn-RS"] { #expect(ISO639.saysMore(tag)) }
    for tag in ["pt", "por", "ger", "deu", "und"] { #expect(!ISO639.saysMore(tag)) }
  }
}
