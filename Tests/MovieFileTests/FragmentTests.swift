import Foundation
import MediaSupport
import TestSupport
import Testing

@testable import MovieFile

/// Movies in fragments: what the writer writes, the reader reads, as far as it was written.
@Suite struct FragmentTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let frames = 60
  /// A fragment every so many pictures, which is neither a multiple of the key frames' distance nor of a chunk.
  private static let picturesInFragment = 25

  /// Writes pictures and sound, a fragment every 25 pictures, and returns what was appended.
  private func write(
    _ writer: MovieWriter, frames: Int = Self.frames, beforeFinish: (MovieWriter) throws -> Void = { _ in },
    configure: (MovieWriter) -> Void = { _ in }
  ) throws -> (video: [SyntheticMovie.Source], audio: [SyntheticMovie.Source]) {
    let video = writer.addTrack(SyntheticMovie.videoTrack)
    let audio = writer.addTrack(SyntheticMovie.audioTrack)
    _ = writer.addSampleEntry(SyntheticMovie.videoEntry, to: video)
    _ = writer.addSampleEntry(SyntheticMovie.audioEntry, to: audio)
    for track in [video, audio] { setEdit(of: track, in: writer, duration: 0) }
    configure(writer)
    let pictures = SyntheticMovie.video(frames: frames)
    let packets = SyntheticMovie.audio(packets: frames * 3 / 2)
    var next = 0
    for start in stride(from: 0, to: frames, by: Self.picturesInFragment) {
      let part = pictures[start..<min(frames, start + Self.picturesInFragment)]
      let end = Double(part.last!.sample.decodeTime) / 30000
      let sound = packets[next...].prefix { Double($0.sample.decodeTime) / 48000 <= end }
      next += sound.count
      try SyntheticMovie.append([(video, 30000, Array(part)), (audio, 48000, Array(sound))], to: writer)
      try writer.endFragment()
    }
    let rest = Array(packets[next...])
    try SyntheticMovie.append([(audio, 48000, rest)].filter { !$0.2.isEmpty }, to: writer)
    try beforeFinish(writer)
    for track in [video, audio] { setEdit(of: track, in: writer, duration: 480_480) }
    try writer.finish()
    return (pictures, packets)
  }

  private func setEdit(of track: Int, in writer: MovieWriter, duration: Int64) {
    writer.updateDescription(of: track) { $0.edits = [.media(start: 0, duration: duration)] }
  }

  /// Every sample with its time, flags and bytes.
  private func expectSamples(
    _ track: Track, _ sources: some Collection<SyntheticMovie.Source>, in bytes: [UInt8], shift: Int64
  ) {
    let samples = Array(track.samples)
    #expect(samples.count == sources.count)
    for (sample, source) in zip(samples, sources) {
      #expect(sample.decodeTime == source.sample.decodeTime + shift)
      #expect(sample.presentationTime == source.sample.decodeTime + source.sample.compositionOffset + shift)
      #expect(sample.duration == source.sample.duration)
      #expect(sample.isSync == source.sample.isSync)
      #expect(sample.dependency == source.sample.dependency)
      #expect(sample.size == source.bytes.count)
      #expect(bytes[Int(sample.offset)..<Int(sample.offset) + sample.size].elementsEqual(source.bytes))
    }
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func topLevel(_ path: String) throws -> [FileBoxes.Entry] {
    var boxes = FileBoxes(try FileSource(path: path))
    var entries: [FileBoxes.Entry] = []
    while let entry = try boxes.next() { entries.append(entry) }
    return entries
  }

  @Test(arguments: FileFormat.allCases)
  func `every sample comes back`(format: FileFormat) throws {
    let path = folder.path("movie")
    let written = try write(try MovieWriter(creating: path, format: format, options: .init(fragments: .init())))
    let movie = try Movie(path: path)
    #expect(movie.isFragmented && movie.isFastStart)
    #expect(movie.firstInconsistency() == nil)
    #expect(try topLevel(path).map(\.type) == ["ftyp", "free", "moov"] + ["moof", "mdat"].repeated(3) + ["mfra"])
    let file = try bytes(path)
    let video = try #require(movie.track(id: 1))
    let audio = try #require(movie.track(id: 2))
    expectSamples(video, written.video, in: file, shift: 2002)
    expectSamples(audio, written.audio, in: file, shift: 2112)
    // What was not known at the front's first writing was patched.
    #expect(movie.fragmentedDuration == 480_480)
    #expect(movie.header.duration == 480_480)
    #expect(video.edits == [.media(start: 2002, duration: 480_480)])
    #expect(audio.edits == [.media(start: 2112, duration: 480_480)])
    #expect(video.mediaHeader.duration == Int64(60 * 1001))
  }

  @Test func `a defragmented movie is an ordinary one`() throws {
    let path = folder.path("movie.mov")
    var options = FragmentOptions()
    options.becomesWhole = true
    let writer = try MovieWriter(creating: path, format: .quickTime, options: .init(fragments: options))
    var live: Movie?
    let written = try write(writer) { _ in live = try Movie(path: path) }
    // Before it was finished it was fragmented, and every fragment in it.
    #expect(live?.isFragmented == true)
    #expect(live?.track(id: 1)?.sampleCount == Self.frames)
    let movie = try Movie(path: path)
    #expect(!movie.isFragmented)
    #expect(movie.firstInconsistency() == nil)
    #expect(try topLevel(path).map(\.type) == ["ftyp", "mdat", "moov"])
    let file = try bytes(path)
    expectSamples(try #require(movie.track(id: 1)), written.video, in: file, shift: 2002)
    expectSamples(try #require(movie.track(id: 2)), written.audio, in: file, shift: 2112)
  }

  /// What a killed writer leaves: the bytes of a fragment come before its `moof` is one.
  @Test func `a file that is cut anywhere has its complete fragments`() throws {
    let path = folder.path("movie.mp4")
    let written = try write(try MovieWriter(creating: path, format: .mp4, options: .init(fragments: .init())))
    let file = try bytes(path)
    let boxes = try topLevel(path)
    let fragments = boxes.indices.filter { boxes[$0].type == "moof" }
    let first = try #require(fragments.first)
    for end in stride(from: Int(boxes[first].offset), through: file.count, by: 37) {
      var cut = Array(file[..<end])
      let complete = fragments.filter { boxes[$0].offset + boxes[$0].size + boxes[$0 + 1].size <= Int64(end) }
      if end < file.count {
        // The index at the end is written in the same way.
        let isIndex = complete.count == fragments.count
        let open = isIndex ? boxes[boxes.count - 1] : boxes[fragments[complete.count]]
        let size = open.size + (isIndex ? 0 : boxes[fragments[complete.count] + 1].size)
        let header = Array(withUnsafeBytes(of: UInt32(size).bigEndian) { $0 }) + Array("free".utf8)
        for (index, byte) in header.enumerated() where Int(open.offset) + index < end {
          cut[Int(open.offset) + index] = byte
        }
      }
      let movie = try Movie(MemorySource(cut))
      #expect(movie.firstInconsistency() == nil, "cut at \(end)")
      let expected = min(Self.frames, complete.count * Self.picturesInFragment)
      #expect(movie.track(id: 1)?.sampleCount == expected, "cut at \(end)")
      expectSamples(try #require(movie.track(id: 1)), written.video.prefix(expected), in: cut, shift: 2002)
    }
  }

  @Test func `a late track makes the file whole`() throws {
    let path = folder.path("movie.mp4")
    let writer = try MovieWriter(creating: path, format: .mp4, options: .init(fragments: .init()))
    let video = writer.addTrack(SyntheticMovie.videoTrack)
    let audio = writer.addTrack(SyntheticMovie.audioTrack)
    _ = writer.addSampleEntry(SyntheticMovie.videoEntry, to: video)
    let pictures = SyntheticMovie.video(frames: 10)
    try SyntheticMovie.append([(video, 30000, pictures)], to: writer)
    try writer.endFragment()
    #expect(writer.staysFragmented)
    _ = writer.addSampleEntry(SyntheticMovie.audioEntry, to: audio)
    let packets = SyntheticMovie.audio(packets: 5)
    try SyntheticMovie.append([(audio, 48000, packets)], to: writer)
    try writer.endFragment()
    #expect(!writer.staysFragmented)
    let live = try Movie(path: path)
    #expect(live.tracks.count == 1 && live.firstInconsistency() == nil)
    try writer.finish()
    let movie = try Movie(path: path)
    #expect(!movie.isFragmented && movie.firstInconsistency() == nil)
    expectSamples(try #require(movie.track(id: 1)), pictures, in: try bytes(path), shift: 2002)
    expectSamples(try #require(movie.track(id: 2)), packets, in: try bytes(path), shift: 2112)
  }

  @Test func `large media is written before it is asked for`() throws {
    let path = folder.path("movie.mp4")
    let writer = try MovieWriter(creating: path, format: .mp4, options: .init(fragments: .init()))
    let video = writer.addTrack(SyntheticMovie.videoTrack)
    _ = writer.addSampleEntry(SyntheticMovie.videoEntry, to: video)
    let picture = [UInt8](repeating: 7, count: 3 << 20)
    for index in 0..<12 {
      try picture.withUnsafeBytes {
        try writer.append($0, to: video, .init(decodeTime: Int64(index) * 1001, duration: 1001))
      }
    }
    // Twelve times three mebibytes: two fragments of at most sixteen are in the file, the rest is held.
    #expect(try Movie(path: path).track(id: 1)?.sampleCount == 10)
    try writer.finish()
    #expect(try Movie(path: path).track(id: 1)?.sampleCount == 12)
  }

  @Test(arguments: [FileFormat.mp4, .quickTime])
  func `chunks start at multiples of their alignment`(format: FileFormat) throws {
    let path = folder.path("movie")
    var options = FragmentOptions()
    options.becomesWhole = format.isQuickTime
    let writer = try MovieWriter(creating: path, format: format, options: .init(fragments: options))
    let (videoAlignment, audioAlignment) = (512, 48)
    var live: [[Int64]] = []
    func chunks(_ movie: Movie) throws -> [[Int64]] {
      try [UInt32(1), 2].map { id in
        var end: Int64?
        return try #require(movie.track(id: id)).samples.compactMap { sample in
          defer { end = sample.offset + Int64(sample.size) }
          return sample.offset == end ? nil : sample.offset
        }
      }
    }
    let written = try write(
      writer, beforeFinish: { _ in live = try chunks(Movie(path: path)) },
      configure: { writer in
        for (track, alignment) in [(0, videoAlignment), (1, audioAlignment)] {
          writer.updateDescription(of: track) { $0.chunks.alignment = alignment }
        }
      })
    let movie = try Movie(path: path)
    #expect(movie.firstInconsistency() == nil)
    for chunks in [live, try chunks(movie)] {
      #expect(chunks.allSatisfy { $0.count > 3 })
      #expect(chunks[0].allSatisfy { $0 % Int64(videoAlignment) == 0 })
      #expect(chunks[1].allSatisfy { $0 % Int64(audioAlignment) == 0 })
    }
    let file = try bytes(path)
    expectSamples(try #require(movie.track(id: 1)), written.video, in: file, shift: 2002)
    expectSamples(try #require(movie.track(id: 2)), written.audio, in: file, shift: 2112)
  }

  @Test func `every fragment says that its samples need the one before`() throws {
    let path = folder.path("movie.mp4")
    let written = try write(
      try MovieWriter(creating: path, format: .mp4, options: .init(fragments: .init())),
      configure: { writer in
        writer.updateDescription(of: 1) { $0.rollDistance = -1 }
      })
    let movie = try Movie(path: path)
    #expect(movie.track(id: 1)?.rollDistance == nil)
    #expect(movie.track(id: 2)?.rollDistance == -1)
    // Every fragment's sound says how many of its samples belong to the group (ISO 14496-12 8.9.2 and 8.9.4).
    let file = try bytes(path)
    var counts: [Int] = []
    for place in file.indices where file[place...].starts(with: "sbgp".utf8) {
      let fields = file[(place + 4)..<(place + 24)]
      #expect(Array(file[(place - 4)..<place]) == [0, 0, 0, 28])
      #expect(Array(fields.prefix(12)) == [0, 0, 0, 0] + Array("roll".utf8) + [0, 0, 0, 1])
      #expect(Array(fields.suffix(4)) == [0, 0, 0, 1])
      counts.append(Int(fields[place + 18]) << 8 | Int(fields[place + 19]))
    }
    #expect(counts.count == 3)
    #expect(counts.reduce(0, +) == written.audio.count)
  }

  @Test func `a fragment cannot refer to other files`() throws {
    let file = try MovieWriter(
      creating: folder.path("movie.mov"), format: .quickTime, options: .init(fragments: .init()))
    for writer in [file, MovieWriter(format: .quickTime, fragments: .init()) { _ in }] {
      let video = writer.addTrack(SyntheticMovie.videoTrack)
      var entry = SyntheticMovie.videoEntry
      entry.dataReferenceIndex = writer.addDataReference("file:///elsewhere.mov", to: video)
      let index = writer.addSampleEntry(entry, to: video)
      let error = #expect(throws: MediaError.self) {
        try writer.refer(to: 0, size: 10, in: video, .init(decodeTime: 0, duration: 1001, entry: index))
      }
      #expect(error?.kind == .referencesNotSupported)
      #expect(error?.message.contains("fragments") == true)
    }
    file.cancel()
  }

  @Test func `PCM costs no rows`() throws {
    let path = folder.path("movie.mov")
    let writer = try MovieWriter(creating: path, format: .quickTime, options: .init(fragments: .init()))
    let track = writer.addTrack(SyntheticMovie.audioTrack)
    _ = writer.addSampleEntry(
      .audio(format: "sowt", channels: 2, sampleRate: 48000, bitsPerSample: 16, framesPerPacket: 1), to: track)
    let second = [UInt8](repeating: 0, count: 48000 * 4)
    try second.withUnsafeBytes { try writer.append($0, to: track, .init(decodeTime: 0, duration: 1, count: 48000)) }
    try writer.finish()
    #expect(try Movie(path: path).track(id: 1)?.sampleCount == 48000)
    #expect(try bytes(path).count < second.count + 2048)
  }

  @Test func `the hint is in the front until the end is known`() throws {
    let path = folder.path("movie.mp4")
    var options = FragmentOptions()
    options.durationHint = 5
    options.firstSequenceNumber = 7
    let writer = try MovieWriter(creating: path, format: .mp4, options: .init(fragments: options))
    var hinted: Int64?
    _ = try write(writer) { _ in hinted = try Movie(path: path).fragmentedDuration }
    #expect(hinted == Int64(5 * 240_000))
    #expect(try Movie(path: path).fragmentedDuration == 480_480)
    let file = try bytes(path)
    let numbers = try topLevel(path).filter { $0.type == "moof" }.map { file[Int($0.offset) + 23] }
    #expect(numbers == [7, 8, 9])
  }

  @Test func `segments follow their initialization`() throws {
    var options = FragmentOptions()
    options.decodeTimes = .fromFirstPresentation
    options.segmentType = FileType(majorBrand: "msdh", minorVersion: 0, compatibleBrands: ["msdh", "msix"])
    var segments: [MovieSegment] = []
    let writer = MovieWriter(format: .mp4, fragments: options) { segments.append($0) }
    let written = try write(writer)
    #expect(segments.map { $0.kind == .initialization } == [true, false, false, false])
    let whole = segments.flatMap(\.bytes)
    let movie = try Movie(MemorySource(whole))
    #expect(movie.firstInconsistency() == nil)
    let video = try #require(movie.track(id: 1))
    // Decode times begin with the first presentation, and the offsets are negative.
    #expect(video.samples.first { _ in true }?.decodeTime == 0)
    #expect(video.samples.map(\.compositionOffset).min() == -1001)
    #expect(
      video.samples.map(\.presentationTime) == written.video.map { $0.sample.decodeTime + $0.sample.compositionOffset })
    expectSamples(try #require(movie.track(id: 2)), written.audio, in: whole, shift: 2112)
    for segment in segments.dropFirst() {
      var boxes = FileBoxes(MemorySource(segment.bytes))
      var types: [FourCC] = []
      while let box = try boxes.next() { types.append(box.type) }
      #expect(types == ["styp", "sidx", "moof", "mdat"])
      for track in segment.tracks {
        let bytes = segment.bytes[track.firstOffset..<track.firstOffset + track.firstSize]
        let sources = track.index == 0 ? written.video : written.audio
        #expect(sources.contains { $0.bytes.elementsEqual(bytes) })
      }
    }
    #expect(segments[2].tracks.first?.start == Int64(25 * 1001))
    #expect(segments[1].tracks.first?.firstIsSync == true)
    #expect(segments[2].tracks.first?.firstIsSync == false)
  }

  @Test func `segments refuse a late track`() throws {
    let writer = MovieWriter(format: .mp4, fragments: .init()) { _ in }
    let video = writer.addTrack(SyntheticMovie.videoTrack)
    let audio = writer.addTrack(SyntheticMovie.audioTrack)
    _ = writer.addSampleEntry(SyntheticMovie.videoEntry, to: video)
    try SyntheticMovie.append([(video, 30000, SyntheticMovie.video(frames: 4))], to: writer)
    try writer.endFragment()
    _ = writer.addSampleEntry(SyntheticMovie.audioEntry, to: audio)
    try SyntheticMovie.append([(audio, 48000, SyntheticMovie.audio(packets: 4))], to: writer)
    let error = #expect(throws: MediaError.self) { try writer.endFragment() }
    #expect(error?.kind == .unsupportedByContainer)
  }
}

extension Array {
  fileprivate func repeated(_ count: Int) -> Array { (0..<count).flatMap { _ in self } }
}
