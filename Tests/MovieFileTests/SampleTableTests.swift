import MediaSupport
import TestSupport
import Testing

@testable import MovieFile

/// Tables as values: sizes and offsets that no test could write as a file.
@Suite struct SampleTableTests {
  private func moov(_ track: WrittenTrack, mediaStart: Int64 = 0, wide: Bool = false) throws -> Movie {
    let builder = MoovBuilder(
      format: .mp4, movie: MovieDescription(), timeScale: track.description.timeScale, tracks: [track],
      mediaStart: mediaStart, hasWideOffsets: wide)
    return try Movie(MemorySource(builder.boxes().bytes))
  }

  private func track(timeScale: Int32 = 30000) -> WrittenTrack {
    var track = WrittenTrack(TrackDescription(kind: .video, timeScale: timeScale))
    track.entries = [SyntheticMovie.videoEntry]
    return track
  }

  @Test func `offsets beyond 4 GiB come back`() throws {
    var track = track()
    let offsets: [Int64] = [0, 3 << 30, 5 << 30, 1 << 40]
    for (index, offset) in offsets.enumerated() {
      try track.tables.append(.init(decodeTime: Int64(index), duration: 1), size: 1000 + index)
      track.tables.appendChunk(at: offset, samples: 1, entry: 0)
    }
    let read = try #require(try moov(track, mediaStart: 48, wide: true).tracks.first)
    #expect(read.samples.map(\.offset) == offsets.map { $0 + 48 })
    #expect(read.firstInconsistency(fileSize: 1 << 41, movieTimeScale: 30000) == nil)
    #expect(read.firstInconsistency(fileSize: (1 << 40) + 48 + 1002, movieTimeScale: 30000)?.sample == 3)
  }

  @Test func `durations come back from a wide header where 32 bits are too few`() throws {
    for (samples, isWide) in [(1, false), (2, true)] {
      var track = track()
      for index in 0..<samples {
        try track.tables.append(
          .init(decodeTime: Int64(index) * Int64(UInt32.max - 1), duration: Int64(UInt32.max - 1)), size: 1)
        track.tables.appendChunk(at: Int64(index), samples: 1, entry: 0)
      }
      let movie = try moov(track)
      let duration = Int64(UInt32.max - 1) * Int64(samples)
      #expect(movie.header.duration == duration)
      #expect(movie.tracks[0].header.duration == duration)
      #expect(movie.tracks[0].mediaHeader.duration == duration)
      #expect(MoovBuilder.needsWideHeader(duration) == isWide)
    }
  }

  @Test func `pictures behind a pause make the media as long as they are presented`() throws {
    var track = track()
    for (index, offset) in [2, 4, 1, 1, 98].enumerated() {
      try track.tables.append(
        .init(decodeTime: Int64(index), compositionOffset: Int64(offset), duration: 1), size: 1)
    }
    track.tables.appendChunk(at: 0, samples: 5, entry: 0)
    let movie = try moov(track)
    #expect(movie.tracks[0].mediaHeader.duration == 101)
    #expect(movie.header.duration == 101)
    // As they are decoded, a sample still lasts until the next one.
    #expect(movie.tracks[0].sampleDuration == 5)
  }

  /// All ones mean an unknown duration, so that number needs 64 bits already.
  @Test func `all ones are no duration`() {
    #expect(!MoovBuilder.needsWideHeader(Int64(UInt32.max) - 1))
    #expect(MoovBuilder.needsWideHeader(Int64(UInt32.max)))
    #expect(MoovBuilder.needsWideHeader(0, 1 << 32))
  }

  @Test(arguments: [
    [Edit.empty(duration: 5), .media(start: 0, duration: 1 << 33)], [.media(start: 1 << 31, duration: 1)],
    [.media(start: 1 << 40, duration: 7, rate: 0)],
    [.empty(duration: Int64(UInt32.max)), .media(start: 9, duration: 1)],
  ])
  func `edits come back`(edits: [Edit]) throws {
    var track = track()
    track.description.edits = edits
    try track.tables.append(.init(decodeTime: 0, duration: 1), size: 1)
    track.tables.appendChunk(at: 0, samples: 1, entry: 0)
    #expect(try moov(track).tracks.first?.edits == edits)
  }

  @Test func `refusals leave the tables alone`() throws {
    var tables = SampleTableBuilder()
    try tables.append(.init(decodeTime: 10, duration: 5), size: 7)
    let bad: [(MovieWriter.Sample, MediaError.Kind)] = [
      (.init(decodeTime: 9, duration: 1), .invalidOperation),
      (.init(decodeTime: .max, duration: 1), .unsupportedByContainer),
      (.init(decodeTime: 20, duration: 1 << 40), .unsupportedByContainer),
      (.init(decodeTime: 20, compositionOffset: 1 << 31, duration: 1), .unsupportedByContainer),
      (.init(decodeTime: 20, duration: -1), .unsupportedByContainer),
      (.init(decodeTime: 20, duration: 1, count: Int(UInt32.max)), .unsupportedByContainer),
    ]
    for (sample, kind) in bad {
      let error = #expect(throws: MediaError.self) { try tables.append(sample, size: 1) }
      #expect(error?.kind == kind)
    }
    #expect(tables.count == 1 && tables.byteCount == 7 && tables.duration == 5)
    try tables.append(.init(decodeTime: 15, duration: 5), size: 7)
    #expect(Array(tables.deltas.counts) == [1] && tables.sizes.isEmpty)
  }

  @Test func `tables stay compact`() throws {
    var tables = SampleTableBuilder()
    for index in 0..<100_000 { try tables.append(.init(decodeTime: Int64(index), duration: 1), size: 4) }
    #expect(tables.sizes.isEmpty && tables.syncSamples == nil && tables.dependencies == nil)
    #expect(tables.deltas.runCount == 1 && tables.offsets.runCount == 1)
  }

  @Test func `sync samples are listed from where the first other comes`() throws {
    var track = track()
    for index in 0..<6 {
      try track.tables.append(.init(decodeTime: Int64(index), duration: 1, isSync: index != 3), size: 4)
    }
    track.tables.appendChunk(at: 0, samples: 6, entry: 0)
    #expect(track.tables.syncSamples.map { Array($0) } == [1, 2, 3, 5, 6])
    #expect(try moov(track).tracks[0].samples.map(\.isSync) == [true, true, true, false, true, true])
  }
}
