import Foundation
import TestSupport
import Testing

@testable import MovieFile

/// How samples are gathered into chunks.
@Suite struct ChunkTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The decode durations and sizes of a track's chunks.
  private func chunks(_ track: Track) -> [(start: Int64, duration: Int64, size: Int)] {
    var chunks: [(start: Int64, duration: Int64, size: Int)] = []
    let starts = Set((0..<track.tables.chunkOffsets.count).map { Int64(track.tables.chunkOffset($0)) })
    for sample in track.samples {
      if !starts.contains(sample.offset) {
        chunks[chunks.count - 1].duration += sample.duration
        chunks[chunks.count - 1].size += sample.size
      } else {
        chunks.append((sample.decodeTime, sample.duration, sample.size))
      }
    }
    return chunks
  }

  @Test func `a chunk lasts half a second at most, and nearly that`() throws {
    let path = folder.path("a.mp4")
    try SyntheticMovie.write(to: path, format: .mp4, frames: 300)
    let movie = try Movie(path: path)
    for track in movie.tracks {
      let chunks = chunks(track)
      #expect(chunks.allSatisfy { $0.duration * 2 <= Int64(track.timeScale) + 1 })
      // Chunks of different tracks alternate, so that each is nearly as long as it may be.
      #expect(chunks.count <= 24, "\(chunks.count) chunks in ten seconds")
    }
  }

  @Test func `WI-30: a chunk is not longer than wanted unless it is a single sample`() throws {
    let path = folder.path("a.mov")
    try SyntheticMovie.write(to: path, format: .quickTime, frames: 120) { writer in
      writer.updateDescription(of: 0) { $0.chunks.duration = 4 * 1001 }
      writer.updateDescription(of: 1) { $0.chunks.duration = 1 }
    }
    let movie = try Movie(path: path)
    #expect(chunks(movie.tracks[0]).allSatisfy { $0.duration <= 4 * 1001 })
    #expect(chunks(movie.tracks[0]).contains { $0.duration == 4 * 1001 })
    #expect(movie.tracks[1].tables.chunkOffsets.count == movie.tracks[1].sampleCount)
  }

  @Test func `chunks have the size that is wanted`() throws {
    let path = folder.path("a.mov")
    try SyntheticMovie.write(to: path, format: .quickTime, frames: 120) { writer in
      writer.updateDescription(of: 0) { $0.chunks.size = 1000 }
    }
    let movie = try Movie(path: path)
    #expect(movie.tracks[0].tables.chunkOffsets.count > 120 / 10)
    #expect(movie.firstInconsistency() == nil)
  }

  @Test func `so many samples fit a chunk as its duration, its size and memory allow`() {
    let own = ChunkPreferences()
    func fit(_ preferences: ChunkPreferences, _ count: Int, open: Int64 = 0, size: Int = 4, openSize: Int = 0) -> Int {
      preferences.samplesThatFit(
        count, duration: 1, size: size, openDuration: open, openSize: openSize, timeScale: 48000)
    }
    #expect(fit(own, 100_000) == 24_000)
    #expect(fit(own, 100_000, open: 23_999, openSize: 4) == 1)
    #expect(fit(own, 100_000, open: 24_000, openSize: 4) == 0)
    #expect(fit(own, 5, size: 2 << 20) == 1)
    #expect(fit(ChunkPreferences(duration: 100), 1000) == 100)
    #expect(fit(ChunkPreferences(size: 1000), 1000) == 250)
    // Long chunks are wanted, and memory bounds them.
    #expect(fit(ChunkPreferences(duration: .max), 1 << 40) == 8 << 20)
  }

  /// A track with few samples is written where they are due, not where its next one comes.
  @Test func `the samples of a sparse track lie where they are due`() throws {
    let path = folder.path("a.mp4")
    let writer = try MovieWriter(creating: path, format: .mp4)
    let video = writer.addTrack(SyntheticMovie.videoTrack)
    let text = writer.addTrack(TrackDescription(kind: .subtitle, timeScale: 1000))
    _ = writer.addSampleEntry(SyntheticMovie.videoEntry, to: video)
    _ = writer.addSampleEntry(.other(format: "tx3g", payload: [UInt8](repeating: 0, count: 38)), to: text)
    var titles: [SyntheticMovie.Source] = []
    for index in 0..<3 {
      titles.append(.init(bytes: [0, 1, 65], sample: .init(decodeTime: Int64(index) * 10_000, duration: 10_000)))
    }
    try SyntheticMovie.append(
      [(video, 30000, SyntheticMovie.video(frames: 900)), (text, 1000, titles)], to: writer)
    try writer.finish()
    let movie = try Movie(path: path)
    let pictures = Array(movie.tracks[0].samples)
    for (title, frame) in zip(movie.tracks[1].samples, [0, 300, 600]) {
      let before = pictures.lastIndex { $0.offset < title.offset } ?? 0
      #expect(abs(before - frame) <= 20, "the title of frame \(frame) lies behind frame \(before)")
    }
  }

  /// A track that never got a format cannot be described, and is left out; one that got a format is kept.
  @Test func `an empty track with a format is kept, and one without is left out`() throws {
    for tracks in 0...2 {
      for isFastStart in [true, false] {
        let path = folder.path("empty\(tracks)\(isFastStart)")
        let writer = try MovieWriter(creating: path, format: .mp4, options: .init(isFastStart: isFastStart))
        for _ in 0..<tracks {
          let track = writer.addTrack(SyntheticMovie.videoTrack)
          _ = writer.addSampleEntry(SyntheticMovie.videoEntry, to: track)
        }
        _ = writer.addTrack(SyntheticMovie.videoTrack)
        try writer.finish()
        let movie = try Movie(path: path)
        #expect(movie.tracks.count == tracks)
        #expect(movie.firstInconsistency() == nil)
        #expect(movie.tracks.allSatisfy { $0.sampleCount == 0 && Array($0.samples).isEmpty })
      }
    }
  }
}
