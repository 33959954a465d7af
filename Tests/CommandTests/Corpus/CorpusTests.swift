import Foundation
import TestSupport
import Testing

/// Real files, of the package and from strangers, against what `ffprobe` reads in source and output.
@Suite struct CorpusTests {
  /// Times are multiples of a tick of at most a millionth of a second in every file here.
  private static let tick = 0.000_001

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(.enabled(if: Files.hasShared, "../shared/media is missing: only the package's own files are tested"))
  func `strangers' media is tested, whole and bad`() {
    let folders = Set(CorpusFile.readable.compactMap { $0.name.split(separator: "/").dropLast().first })
    #expect(folders.isSuperset(of: ["audio", "derived", "mov", "mp4", "other"]))
    #expect(!CorpusFile.bad.isEmpty)
  }

  @Test(arguments: CorpusFile.readable)
  func `every picture and its time, and every sample of sound, goes to mp4 or m4a`(file: CorpusFile) throws {
    let source = try MediaTimes(of: file.path)
    let output = source.video.isEmpty ? "out.m4a" : "out.mp4"
    let ending = try Command.run("transcode", file.path, output, "--json", "--speed", "ultrafast", in: folder)
    try #require(ending.exit == 0, "\(ending.errors)")
    #expect(folder.names == [output])

    // What no decoder reads is left out, and the ledger says so.
    let unknown = source.tracks.filter { $0.codec == nil }
    try expect(ending.output, hasDropped: unknown.count)
    let result = try MediaTimes(of: folder.path(output))
    let known = source.tracks.filter { $0.codec != nil }
    try #require(result.tracks.count == known.count)
    for (before, after) in zip(known.filter(\.isVideo), result.video) {
      try expectEqual(before.frames, after.frames, from: (source.start, result.start), of: file)
    }
    let tables = try MovieTables(of: folder.path(output))
    for (number, (before, after)) in zip(known.filter { !$0.isVideo }, result.audio).enumerated() {
      let presented = tables.audio[number].presentedDuration(movieTimeScale: tables.movieTimeScale) * after.sampleRate
      try expectEqual(Int(presented.rounded()), before, number, of: file)
      expectNear(before, after, from: (source.start, result.start), of: file)
    }
  }

  @Test(arguments: CorpusFile.readable)
  func `every packet and its time is copied to mov`(file: CorpusFile) throws {
    let source = try MediaTimes(of: file.path, decoding: false)
    let ending = try Command.run(
      "transcode", file.path, "out.mov", "--video-codec", "copy", "--audio-codec", "copy", in: folder)
    guard source.tracks.allSatisfy({ $0.codec.map { !CorpusExceptions.notInMovies.contains($0) } ?? true }) else {
      #expect(ending.exit == 69, "\(ending.errors)")
      #expect(folder.names.isEmpty)
      return
    }
    try #require(ending.exit == 0, "\(ending.errors)")
    let result = try MediaTimes(of: folder.path("out.mov"), decoding: false)
    try #require(result.tracks.count == source.tracks.count)
    for (before, after) in zip(source.tracks, result.tracks) {
      let misread = CorpusExceptions.misread[file.name] ?? [:]
      #expect(before.codec.map { misread[$0] ?? $0 } == after.codec)
      if before.isVideo {
        try expectEqual(before.decodablePackets, after.packets, from: (source.start, result.start), of: file)
      } else if before.codec?.hasPrefix("pcm_") == false {
        #expect(before.packetCount - CorpusExceptions.strayPackets[file.name, default: 0] == after.packetCount)
      }
    }
  }

