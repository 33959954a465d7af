import Foundation
import MovieFile
import TestSupport
import Testing

@Suite struct CompletePartTests {
  @Test func `FA-03 a file that is cut anywhere has the fragments that are all there`() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-fragmented.mp4"))))
    var boxes: [FileBoxes.Entry] = []
    var list = FileBoxes(MemorySource(bytes))
    while let box = try list.next() { boxes.append(box) }
    let first = try #require(boxes.firstIndex { $0.type == "moof" })
    let fragments = boxes[first...].filter { $0.type == "moof" }.count
    #expect(fragments > 2)
    // Every end of a box, and every kind of place around it.
    let places = boxes.flatMap { [$0.offset, $0.offset + 4, $0.offset + 8, $0.offset + 17, $0.offset + $0.size - 1] }
    var ends: Set<Int64> = []
    for count in Set(places + [Int64(bytes.count)]) where count > boxes[first].offset {
      // The last media that is all there, or else the index.
      let media = boxes.last { $0.type == "mdat" && $0.offset + $0.size <= count }
      let whole = media.map { $0.offset + $0.size } ?? boxes[first].offset
      let end = try FileBoxes.completeEnd(of: MemorySource(Array(bytes.prefix(Int(count)))))
      // Behind that media other boxes may be there, but no part of a fragment.
      let rest = boxes.filter { $0.offset >= whole && $0.offset < end }
      #expect(end >= whole && rest.allSatisfy { $0.type != "moof" && $0.type != "mdat" }, "\(count) bytes: \(end)")
      let movie = try Movie(MemorySource(Array(bytes.prefix(Int(end)))))
      #expect(movie.cutBox == nil && movie.damagedFragments.isEmpty)
      ends.insert(end)
    }
    #expect(ends.count >= fragments)
  }

  @Test func `FA-03 media whose size is not known yet is no part of the file`() throws {
    func box(_ type: String, _ size: UInt32, payload: Int) -> [UInt8] {
      withUnsafeBytes(of: size.bigEndian, Array.init) + Array(type.utf8) + [UInt8](repeating: 0, count: payload)
    }
    let front = box("ftyp", 16, payload: 8) + box("moov", 8, payload: 0)
    let fragment = box("moof", 8, payload: 0) + box("mdat", 12, payload: 4)
    let open = box("moof", 8, payload: 0) + box("mdat", 0, payload: 100)
    #expect(try FileBoxes.completeEnd(of: MemorySource(front + fragment + open)) == Int64(front.count + fragment.count))
    #expect(try FileBoxes.completeEnd(of: MemorySource(front + open)) == Int64(front.count))
    // Without fragments a file is taken as it is.
    let plain = front + box("mdat", 0, payload: 100)
    #expect(try FileBoxes.completeEnd(of: MemorySource(plain)) == Int64(plain.count))
    #expect(try FileBoxes.completeEnd(of: MemorySource([1, 2, 3])) == 3)
  }
}
