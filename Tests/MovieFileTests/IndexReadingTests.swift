import Foundation
import MediaSupport
import TestSupport
import Testing

@testable import MovieFile

/// How much of a movie is read for its index.
@Suite struct IndexReadingTests {
  /// Bytes in memory that count how many of them are read.
  private final class CountedSource: ByteSource {
    private let bytes: MemorySource
    let isLocal: Bool
    private(set) var readBytes = 0
    private(set) var largestRead = 0

    init(_ bytes: [UInt8], isLocal: Bool = false) {
      self.bytes = MemorySource(bytes)
      self.isLocal = isLocal
    }

    var byteCount: Int64 { bytes.byteCount }

    func read(_ count: Int, at offset: Int64) throws -> [UInt8] {
      let read = try bytes.read(count, at: offset)
      readBytes += read.count
      largestRead = max(largestRead, read.count)
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

  /// An index of more than a mebibyte: 100,000 pictures whose neighbours differ in all tables.
  private func largeIndex() throws -> [UInt8] {
    var track = WrittenTrack(TrackDescription(kind: .video, timeScale: 30000))
    track.entries = [SyntheticMovie.videoEntry]
    for index in 0..<100_000 {
      try track.tables.append(
        .init(
          decodeTime: Int64(index) * 1001, compositionOffset: Int64([2, 4, 1, 1][index % 4]) * 1001, duration: 1001,
          isSync: index % 12 == 0),
        size: 100 + index * 7 % 1000)
      track.tables.appendChunk(at: Int64(index) * 5000, samples: 1, entry: 0)
    }
    let builder = MoovBuilder(
      format: .mp4, movie: MovieDescription(), timeScale: 30000, tracks: [track], mediaStart: 40, hasWideOffsets: true)
    return builder.boxes().bytes
  }

  @Test func `a large index at hand is read in pieces, and is the same`() throws {
    let bytes = try largeIndex()
    let (pieces, whole) = (CountedSource(bytes, isLocal: true), CountedSource(bytes))
    let tracks = (try #require(try Movie(pieces).tracks.first), try #require(try Movie(whole).tracks.first))
    #expect(pieces.largestRead <= 64 << 10 && pieces.readBytes < bytes.count + 16 << 10)
    #expect(whole.largestRead > 1 << 20)
    #expect(tracks.0.samples.elementsEqual(tracks.1.samples))
    for (index, sample) in tracks.0.samples.enumerated() where index % 997 == 0 {
      #expect(sample.offset == Int64(index) * 5000 + 40 && sample.size == 100 + index * 7 % 1000)
      #expect(sample.decodeTime == Int64(index) * 1001 && sample.isSync == (index % 12 == 0))
      #expect(sample.compositionOffset == Int64([2, 4, 1, 1][index % 4]) * 1001)
    }
  }

  /// A size or a number of entries that cannot be is told with its place, however the index is read.
  @Test(arguments: ["trak", "mdia", "stbl", "stts", "stsz", "co64"])
  func `damage in a large index is told as in a small one`(type: String) throws {
    var bytes = try largeIndex()
    let place = try #require(Data(bytes).range(of: Data(type.utf8))).lowerBound
    // The most significant byte of the size.
    bytes[place - 4] = 0x7F
    func message(isLocal: Bool) -> String? {
      do { _ = try Movie(CountedSource(bytes, isLocal: isLocal)) } catch let error as MediaError {
        return error.description
      } catch { return nil }
      return nil
    }
    let told = try #require(message(isLocal: true))
    #expect(told.contains("'\(type)' says it has") && told == message(isLocal: false))
  }
}
