import Foundation
import MediaSupport
import TestSupport
import Testing

@testable import MovieFile

/// Whatever the bytes are, reading ends with a movie or a `MediaError`: never a trap, never without bound.
@Suite struct DamagedMovieTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func small(_ format: FileFormat, isFastStart: Bool = true) throws -> [UInt8] {
    let path = folder.path("small")
    try SyntheticMovie.write(to: path, format: format, frames: 12, isFastStart: isFastStart)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Reads everything there is to read; returns whether the movie is sound.
  private func readAll(_ bytes: [UInt8]) throws -> Bool {
    let source = MemorySource(bytes)
    do {
      let movie = try Movie(source)
      var iterated = 0
      for track in movie.tracks {
        for _ in track.samples { iterated += 1 }
        Self.present(track, of: movie, atMost: bytes.count)
        _ = track.rollDistance
        _ = track.sampleBytes
        _ = track.sampleDuration
        for entry in track.sampleEntries { _ = entry.payload(of: "esds") }
      }
      #expect(iterated <= bytes.count * 2, "a sample has a byte, or a row in a table")
      let inconsistency = movie.firstInconsistency()
      try? BoxTree.walk(source) { _ in }
      return inconsistency == nil
    } catch let error as MediaError {
      #expect([.damagedContainer, .truncatedContainer, .unrecognizedFormat].contains(error.kind))
      #expect(error.stage == .opening)
      #expect(!error.message.isEmpty)
      return false
    }
  }

