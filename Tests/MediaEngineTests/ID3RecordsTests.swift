import CoreMedia
import MediaTags
import Testing

@testable import MediaEngine

@Suite struct ID3RecordsTests {
  @Test(arguments: [0, 499_999, 500_000, Int64.max - 499_999, .max])
  func `a chapter may end at any time`(end: Int64) {
    let end = CMTime(value: end, timescale: 1_000_000_000)
    let chapter = FileChapter("All", CMTimeRange(start: .zero, end: end))
    let bytes = ID3TagWriter([], [chapter], language: nil).bytes
    #expect(bytes.starts(with: Array("ID3".utf8)))
  }
}
