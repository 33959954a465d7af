import Foundation
import MediaSupport
import TestSupport
import Testing

@testable import MovieFile

/// The samples of a track as edits show them, against oracles that look at every sample and every tick.
@Suite struct PresentedSamplesTests {
  /// The ticks that a picture is shown.
  private static let duration: Int64 = 10
  private static let count = 24

  /// Groups of I P B B, a random-access point every eight pictures; the last picture of a group is shown before the next
  /// random-access point.
  private static let offsets: [Int64] = [20, 40, 10, 10]

  /// Writes a track of pictures whose offsets are shifted, and reads it.
  private static func pictures(shift: Int64 = 0, fragments: FragmentOptions? = nil) throws -> Track {
    let folder = try TemporaryFolder()
    let path = folder.path("pictures.mov")
    let writer = try MovieWriter(
      creating: path, format: .quickTime, options: .init(isFastStart: fragments == nil, fragments: fragments))
    let track = writer.addTrack(TrackDescription(kind: .video, timeScale: 600))
    _ = writer.addSampleEntry(SyntheticMovie.videoEntry, to: track)
    for index in 0..<count {
      let sample = MovieWriter.Sample(
        decodeTime: Int64(index) * duration, compositionOffset: offsets[index % 4] - shift, duration: duration,
        isSync: index % 8 == 0)
      try [UInt8](repeating: UInt8(index), count: 4).withUnsafeBytes { try writer.append($0, to: track, sample) }
    }
    try writer.finish()
    return try #require(try Movie(path: path).tracks.first)
  }

  /// Writes a track of pictures at a variable rate, and reads it: groups of P B B behind an I, each decoded when the
  /// picture one place ahead is shown. The fifth group begins with a random-access point.
  private static func unevenPictures(fragments: FragmentOptions? = nil) throws -> Track {
    let folder = try TemporaryFolder()
    let path = folder.path("uneven.mov")
    let writer = try MovieWriter(
      creating: path, format: .quickTime, options: .init(isFastStart: fragments == nil, fragments: fragments))
    let track = writer.addTrack(TrackDescription(kind: .video, timeScale: 600))
    _ = writer.addSampleEntry(SyntheticMovie.videoEntry, to: track)
    var order = [0]
    for last in stride(from: 3, through: 24, by: 3) { order += [last, last - 2, last - 1] }
    let steps: [Int64] = [10, 30, 5, 15, 40]
    var shown: [Int64] = [10]
    for place in 1..<order.count { shown.append(shown[place - 1] + steps[place % steps.count]) }
    let decoded: [Int64] = [0] + shown.dropLast() + [shown[shown.count - 1]]
    for (place, picture) in order.enumerated() {
      let sample = MovieWriter.Sample(
        decodeTime: decoded[place], compositionOffset: shown[picture] - decoded[place],
        duration: decoded[place + 1] - decoded[place], isSync: [0, 13].contains(place))
      try [UInt8](repeating: UInt8(place), count: 4).withUnsafeBytes { try writer.append($0, to: track, sample) }
    }
    try writer.finish()
    return try #require(try Movie(path: path).tracks.first)
  }

  private static func all(_ track: Track, _ edits: EditMap?) -> [PresentedSample] {
    var samples = PresentedSamples(track, edits)
    var found: [PresentedSample] = []
    while let sample = samples.next() { found.append(sample) }
    return found
  }

  @Test(
    arguments: ["h264-aac.mov", "h264-vfr.mov", "h264-fragmented.mp4", "h264-pcm.mov", "h264-one-frame.mov"])
  func `the sample that is decoded at a time is found as among all samples`(name: String) throws {
    let movie = try Movie(path: Files.fixture(name))
    for track in movie.tracks {
      let times = track.samples.map(\.decodeTime)
      let index = SampleIndex(track)
      var asked: Set<Int64> = [.min, .max]
      for time in times.prefix(20) + times.suffix(20) { asked.formUnion([time - 1, time, time + 1]) }
      for time in asked {
        let expected = times.lastIndex { $0 <= time }
        #expect(index.index(decodedAt: time) == expected, "\(time) of \(name)")
      }
    }
  }

  private static func map(_ edits: [Edit], movie: Int32 = 600) -> EditMap {
    EditMap(edits, movieTimeScale: movie, mediaTimeScale: 600, mediaEnd: Int64(count) * duration + 20)
  }

