import Foundation
import MediaSupport
import TestSupport
import Testing

@testable import MovieFile

/// What the writer writes, the reader reads.
@Suite struct RoundTripTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Every sample of a track with its bytes, as the file has them.
  private func expectSamples(_ track: Track, _ sources: [SyntheticMovie.Source], in bytes: [UInt8]) {
    let samples = Array(track.samples)
    #expect(samples.count == sources.count)
    #expect(track.sampleCount == sources.count)
    let first = sources[0].sample.decodeTime
    for (index, (sample, source)) in zip(samples, sources).enumerated() {
      #expect(sample.index == index)
      #expect(sample.decodeTime == source.sample.decodeTime - first)
      #expect(sample.compositionOffset == source.sample.compositionOffset)
      #expect(sample.duration == source.sample.duration)
      #expect(sample.isSync == source.sample.isSync)
      #expect(sample.dependency == source.sample.dependency)
      #expect(sample.entry == source.sample.entry)
      #expect(sample.size == source.bytes.count)
      #expect(Array(bytes[Int(sample.offset)..<Int(sample.offset) + sample.size]) == source.bytes)
    }
    #expect(track.sampleBytes == Int64(sources.reduce(0) { $0 + $1.bytes.count }))
    #expect(track.sampleDuration == track.mediaHeader.duration)
  }

  @Test(arguments: FileFormat.allCases, [true, false])
  func `every property comes back`(format: FileFormat, isFastStart: Bool) throws {
    let path = folder.path("movie")
    let written = try SyntheticMovie.write(to: path, format: format, isFastStart: isFastStart)
    let movie = try Movie(path: path)
    #expect(movie.fileType == format.fileType)
    #expect(movie.isFastStart == isFastStart)
    #expect(!movie.isFragmented)
    #expect(movie.header.timeScale == 240_000)
    #expect(movie.header.creationTime == 0)
    #expect(movie.header.matrix == .identity)
    #expect(movie.header.nextTrackID == 3)
    #expect(movie.tracks.count == 2)
    #expect(movie.firstInconsistency() == nil)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let video = try #require(movie.track(id: 1))
    expectSamples(video, written.video, in: bytes)
    #expect(video.kind == .video)
    #expect(video.header.flags == [.enabled, .inMovie, .inPreview])
    #expect(video.header.width == 64 && video.header.height == 48)
    #expect(video.header.volume == 0)
    #expect(video.timeScale == 30000)
    #expect(video.mediaHeader.language == .undetermined)
    #expect(video.handler.name == "Video Handler")
    #expect(video.handler.componentType == (format.isQuickTime ? "mhlr" : FourCC(rawValue: 0)))
    #expect(video.mediaHeaderType == "vmhd")
    // The edit starts at the caller's time 0, which is two frames after the first decode time.
    #expect(video.edits == [.media(start: 2002, duration: 60 * 1001 * 8)])
    #expect(video.header.duration == Int64(60 * 1001 * 8))
    #expect(video.sampleEntries == [SyntheticMovie.videoEntry])
    #expect(video.dataReferences.map(\.isSelfContained) == [true])
    #expect((video.aperture != nil) == format.isQuickTime)
    #expect((video.compositionBounds != nil) == format.isQuickTime)
    let audio = try #require(movie.track(id: 2))
    expectSamples(audio, written.audio, in: bytes)
    #expect(audio.kind == .audio)
    #expect(audio.header.volume == 1)
    #expect(audio.mediaHeader.language.code == "deu")
    #expect(audio.extendedLanguage == "de-CH")
    #expect(audio.rollDistance == -1)
    #expect(audio.edits.first?.mediaStart == 2112)
    #expect(audio.sampleEntries.first?.payload(of: "esds") == SyntheticMovie.esds)
    #expect((movie.userData != nil) == !format.isQuickTime)
  }

  @Test func `a QuickTime movie has apertures and bounds of its offsets`() throws {
    let path = folder.path("movie.mov")
    try SyntheticMovie.write(to: path, format: .quickTime)
    let track = try #require(try Movie(path: path).track(id: 1))
    #expect(track.aperture?.encoded == .init(width: 64, height: 48))
    #expect(track.aperture?.production?.height == 48)
    #expect(abs((track.aperture?.production?.width ?? 0) - 64 * 4 / 3.0) < 0.001)
    #expect(abs((track.aperture?.clean?.width ?? 0) - 62 * 4 / 3.0) < 0.001)
    #expect(track.compositionBounds?.leastOffset == 1001)
    #expect(track.compositionBounds?.greatestOffset == 4004)
    #expect(track.compositionBounds?.compositionToDecodeShift == 0)
    #expect(track.compositionBounds?.start == 2002)
  }

  @Test func `negative offsets come back with their bounds`() throws {
    let path = folder.path("movie.mp4")
    let writer = try MovieWriter(creating: path, format: .mp4)
    let track = writer.addTrack(SyntheticMovie.videoTrack)
    _ = writer.addSampleEntry(SyntheticMovie.videoEntry, to: track)
    let offsets: [Int64] = [0, 2002, -1001, -1001]
    for (index, offset) in offsets.enumerated() {
      try [UInt8](repeating: 1, count: 9).withUnsafeBytes {
        try writer.append(
          $0, to: track, .init(decodeTime: Int64(index) * 1001, compositionOffset: offset, duration: 1001))
      }
    }
    try writer.finish()
    let read = try #require(try Movie(path: path).tracks.first)
    #expect(read.samples.map(\.compositionOffset) == offsets)
    #expect(read.compositionBounds?.compositionToDecodeShift == 1001)
    #expect(read.compositionBounds?.leastOffset == -1001)
  }

  @Test func `several sample entries of one track come back`() throws {
    let path = folder.path("movie.mp4")
    let writer = try MovieWriter(creating: path, format: .mp4)
    let track = writer.addTrack(SyntheticMovie.videoTrack)
    let first = writer.addSampleEntry(SyntheticMovie.videoEntry, to: track)
    var larger = SyntheticMovie.videoEntry
    larger.fields = .video(VideoFields(width: 128, height: 96))
    let second = writer.addSampleEntry(larger, to: track)
    #expect(writer.addSampleEntry(larger, to: track) == second)
    let entries = [first, first, second, second, first]
    for (index, entry) in entries.enumerated() {
      try [UInt8](repeating: 1, count: 20 + index).withUnsafeBytes {
        try writer.append($0, to: track, .init(decodeTime: Int64(index) * 1001, duration: 1001, entry: entry))
      }
    }
    try writer.finish()
    let read = try #require(try Movie(path: path).tracks.first)
    #expect(read.samples.map(\.entry) == entries)
    #expect(read.sampleEntries == [SyntheticMovie.videoEntry, larger])
  }

  @Test func `a variable frame rate keeps every time`() throws {
    let path = folder.path("movie.mov")
    let writer = try MovieWriter(creating: path, format: .quickTime)
    let track = writer.addTrack(SyntheticMovie.videoTrack)
    _ = writer.addSampleEntry(SyntheticMovie.videoEntry, to: track)
    let times: [Int64] = [-500, 17, 18, 40_000, 40_001, 1_000_000]
    for time in times {
      try [1, 2, 3].withUnsafeBytes { try writer.append($0, to: track, .init(decodeTime: time, duration: 77)) }
    }
    try writer.finish()
    let samples = Array(try #require(try Movie(path: path).tracks.first).samples)
    #expect(samples.map(\.decodeTime) == times.map { $0 + 500 })
    #expect(samples.last?.duration == 77)
  }

  @Test func `PCM costs nothing a sample`() throws {
    let path = folder.path("movie.mov")
    let writer = try MovieWriter(creating: path, format: .quickTime)
    let track = writer.addTrack(TrackDescription(kind: .audio, timeScale: 48000))
    let entry = SampleEntry.audio(format: "sowt", channels: 2, sampleRate: 48000, framesPerPacket: 1)
    _ = writer.addSampleEntry(entry, to: track)
    let buffer = SyntheticMovie.bytes(4 * 100_000, seed: 3)
    try buffer.withUnsafeBytes { try writer.append($0, to: track, .init(decodeTime: 0, duration: 1, count: 100_000)) }
    try buffer.withUnsafeBytes {
      try writer.append($0, to: track, .init(decodeTime: 100_000, duration: 1, count: 100_000))
    }
    try writer.finish()
    let movie = try Movie(path: path)
    let read = try #require(movie.tracks.first)
    #expect(read.sampleCount == 200_000)
    #expect(read.sampleDuration == 200_000)
    let samples = Array(read.samples)
    #expect(samples.allSatisfy { $0.size == 4 && $0.duration == 1 && $0.isSync })
    let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(samples.enumerated().allSatisfy { file[Int($1.offset)] == buffer[$0 * 4 % buffer.count] })
    // The tables are a few runs, whatever the number of samples.
    #expect(movie.fileSize < 800_000 + 2000)
    guard case .audio(let fields)? = read.sampleEntries.first?.fields else {
      Issue.record("the entry is not audio")
      return
    }
    #expect(fields.version == .zero)
    #expect(fields.channels == 2 && fields.bitsPerSample == 16 && fields.sampleRate == 48000)
  }
}
