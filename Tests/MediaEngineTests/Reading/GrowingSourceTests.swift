import CoreMedia
import Foundation
import MediaEngine
import MovieFile
import TestSupport
import Testing

@Suite struct GrowingSourceTests {
  @Test func `FA-05 what is read or played stays as it was when the file grows`() throws {
    let whole = Files.fixture("h264-fragmented.mp4")
    var ends: [Int] = []
    var boxes = FileBoxes(try FileSource(path: whole))
    while let box = try boxes.next() {
      if box.type == "mdat" { ends.append(Int(box.offset + box.size)) }
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
    let folder = try TemporaryFolder()
    let url = folder.file("recording.mp4")
    try bytes.prefix(ends[0]).write(to: url)

    let source = GrowingSource(url: url)
    #expect(source.look() == nil)  // Nothing is known yet that could change.
    let duration = try source.load().duration
    let kept: [any AssetContent] = [source.frozen, source.played]
    try bytes.prefix(ends[1]).write(to: url)
    let growth = try #require(source.look())
    #expect(growth.changesDuration && !growth.isDefragmented && !growth.changesTracks && growth.timeRanges.count == 2)
    #expect(source.look() == nil)
    #expect(try source.load().duration > duration && source.header().duration > duration)
    for content in kept { #expect(try content.load().duration == duration) }
  }
}