  @Test(arguments: CorpusFile.readable)
  func `inspect says what it is`(file: CorpusFile) throws {
    let ending = try Command.run("inspect", "--json", file.path, in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    let document = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    let tracks = (document?["files"] as? [[String: Any]])?.first?["tracks"] as? [[String: Any]]
    #expect(tracks?.isEmpty == false)
  }

  @Test(
    .enabled(if: Files.hasShared, "../shared/media is missing"),
    arguments: CorpusExceptions.unreadable.keys.sorted())
  func `what is cut is refused where it is decoded`(name: String) throws {
    let expected = try #require(CorpusExceptions.unreadable[name])
    let ending = try Command.run(
      "transcode", CorpusFile.shared(name).path, "out.mp4", "--audio-codec", "aac", in: folder)
    #expect(ending.exit == expected.exit, "\(expected.reason): \(ending.errors)")
    #expect(ending.errors.contains("avwrite: error: "))
    #expect(folder.names.isEmpty)
  }

  @Test(
    .enabled(if: Files.hasShared, "../shared/media is missing"), arguments: CorpusExceptions.withoutPictureAndSound)
  func `what holds neither video nor audio is kept all the same`(name: String) throws {
    let source = CorpusFile.shared(name).path
    let ending = try Command.run("transcode", source, "out.mov", "--require", "subtitles,timecode", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(folder.names == ["out.mov"])
  }

  @Test(.enabled(if: Files.hasShared, "../shared/media is missing"), arguments: CorpusFile.bad)
  func `a bad file is refused, or complete in truth`(file: CorpusFile) throws {
    let name = String(file.name.dropFirst("bad/".count))
    let expected = try #require(CorpusExceptions.bad[name], "the table has no row for \(name)")
    let ending = try Command.run("transcode", file.path, "out.mp4", "--speed", "ultrafast", in: folder)
    #expect(ending.exit == expected.exit, "\(expected.reason): \(ending.errors)")
    #expect(folder.names == (expected.exit == 0 ? ["out.mp4"] : []))
    guard expected.exit == 0 else { return }
    let (source, result) = (try MediaTimes(of: file.path), try MediaTimes(of: folder.path("out.mp4")))
    #expect(source.video.map(\.frames.count) == result.video.map(\.frames.count))
  }

  // MARK: Comparing

  private func expectEqual(
    _ before: [Double], _ after: [Double], from start: (Double, Double), of file: CorpusFile
  ) throws {
    var (after, start) = (after, start)
    if CorpusExceptions.begunWithinPictures.contains(file.name) {
      try #require(!before.isEmpty && after.count > 1)
      after.removeFirst()
      start = (before[0], after[0])
    }
    #expect(before.count == after.count)
    let differences = zip(before, after).map { abs(($0 - start.0) - ($1 - start.1)) }
    #expect(differences.max() ?? 0 < Self.tick)
  }

  /// The first sample of sound is where it was.
  private func expectNear(
    _ before: MediaTimes.Track, _ after: MediaTimes.Track, from start: (Double, Double), of file: CorpusFile
  ) {
    guard let first = before.start, let second = after.start, after.sampleRate > 0 else { return }
    #expect(abs((first - start.0) - (second - start.1)) <= max(1 / after.sampleRate, rounding(in: file)))
  }

  /// Times that a container counts in milliseconds say no single sample.
  private func rounding(in file: CorpusFile) -> Double {
    [".mkv", ".flv"].contains { file.path.hasSuffix($0) } ? 0.001 : 0
  }

  /// The samples of sound that a track presents: as many as decoding gives, or as the source's edit list shows where
  /// that is less, or as its times span where packets are missing.
  private func expectEqual(_ count: Int, _ source: MediaTimes.Track, _ number: Int, of file: CorpusFile) throws {
    if let known = CorpusExceptions.sampleCounts[file.name] {
      #expect(count == known)
      return
    }
    var right = [source.sampleCount, source.spannedSampleCount].map { (Double($0), 1.0) }
    let span = source.end - (source.packets.first ?? 0)
    right += [source.packetDuration, span].map { ($0 * source.sampleRate, 1) }
    // libavcodec gives no sound for the first packet of AAC that comes without tables.
    if source.codec == "aac" { right.append((Double(source.sampleCount + source.lastFrameSampleCount), 1)) }
    let tables = try MovieTables(of: file.path)
    if tables.audio.indices.contains(number) {
      // Edits are rounded to ticks of the movie's time scale.
      let shown = tables.audio[number].presentedDuration(movieTimeScale: tables.movieTimeScale) * source.sampleRate
      right.append((shown, max(1, source.sampleRate / Double(tables.movieTimeScale))))
    }
    let coarse = rounding(in: file) * source.sampleRate
    #expect(
      right.contains { abs($0.0 - Double(count)) <= max($0.1, coarse) }, "\(count) samples and not one of \(right)")
  }

  private func expect(_ json: String, hasDropped count: Int) throws {
    let result = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let dropped = (result?["ledger"] as? [String: Any])?["dropped"] as? [[String: Any]]
    #expect(try #require(dropped).count >= count)
  }
}
