import CoreMedia
import MediaTags
import Testing

@testable import MediaEngine

@Suite struct ID3RecordsTests {
  @Test func `frames that only ID3 has are written again`() throws {
    let items = [
      TagItem("PRIV", .data([1, 0, 2]), note: "org.example"),
      TagItem("UFID", .data([7]), note: "http://musicbrainz.org"),
      TagItem("WOAR", text: "http://example.org/a"), TagItem("WXXX", text: "http://example.org/b", note: "Blog"),
      TagItem("POPM", text: "196", note: "user@example.org"), TagItem("PCNT", text: "70000"),
      TagItem("PCNT", text: "\(UInt64.max)"), TagItem("USER", text: "Free", language: "eng"),
      TagItem("MCDI", .data([4, 5])),
    ]
    let records = items.map { MetadataRecord($0, .id3) }
    #expect(MetadataMapping(to: .mp3).records(records) == records)
    #expect(ID3Tag(ID3TagWriter(records, [], language: nil).bytes)?.items == items)
  }

  @Test func `frames about places and times in the file are not`() throws {
    for name in ["CTOC", "SYLT", "MLLT", "ASPI", "SEEK", "ENCR"] {
      let record = MetadataRecord(TagItem(name, .data([1, 2, 3])), .id3)
      #expect(MetadataMapping(to: .mp3).records([record]).isEmpty, "\(name)")
    }
  }

  @Test(arguments: [0, 499_999, 500_000, Int64.max - 499_999, .max])
  func `a chapter may end at any time`(end: Int64) {
    let end = CMTime(value: end, timescale: 1_000_000_000)
    let chapter = FileChapter("All", CMTimeRange(start: .zero, end: end))
    let bytes = ID3TagWriter([], [chapter], language: nil).bytes
    #expect(bytes.starts(with: Array("ID3".utf8)))
  }
}