  /// Reads the samples as they are shown, from places that a file can lead to.
  private static func present(_ track: Track, of movie: Movie, atMost limit: Int) {
    let index = SampleIndex(track)
    for edits in [nil, EditMap(of: track, movieTimeScale: movie.header.timeScale)] {
      var samples = PresentedSamples(index, edits)
      for time in [Int64.min, -1, 0, 1000, .max / 2, .max] {
        samples.seek(to: time)
        _ = samples.next()
      }
      samples.rewind()
      var count = 0
      while count < limit, samples.next() != nil { count += 1 }
    }
    for unit in [SampleStretches.Unit(samples: 1, bytes: 4), .init(samples: 64, bytes: 34)] {
      guard let stretches = SampleStretches(track, unit: unit) else { continue }
      for stretch in stretches { #expect(stretch.count > 0) }
    }
  }

  @Test(arguments: [FileFormat.quickTime, .mp4], [true, false])
  func `a movie that is cut at any byte is not read whole`(format: FileFormat, isFastStart: Bool) throws {
    let bytes = try small(format, isFastStart: isFastStart)
    #expect(try readAll(bytes))
    for count in 0..<bytes.count {
      #expect(try !readAll(Array(bytes.prefix(count))), "cut after \(count) of \(bytes.count) bytes")
    }
  }

  @Test(arguments: [FileFormat.quickTime, .mp4])
  func `a movie with flipped bits is read or refused`(format: FileFormat) throws {
    let bytes = try small(format)
    let indexSize = try #require(bytes.firstRange(of: Array("mdat".utf8))?.lowerBound)
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<1500 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damaged[Int.random(in: 0..<indexSize, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      _ = try readAll(damaged)
    }
  }

  /// Real movies have the edits, fragments, texts and several sample entries that the written ones lack.
  @Test(arguments: Self.realMovies)
  func `bits flipped and fields replaced in the index of a real movie`(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture(name))))
    let places = Self.placesOfIndex(in: bytes)
    try #require(places.count > 100)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<Rounds.count(10, full: 6000) {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let place = places.randomElement(using: &generator)!
        if Bool.random(using: &generator) {
          damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        } else {
          damaged[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator)!
        }
      }
      _ = try readAll(damaged)
    }
  }

  private static let realMovies: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Files.fixtures.path)) ?? []
    return names.filter { [".mov", ".mp4", ".m4a"].contains(where: $0.hasSuffix) }.sorted()
  }()

  /// The places of all bytes outside of the media's box.
  private static func placesOfIndex(in bytes: [UInt8]) -> [Int] {
    var places: [Int] = []
    var place = 0
    while place + 8 <= bytes.count {
      let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = size >= 8 ? min(place + size, bytes.count) : bytes.count
      if !bytes[place + 4..<place + 8].elementsEqual("mdat".utf8) { places += place..<end }
      place = end
    }
    return places
  }

  @Test(arguments: [FileFormat.quickTime, .mp4])
  func `a movie with any field at its extremes is read or refused`(format: FileFormat) throws {
    let bytes = try small(format)
    let indexSize = try #require(bytes.firstRange(of: Array("mdat".utf8))?.lowerBound)
    for place in stride(from: 0, to: indexSize - 4, by: 4) {
      for pattern: [UInt8] in [[0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0], [0x7F, 0xFF, 0xFF, 0xFF]] {
        var damaged = bytes
        damaged.replaceSubrange(place..<place + 4, with: pattern)
        _ = try readAll(damaged)
      }
    }
  }

  /// Replaces the 32-bit field `offset` bytes behind a box's type.
  private func patch(_ bytes: [UInt8], _ type: String, at offset: Int, _ value: UInt32) throws -> [UInt8] {
    var patched = bytes
    let place = try #require(bytes.firstRange(of: Array(type.utf8))).upperBound + offset
    for byte in 0..<4 { patched[place + byte] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * byte)) }
    return patched
  }

  @Test(arguments: [("stsz", 8), ("stts", 4), ("ctts", 4), ("stsc", 4), ("stco", 4), ("stss", 4), ("elst", 4)])
  func `an absurd count names the box and the place`(type: String, offset: Int) throws {
    let bytes = try patch(small(.mp4), type, at: offset, 1 << 31)
    let error = #expect(throws: MediaError.self) { try Movie(MemorySource(bytes)) }
    #expect(error?.kind == .damagedContainer)
    #expect(error?.message.contains("'\(type)'") == true)
    #expect(error?.message.contains("at byte") == true)
  }

  @Test func `an absurd count of equal samples is refused with the count`() throws {
    var bytes = try patch(small(.mp4), "stsz", at: 4, 4)
    bytes = try patch(bytes, "stsz", at: 8, 1 << 31)
    let error = #expect(throws: MediaError.self) { try Movie(MemorySource(bytes)) }
    #expect(error?.message.contains("2147483648 samples of 4 bytes") == true)
  }

  @Test func `samples of one size in a cut file are as many as its media says, within bounds`() throws {
    let writer = try MovieWriter(creating: folder.path("equal"), format: .quickTime, options: .init(isFastStart: true))
    let track = writer.addTrack(SyntheticMovie.audioTrack)
    _ = writer.addSampleEntry(SyntheticMovie.audioEntry, to: track)
    let samples = SyntheticMovie.audio(packets: 40, size: 100...100)
    try SyntheticMovie.append([(track, 48000, samples)], to: writer)
    try writer.finish()
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("equal"))))
    let media = try #require(bytes.firstRange(of: Array("mdat".utf8))).upperBound
    let cut = Array(bytes.prefix(media + 1010))
    try #require(cut.count < 4000)
    let movie = try Movie(MemorySource(cut))
    let found = try #require(movie.firstInconsistency())
    #expect(movie.tracks[0].sampleCount == 40 && found.isBeyondTheEnd && found.sample == 10)
    // Media that goes on for ever has not any number of them.
    var absurd = try patch(cut, "mdat", at: -8, .max)
    #expect(try Movie(MemorySource(absurd)).tracks[0].sampleCount == 40)
    absurd = try patch(absurd, "stsz", at: 8, 1 << 31)
    let error = #expect(throws: MediaError.self) { try Movie(MemorySource(absurd)) }
    #expect(error?.message.contains("2147483648 samples of 100 bytes") == true)
  }

  @Test func `a sample beyond the end says when it is`() throws {
    let bytes = try small(.mp4)
    let cut = Array(bytes.prefix(bytes.count - 10))
    let movie = try Movie(MemorySource(cut))
    let found = try #require(movie.firstInconsistency())
    #expect(found.description.contains("lie beyond the file's \(cut.count)"))
    #expect(found.time != nil && found.sample != nil)
    #expect(movie.cutBox?.type == "mdat")
  }

  @Test func `tables that disagree are found`() throws {
    // The first run of `stts` has one sample more than there are.
    let bytes = try patch(small(.mp4), "stts", at: 8, 13)
    let found = try #require(try Movie(MemorySource(bytes)).firstInconsistency())
    #expect(found.description == "track 1: 13 samples have a duration and 12 a size")
  }

  /// Whoever reads up to the missing samples does not look at the tables again.
  @Test func `tables that cannot be are found behind samples that are missing`() throws {
    let bytes = try patch(small(.mp4), "ctts", at: 76, 100 * 1001)
    let media = try #require(bytes.firstRange(of: Array("mdat".utf8))).upperBound
    let movie = try Movie(MemorySource(Array(bytes.prefix(media + 10))))
    let found = try #require(movie.firstInconsistency())
    #expect(found.sample == 10 && !found.isBeyondTheEnd)
  }

  @Test(arguments: [UInt32(0x4B00_0000), 0x8000_0000])
  func `a picture that is shown far from the media is found`(offset: UInt32) throws {
    let bytes = try patch(small(.mp4), "ctts", at: 12, offset)
    let found = try #require(try Movie(MemorySource(bytes)).firstInconsistency())
    #expect(found.sample == 0)
    #expect(found.description.contains("longer than the media lasts"))
  }

  /// Decode times end with the pictures before the pause: only the edit says how long the movie is.
  @Test func `pictures behind a pause that the movie has room for are no damage`() throws {
    let ticks: UInt32 = 100 * 1001
    // The last row of `ctts`, for the last two pictures.
    let late = try patch(small(.mp4), "ctts", at: 76, ticks)
    #expect(try Movie(MemorySource(late)).firstInconsistency()?.sample == 10)
    // The movie has eight ticks for each of the track's.
    let long = try patch(late, "elst", at: 8, (ticks + 12 * 1001) * 8)
    #expect(try Movie(MemorySource(long)).firstInconsistency() == nil)
    let beyond = try patch(long, "ctts", at: 76, ticks * 4)
    #expect(try Movie(MemorySource(beyond)).firstInconsistency()?.sample == 10)
  }

  @Test func `bytes that have nothing of a movie are not recognized`() {
    for bytes: [UInt8] in [[], [0], Array("this is a text and no movie at all".utf8), .init(repeating: 0, count: 999)] {
      let error = #expect(throws: MediaError.self) { try Movie(MemorySource(bytes)) }
      #expect(error?.kind == .unrecognizedFormat)
    }
  }

  @Test func `deep nesting ends`() throws {
    // `moov` in `moov` in `moov`, 10,000 deep.
    var bytes: [UInt8] = []
    for depth in 0..<10_000 {
      var writer = ByteWriter()
      writer.u32(UInt32((10_000 - depth) * 8))
      writer.fourCC("moov")
      bytes += writer.bytes
    }
    var deepest = 0
    try BoxTree.walk(MemorySource(bytes)) { deepest = max(deepest, $0.depth) }
    #expect(deepest == BoxTree.largestDepth)
    #expect(throws: MediaError.self) { try Movie(MemorySource(bytes)) }
  }

  @Test func `a missing file and a directory are unavailable`() {
    for path in [folder.path("nowhere"), folder.path] {
      let error = #expect(throws: MediaError.self) { try Movie(path: path) }
      #expect(error?.kind == .inputUnavailable)
      #expect(error?.path == path)
    }
  }
}
