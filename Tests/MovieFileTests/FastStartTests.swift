import Foundation
import MediaSupport
import TestSupport
import Testing

@testable import MovieFile

/// Where `moov` and the media go.
@Suite struct FastStartTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let frames = 1000

  /// Writes about 12 MB of video and some audio, and returns the top-level boxes.
  private func write(
    _ name: String, format: FileFormat = .mp4, isFastStart: Bool = true, plan: Double?, alignment: Int = 0
  ) throws -> [FileBoxes.Entry] {
    let path = folder.path(name)
    let writer = try MovieWriter(creating: path, format: format, options: .init(isFastStart: isFastStart))
    var video = SyntheticMovie.videoTrack
    video.chunks.alignment = alignment
    let packets = Self.frames * 3 / 2
    var audio = SyntheticMovie.audioTrack
    if let plan {
      video.plannedSampleCount = Int(Double(Self.frames) * plan)
      audio.plannedDuration = Int64(Double(packets * 1024) * plan)
    }
    let tracks = (writer.addTrack(video), writer.addTrack(audio))
    _ = writer.addSampleEntry(SyntheticMovie.videoEntry, to: tracks.0)
    _ = writer.addSampleEntry(SyntheticMovie.audioEntry, to: tracks.1)
    var pictures = SyntheticMovie.video(frames: Self.frames, size: 6...7)
    for index in pictures.indices {
      // Sizes differ, so that the tables grow as real ones do; the bytes tell the samples apart.
      pictures[index].bytes = Array(repeating: UInt8(truncatingIfNeeded: index), count: 11_000 + index * 7 % 2000)
    }
    // One sample beyond the size that is copied.
    pictures[500].bytes = Array(repeating: 0xAB, count: (1 << 20) + 5)
    try SyntheticMovie.append(
      [(tracks.0, 30000, pictures), (tracks.1, 48000, SyntheticMovie.audio(packets: packets))], to: writer)
    try writer.finish()

    let movie = try Movie(path: path)
    #expect(movie.firstInconsistency() == nil)
    #expect(movie.isFastStart == isFastStart)
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    for (sample, source) in zip(try #require(movie.track(id: 1)).samples, pictures) {
      try file.seek(toOffset: UInt64(sample.offset))
      #expect(try file.read(upToCount: sample.size) == Data(source.bytes), "sample \(sample.index)")
    }
    return try topLevel(path)
  }

  private func topLevel(_ path: String) throws -> [FileBoxes.Entry] {
    var boxes = FileBoxes(try FileSource(path: path))
    var entries: [FileBoxes.Entry] = []
    while let entry = try boxes.next() { entries.append(entry) }
    return entries
  }

  private func expectLittleFiller(_ boxes: [FileBoxes.Entry]) {
    let filler = boxes.filter { $0.type == "free" || $0.type == "wide" }.reduce(0) { $0 + $1.size }
    let total = boxes.reduce(0) { $0 + $1.size }
    #expect(filler * 100 <= total + 1600, "\(filler) of \(total) bytes are filler")
  }

  @Test func `small media is written exactly`() throws {
    let path = folder.path("small.mp4")
    try SyntheticMovie.write(to: path, format: .mp4)
    #expect(try topLevel(path).map(\.type) == ["ftyp", "moov", "mdat"])
  }

  @Test(arguments: [FileFormat.mp4, .quickTime]) func `planned room suffices`(format: FileFormat) throws {
    let boxes = try write("planned", format: format, plan: 1)
    let empty: FourCC = format.isQuickTime ? "wide" : "free"
    #expect(boxes.map(\.type) == ["ftyp", "moov", "free", empty, "mdat"])
    expectLittleFiller(boxes)
  }

  /// No plan, a plan far too small, and one far too large: the media moves, either way.
  @Test(arguments: [nil, 0.01, 300]) func `wrong plans are made good`(plan: Double?) throws {
    let boxes = try write("wrong", plan: plan)
    #expect(boxes.map(\.type) == ["ftyp", "moov", "free", "mdat"])
    expectLittleFiller(boxes)
  }

  @Test func `without fast start the index is last`() throws {
    #expect(try write("last", isFastStart: false, plan: nil).map(\.type) == ["ftyp", "free", "mdat", "moov"])
  }

  @Test(arguments: [true, false]) func `chunks are aligned`(isFastStart: Bool) throws {
    for plan in [1.0, nil] {
      let boxes = try write("aligned\(plan ?? 0)", isFastStart: isFastStart, plan: plan, alignment: 4096)
      expectLittleFiller(boxes)
      let track = try #require(try Movie(path: folder.path("aligned\(plan ?? 0)")).track(id: 1))
      var end: Int64 = -1
      for sample in track.samples {
        #expect(sample.offset == end || sample.offset % 4096 == 0)
        end = sample.offset + Int64(sample.size)
      }
    }
  }

  @Test func `the same samples give the same bytes`() throws {
    _ = try write("a", plan: 1)
    _ = try write("b", plan: 1)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.path("a")))
        == Data(contentsOf: URL(fileURLWithPath: folder.path("b"))))
  }

  @Test func `a file that exists is not touched`() throws {
    let path = folder.path("there")
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: MediaError.self) { try MovieWriter(creating: path, format: .mp4) }
    #expect(error?.kind == .outputExists)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1, 2, 3]))
  }

  @Test func `cancelling removes what was made`() throws {
    let path = folder.path("cancelled.mp4")
    let writer = try MovieWriter(creating: path, format: .mp4)
    #expect(FileManager.default.fileExists(atPath: path))
    writer.cancel()
    #expect(!FileManager.default.fileExists(atPath: path))
    _ = try MovieWriter(creating: path, format: .mp4)
    #expect(!FileManager.default.fileExists(atPath: path), "a writer that is dropped unfinished gives up")
  }

  @Test func `a full disk is said`() throws {
    let descriptor = open("/dev/full", O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let writer = MovieWriter(descriptor: descriptor, path: "/dev/full", format: .mp4)
    let track = writer.addTrack(SyntheticMovie.videoTrack)
    _ = writer.addSampleEntry(SyntheticMovie.videoEntry, to: track)
    try [1, 2, 3].withUnsafeBytes { try writer.append($0, to: track, .init(decodeTime: 0, duration: 1)) }
    let error = #expect(throws: MediaError.self) { try writer.finish() }
    #expect(error?.kind == .diskFull)
    #expect(error?.path == "/dev/full")
  }
}
