import Foundation
import MediaSupport
import MovieFile
import TestSupport
import Testing

/// How much of a movie is read for its index.
@Suite struct IndexReadingTests {
  /// Bytes in memory that count how many of them are read.
  private final class CountedSource: ByteSource {
    private let bytes: MemorySource
    private(set) var readBytes = 0

    init(_ bytes: [UInt8]) { self.bytes = MemorySource(bytes) }

    var byteCount: Int64 { bytes.byteCount }

    func read(_ count: Int, at offset: Int64) throws -> [UInt8] {
      let read = try bytes.read(count, at: offset)
      readBytes += read.count
      return read
    }
  }

  @Test(arguments: ["h264-aac.mov", "h264-two-audio.mp4", "h264-fragmented.mp4", "speech.m4a"])
  func `only headers of boxes and the index are read`(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture(name))))
    var boxes = FileBoxes(MemorySource(bytes))
    var most = 0
    while let box = try boxes.next() {
      most += 16
      if ["ftyp", "moov", "moof"].contains(box.type) { most += Int(box.size) }
    }
    let source = CountedSource(bytes)
    _ = try Movie(source)
    #expect(source.readBytes <= most && source.readBytes < bytes.count)
  }

  @Test func `a movie of more fragments than are wanted is not read`() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-fragmented.mp4"))))
    let all = try Movie(MemorySource(bytes))
    #expect(all.hasFragments)
    let error = #expect(throws: MediaError.self) { try Movie(MemorySource(bytes), fragmentLimit: 4) }
    #expect(error?.kind == .unrecognizedFormat)
    #expect(try Movie(MemorySource(bytes), fragmentLimit: 5).tracks.count == all.tracks.count)
  }
}