  /// Edits that begin and end with pictures and within them, with and without random-access points in front.
  private static let edits: [[Edit]] = {
    let parts: [Edit] = [
      .empty(duration: 15), .media(start: 20, duration: 240), .media(start: 0, duration: 100),
      .media(start: 47, duration: 61), .media(start: 103, duration: 9), .media(start: 133, duration: 500),
      .media(start: 31, duration: 40, rate: 2 * Edit.normalRate), .media(start: 55, duration: 30, rate: 0),
      .media(start: 900, duration: 10),
    ]
    return parts.map { [$0] } + parts.flatMap { first in parts.map { [first, $0] } }
  }()

  @Test(arguments: [0, 20, 35] as [Int64])
  func `each tick of the presentation shows the picture that is on in the media`(shift: Int64) throws {
    let track = try Self.pictures(shift: shift)
    let samples = Array(track.samples)
    let mediaEnd = samples.map { $0.presentationTime + $0.duration }.max()!
    for edits in Self.edits {
      let map = Self.map(edits)
      let presented = Self.all(track, map)
      for time in 0..<(map.spans.last?.presentation.upperBound ?? 0) {
        let wanted = map.mediaTime(at: time).flatMap { media in
          media < mediaEnd
            ? samples.filter { $0.presentationTime <= media }.max { $0.presentationTime < $1.presentationTime }?.index
            : nil
        }
        // At twice the speed a tick of the presentation lies between two of the media.
        let found = presented.filter { $0.shown?.contains(time) == true }.map(\.sample.index)
        #expect(found == [wanted].compactMap { $0 }, "\(edits) at \(time)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `reordered pictures at a variable rate are each shown until the next one`(inFragments: Bool) throws {
    let track = try Self.unevenPictures(fragments: inFragments ? FragmentOptions() : nil)
    let all = Self.all(track, nil)
    let times = all.map(\.presentationTime).sorted()
    #expect(all.count == 25)
    for sample in all {
      let next = times.first { $0 > sample.presentationTime }
      #expect(sample.shown == sample.presentationTime..<(next ?? sample.presentationTime + sample.duration))
    }
    // The tables state durations of decoding.
    #expect(all.map(\.duration) == track.samples.map(\.duration))
    #expect(all.contains { $0.shown?.count != Int($0.duration) })
    // From any place on it is the same.
    var samples = PresentedSamples(track, nil)
    for time in stride(from: Int64(0), through: times[times.count - 1], by: 7) {
      samples.seek(to: time)
      var rest: [PresentedSample] = []
      while let sample = samples.next() { rest.append(sample) }
      #expect(!rest.isEmpty && rest == Array(all.suffix(rest.count)), "\(time)")
    }
  }

  @Test func `edits of pictures at a variable rate show at each tick the one that is on`() throws {
    let track = try Self.unevenPictures()
    let samples = Array(track.samples)
    let parts: [Edit] = [
      .media(start: 0, duration: 100), .media(start: 47, duration: 61), .media(start: 103, duration: 9),
      .media(start: 31, duration: 300), .media(start: 300, duration: 61), .media(start: 231, duration: 1),
    ]
    for edits in parts.map({ [$0] }) + parts.flatMap({ first in parts.map { [first, .empty(duration: 7), $0] } }) {
      let map = Self.map(edits)
      let presented = Self.all(track, map)
      for time in 0..<(map.spans.last?.presentation.upperBound ?? 0) {
        let wanted = map.mediaTime(at: time).flatMap { media in
          samples.filter { $0.presentationTime <= media }.max { $0.presentationTime < $1.presentationTime }?.index
        }
        let found = presented.filter { $0.shown?.contains(time) == true }.map(\.sample.index)
        #expect(found == [wanted].compactMap { $0 }, "\(edits) at \(time)")
      }
    }
  }

  /// Media that begins a second later from the second fragment on. Damage, here a track's part that has no type any more,
  /// takes away what was there.
  @Test(arguments: [false, true])
  func `the picture before a hole between fragments is shown until the one behind it, unless that is damage`(
    isDamage: Bool
  ) throws {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-fragmented.mp4"))))
    func places(of type: String) -> [Int] {
      bytes.indices.dropLast(16).filter { bytes[$0..<$0 + 4] == Array(type.utf8)[...] }
    }
    if isDamage {
      for place in places(of: "traf").dropFirst(2).prefix(2) { bytes[place] = 0 }
    } else {
      for place in places(of: "tfdt") {
        let field = place + 8..<place + 16
        let time = bytes[field].reduce(0 as Int64) { $0 << 8 | Int64($1) }
        guard time > 0 else { continue }
        for (index, byte) in field.enumerated() {
          bytes[byte] = UInt8(truncatingIfNeeded: (time + 12_800) >> Int64(56 - 8 * index))
        }
      }
    }
    let track = try #require(try Movie(MemorySource(bytes)).tracks.first { $0.kind == .video })
    #expect(track.timeScale == 12_800)
    let shown = Self.all(track, nil).compactMap(\.shown).sorted { $0.lowerBound < $1.lowerBound }
    let holes = zip(shown, shown.dropFirst()).map { $1.lowerBound - $0.upperBound }.filter { $0 != 0 }
    #expect(isDamage ? holes.count == 1 && shown.count < 50 : holes.isEmpty && shown.count == 50)
  }

  @Test(arguments: [0, 20, 35] as [Int64])
  func `an edit begins where decoding can, ends with what it shows, and decodes nothing too late`(
    shift: Int64
  ) throws {
    let track = try Self.pictures(shift: shift)
    for edits in Self.edits where edits.count == 1 {
      let presented = Self.all(track, Self.map(edits))
      #expect(presented.first?.sample.isSync ?? true, "\(edits)")
      #expect(presented.isEmpty || presented.last?.shown != nil, "\(edits)")
      #expect(zip(presented, presented.dropFirst()).allSatisfy { $0.sample.index + 1 == $1.sample.index })
      for sample in presented {
        #expect(sample.decodeTime <= sample.shown?.lowerBound ?? sample.presentationTime, "\(edits)")
      }
    }
  }

  /// Metadata of a moment, and that which holds from then on.
  @Test func `a sample that is shown for no time comes with the one that begins then`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("moments.mov")
    let writer = try MovieWriter(creating: path, format: .quickTime)
    let track = writer.addTrack(TrackDescription(kind: .metadata, timeScale: 600))
    _ = writer.addSampleEntry(.other(format: "mebx", payload: []), to: track)
    for time in [0, 0, 10, 10, 10] as [Int64] {
      try [UInt8](repeating: 0, count: 8).withUnsafeBytes {
        try writer.append($0, to: track, .init(decodeTime: time, duration: 10))
      }
    }
    try writer.finish()
    let read = try #require(try Movie(path: path).tracks.first)
    let map = Self.map([.media(start: 0, duration: 20)])
    #expect(Self.all(read, map).map(\.shown) == [0..<0, 0..<10, 10..<10, 10..<10, 10..<20])
    var samples = PresentedSamples(read, map)
    for (time, index) in [(0, 0), (9, 1), (10, 2), (15, 4)] as [(Int64, Int)] {
      samples.seek(to: time)
      #expect(samples.next()?.sample.index == index, "\(time)")
    }
  }

  @Test func `without edits all samples come at their own times, decoded before they are shown`() throws {
    let track = try Self.pictures(shift: 40)
    let presented = Self.all(track, nil)
    #expect(presented.map(\.sample) == Array(track.samples))
    #expect(presented.map(\.presentationTime) == track.samples.map(\.presentationTime))
    #expect(presented.allSatisfy { $0.decodeTime <= $0.presentationTime })
    #expect(presented.map { $0.presentationTime - $0.decodeTime }.min() == 0)
    #expect(presented.map(\.isLast) == (0..<Self.count).map { $0 == Self.count - 1 })
  }

  @Test(arguments: [false, true])
  func `going to a time leads to the last random-access point that is shown by then`(inFragments: Bool) throws {
    let track = try Self.pictures(fragments: inFragments ? FragmentOptions() : nil)
    for edits in [[]] + Self.edits {
      let map = Self.map(edits)
      let all = Self.all(track, map)
      var samples = PresentedSamples(track, map)
      for time in stride(from: Int64(-5), to: 300, by: 3) {
        samples.seek(to: time)
        let found = samples.next()
        // The edit that is on, or the next.
        let on = map.isIdentity ? nil : map.spans.first { $0.media != nil && $0.presentation.upperBound > time }
        let part = all.filter { on == nil || on!.presentation.contains($0.shown?.lowerBound ?? -1) || $0.shown == nil }
        guard map.isIdentity || edits.count == 1, let first = part.first else { continue }
        let wanted = part.last { $0.sample.isSync && $0.presentationTime <= time } ?? first
        #expect(found == wanted, "\(edits) at \(time)")
      }
      samples.rewind()
      #expect(samples.next() == all.first)
    }
  }

  // MARK: Sound

  private static func sound(packets: Int, duration: Int64) throws -> Track {
    let folder = try TemporaryFolder()
    let path = folder.path("sound.mov")
    let writer = try MovieWriter(creating: path, format: .quickTime, options: .init())
    let track = writer.addTrack(TrackDescription(kind: .audio, timeScale: 48_000))
    _ = writer.addSampleEntry(SyntheticMovie.audioEntry, to: track)
    for index in 0..<packets {
      let sample = MovieWriter.Sample(decodeTime: Int64(index) * duration, duration: duration)
      try [UInt8(index % 256), 1].withUnsafeBytes { try writer.append($0, to: track, sample) }
    }
    try writer.finish()
    return try #require(try Movie(path: path).tracks.first)
  }

  @Test func `sound is cut to the tick, with a second in front for the decoder`() throws {
    let track = try Self.sound(packets: 200, duration: 1024)
    let edits = [Edit.media(start: 100_000, duration: 50_001)]
    let map = EditMap(edits, movieTimeScale: 48_000, mediaTimeScale: 48_000, mediaEnd: 0)
    let presented = Self.all(track, map)
    #expect(presented.first?.sample.index == (100_000 - 48_000) / 1024)
    #expect(presented.last?.sample.index == 150_000 / 1024)
    let heard = presented.compactMap(\.shown)
    #expect(heard.first?.lowerBound == 0 && heard.last?.upperBound == 50_001)
    #expect(zip(heard, heard.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    #expect(presented.allSatisfy { $0.presentationTime == $0.sample.decodeTime - 100_000 })
  }

  @Test func `an end that only the movie's coarser ticks cut off is the media's own`() throws {
    let track = try Self.sound(packets: 10, duration: 1024)
    // 128 ticks of 600 a second are the last whole ones of 10,240 samples.
    for (duration, end) in [(128, 10_240), (127, 10_160)] as [(Int64, Int64)] {
      let map = EditMap(
        [.media(start: 0, duration: duration)], movieTimeScale: 600, mediaTimeScale: 48_000, mediaEnd: 0)
      #expect(Self.all(track, map).last?.shown?.upperBound == end)
    }
  }

  // MARK: Large movies

  /// Counts the bytes that are read.
  private final class CountingSource: ByteSource {
    private let source: FileSource
    private(set) var count: Int64 = 0
    var byteCount: Int64 { source.byteCount }

    init(_ path: String) throws { source = try FileSource(path: path) }

    func read(_ count: Int, at offset: Int64) throws -> [UInt8] {
      self.count += Int64(count)
      return try source.read(count, at: offset)
    }
  }

  @Test func `of a movie of 10 GB with its index at the end little is read to open it`() throws {
    let folder = try TemporaryFolder()
    let small = folder.path("small.mov")
    try SyntheticMovie.write(to: small, format: .quickTime, frames: 300, isFastStart: false)
    let source = try FileSource(path: small)
    var boxes = FileBoxes(source)
    var index: FileBoxes.Entry?
    while let box = try boxes.next() { if box.type == "moov" { index = box } }
    let moov = try #require(index)
    // Media of a stated size, of which nothing but the first bytes is on the disk.
    let size: Int64 = 10 << 30
    var front = ByteWriter()
    front.u32(1)
    front.fourCC("mdat")
    front.i64(size)
    let large = folder.path("large.mov")
    try Data(front.bytes).write(to: URL(fileURLWithPath: large))
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: large))
    try handle.seek(toOffset: UInt64(size))
    try handle.write(contentsOf: source.read(Int(moov.size), at: moov.offset))
    try handle.close()
    let counted = try CountingSource(large)
    let movie = try Movie(counted)
    #expect(movie.tracks.count == 2 && movie.tracks[0].sampleCount == 300)
    #expect(counted.count < size / 100_000)
  }

  @Test func `an index of a million samples is small, and any place in it is found`() throws {
    let count = 1_000_000
    let folder = try TemporaryFolder()
    let path = folder.path("long.mov")
    let writer = try MovieWriter(creating: path, format: .quickTime, options: .init(isFastStart: false))
    let track = writer.addTrack(TrackDescription(kind: .audio, timeScale: 48_000))
    _ = writer.addSampleEntry(SyntheticMovie.audioEntry, to: track)
    let bytes = [UInt8](repeating: 7, count: count)
    let sample = MovieWriter.Sample(decodeTime: 0, duration: 1024, count: count)
    try bytes.withUnsafeBytes { try writer.append($0, to: track, sample) }
    try writer.finish()
    let index = SampleIndex(try #require(try Movie(path: path).tracks.first))
    var samples = PresentedSamples(index, nil)
    for place in [999_999, 0, 500_000, 12_345] {
      samples.seek(to: Int64(place) * 1024)
      #expect(samples.next()?.sample.index == place)
    }
  }
}
