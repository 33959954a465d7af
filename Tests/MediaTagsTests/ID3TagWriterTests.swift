import MediaTags
import Testing

/// What is written reads back.
@Suite struct ID3TagWriterTests {
  @Test func `texts keep their names, languages and notes`() throws {
    var writer = ID3TagWriter()
    #expect(writer.bytes == [])
    writer.addText("Grüße", as: "TIT2")
    writer.addText("4006\0381", named: "BARCODE")
    writer.addText("日本", as: "COMM", language: "jpn", note: "")
    writer.addText("la", as: "USLT", language: "english", note: "v")
    let tag = try #require(ID3Tag(writer.bytes))
    #expect(tag.byteCount == Int64(writer.bytes.count))
    #expect(
      tag.items == [
        TagItem("TIT2", text: "Grüße"), TagItem("TXXX", text: "4006381", note: "BARCODE"),
        TagItem("COMM", text: "日本", language: "jpn"), TagItem("USLT", text: "la", note: "v"),
      ])
  }

  @Test func `a picture of more bytes than a byte's sizes hold is whole`() throws {
    let picture = TagPicture(mediaType: "image/png", kind: 4, bytes: Bytes.jpeg + Array(repeating: 0xFF, count: 70_000))
    var writer = ID3TagWriter()
    writer.add(picture, note: "hinten")
    #expect(ID3Tag(writer.bytes)?.items == [TagItem("APIC", .picture(picture), note: "hinten")])
  }

  @Test(arguments: [0, 1, 255, 300])
  func `chapters have their times and titles`(count: Int) throws {
    let chapters = (0..<UInt32(count)).map { (title: "Nr. \($0)", range: $0 * 1000..<$0 * 1000 + 999) }
    var writer = ID3TagWriter()
    writer.addText("a", as: "TIT2")
    writer.add(chapters)
    let tag = try #require(ID3Tag(writer.bytes))
    #expect(tag.chapters.map(\.titles.first?.text) == chapters.map(\.title))
    #expect(tag.chapters.map(\.start) == chapters.map { Int64($0.range.lowerBound) })
    #expect(tag.chapters.map(\.end) == chapters.map { Int64($0.range.upperBound) })
  }
}
