import Foundation
import MediaSupport
import TestSupport
import Testing

@testable import MovieFile

/// Fragments that do not follow each other in time.
@Suite struct FragmentGapTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a fragment of two pictures and a packet of sound from each of the decode times on, in milliseconds.
  private func writeWithGaps(to path: String, at times: [Int64]) throws {
    let writer = try MovieWriter(creating: path, format: .mp4, options: .init(fragments: .init()))
    var video = SyntheticMovie.videoTrack
    var audio = SyntheticMovie.audioTrack
    (video.timeScale, audio.timeScale) = (1000, 1000)
    let tracks = [writer.addTrack(video), writer.addTrack(audio)]
    _ = writer.addSampleEntry(SyntheticMovie.videoEntry, to: tracks[0])
    _ = writer.addSampleEntry(SyntheticMovie.audioEntry, to: tracks[1])
    let bytes = [UInt8](repeating: 7, count: 100)
    try bytes.withUnsafeBytes { bytes in
      for time in times {
        for track in tracks { try writer.append(bytes, to: track, .init(decodeTime: time, duration: 40)) }
        try writer.append(bytes, to: tracks[0], .init(decodeTime: time + 40, duration: 40))
        try writer.endFragment()
      }
    }
    try writer.finish()
  }

  @Test func `ISO 14496-12 8.8.12.1: the last picture of a fragment lasts until the next fragment begins`() throws {
    let path = folder.path("movie.mp4")
    try writeWithGaps(to: path, at: [0, 1000, 1080])
    let movie = try Movie(path: path)
    #expect(movie.firstInconsistency() == nil)
    let video = try #require(movie.track(id: 1))
    #expect(video.samples.map(\.decodeTime) == [0, 40, 1000, 1040, 1080, 1120])
    #expect(video.samples.map(\.duration) == [40, 960, 40, 40, 40, 40])
    #expect(video.sampleDuration == 1160 && video.endOfSamples == 1160)
    #expect([39, 40, 999, 1000].map { video.index(decodedAt: $0) } == [0, 1, 1, 2])
    // Behind a packet of sound there is silence.
    let audio = try #require(movie.track(id: 2))
    #expect(audio.samples.map(\.duration) == [40, 40, 40])
  }

  private static func fragments(_ path: String) throws -> [Int] {
    var boxes = FileBoxes(try FileSource(path: path))
    var places: [Int] = []
    while let box = try boxes.next() { if box.type == "moof" { places.append(Int(box.offset)) } }
    return places
  }

  @Test func `no picture lasts for what damage took away`() throws {
    let path = folder.path("movie.mp4")
    try writeWithGaps(to: path, at: [0, 1000, 2000])
    var file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let fragment = try Self.fragments(path)[1]
    for index in fragment..<fragment + 400 where file[index...].starts(with: "traf".utf8) { file[index] = 0 }
    let movie = try Movie(MemorySource(file))
    #expect(movie.damagedFragments == [Int64(fragment)])
    let video = try #require(movie.track(id: 1))
    #expect(video.samples.map(\.decodeTime) == [0, 40, 2000, 2040])
    #expect(video.samples.map(\.duration) == [40, 40, 40, 40])
  }

  @Test func `the last sample of the tables can be extended`() throws {
    let path = folder.path("movie.mp4")
    try SyntheticMovie.write(to: path, format: .mp4)
    var track = try #require(try Movie(path: path).track(id: 1))
    let durations = track.samples.map(\.duration)
    track.tables.extendLastSample(by: 0)
    #expect(track.samples.map(\.duration) == durations)
    track.tables.extendLastSample(by: 500)
    #expect(track.samples.map(\.duration) == durations.dropLast() + [1501])
    #expect(track.sampleDuration == 60 * 1001 + 500 && track.tableInconsistency == nil)
    track.tables.extendLastSample(by: .max)
    #expect(track.sampleDuration == 60 * 1001 + 500)
  }
}
