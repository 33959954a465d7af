import Foundation
import MovieFile
import TestSupport
import Testing

/// The tables of our movies say to other implementations what they say to us.
@Suite struct TableTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A run of the command, and the movie that it makes.
  struct Case: CustomTestStringConvertible, Sendable {
    var source: String
    var output: String
    var options: [String] = Self.copied

    static let copied = ["--video-codec", "copy", "--audio-codec", "copy"]
    static let encoded = ["--speed", "ultrafast", "--video-codec", "h264", "--audio-codec", "aac"]

    var testDescription: String { "\(source) → \(output) \(options == Self.copied ? "copied" : "encoded")" }
  }

  static let copies: [Case] = [
    Case(source: "h264-aac.mov", output: "out.mov"), Case(source: "h264-aac.mov", output: "out.mp4"),
    Case(source: "h264-aac.ts", output: "out.mp4"), Case(source: "h264-anamorphic.mp4", output: "out.mp4"),
    Case(source: "h264-anamorphic.mp4", output: "out.mov"), Case(source: "h264-fragmented.mp4", output: "out.mp4"),
    Case(source: "h264-interlaced.mov", output: "out.mov"), Case(source: "h264-late-audio.mov", output: "out.mov"),
    Case(source: "h264-late-audio.mov", output: "out.mp4"), Case(source: "h264-one-frame.mov", output: "out.mov"),
    Case(source: "h264-pcm.mov", output: "out.mov"), Case(source: "h264-rotated.mov", output: "out.mov"),
    Case(source: "h264-rotated.mov", output: "out.mp4"), Case(source: "h264-trimmed.mov", output: "out.mov"),
    Case(source: "h264-two-audio.mp4", output: "out.mp4"), Case(source: "h264-vfr.mov", output: "out.mov"),
    Case(source: "h264-vfr.mov", output: "out.mp4"), Case(source: "hevc10-hdr10.mp4", output: "out.mp4"),
    Case(source: "hevc10-hlg.mp4", output: "out.mov"), Case(source: "mjpeg-pcm.mov", output: "out.mov"),
    Case(source: "mpeg4-odd.mp4", output: "out.mp4"), Case(source: "prores-pcm24.mov", output: "out.mov"),
    Case(source: "aac-5.1.m4a", output: "out.m4a"), Case(source: "speech.m4a", output: "out.m4a"),
  ]

  static let encodings: [Case] = [
    Case(source: "h264-aac.mov", output: "out.mp4", options: Case.encoded),
    Case(source: "h264-aac.mov", output: "out.mov", options: Case.encoded),
    Case(source: "h264-anamorphic.mp4", output: "out.mp4", options: Case.encoded),
    Case(source: "h264-interlaced.mov", output: "out.mov", options: Case.encoded),
    Case(source: "h264-late-audio.mov", output: "out.mp4", options: Case.encoded),
    Case(source: "h264-rotated.mov", output: "out.mp4", options: Case.encoded),
    Case(source: "h264-trimmed.mov", output: "out.mp4", options: Case.encoded),
    Case(source: "h264-two-audio.mp4", output: "out.mov", options: Case.encoded),
    Case(source: "h264-vfr.mov", output: "out.mp4", options: Case.encoded),
    Case(source: "mpeg4-odd.mp4", output: "out.mp4", options: Case.encoded),
    Case(source: "prores-pcm24.mov", output: "out.mov", options: Case.encoded),
    Case(source: "speech.wav", output: "out.m4a", options: Case.encoded),
    Case(source: "aac-5.1.m4a", output: "out.mp4", options: Case.encoded),
  ]

  private func make(_ run: Case) throws -> String {
    try Tool.avwrite.run(["transcode", Files.fixture(run.source), folder.path(run.output), "-q"] + run.options)
    return folder.path(run.output)
  }

  // MARK: Samples

  @Test(
    .enabled(if: Tool.ffprobe.isInstalled(for: "our sample tables are not compared with its reading")),
    arguments: copies + encodings)
  func `ffprobe reads every sample as our tables say`(run: Case) throws {
    let path = try make(run)
    let movie = try Movie(path: path)
    let probe = try Probe.read(path, appliesEdits: false)
    #expect(movie.playedTracks.count == probe.tracks.count)
    for (track, stream) in zip(movie.playedTracks, probe.tracks) {
      #expect(stream.time_base == "1/\(track.timeScale)")
      // It puts samples of PCM together as it likes.
      if stream.codec_name?.hasPrefix("pcm_") == true { continue }
      let (samples, packets) = (Array(track.samples), probe.packets(of: stream))
      #expect(samples.count == packets.count)
      #expect(packets.map(\.dts) == samples.map(\.decodeTime))
      #expect(packets.map(\.pts) == samples.map(\.presentationTime))
      #expect(packets.map(\.size) == samples.map { "\($0.size)" })
      #expect(packets.map(\.pos) == samples.map { "\($0.offset)" })
      #expect(packets.map(\.isKey) == samples.map(\.isSync))
      // Of some streams with a variable frame rate it gives every picture one tick, whoever wrote the file.
      if packets.allSatisfy({ $0.duration == 1 }) { continue }
      #expect(packets.map(\.duration) == samples.map(\.duration))
    }
  }

  @Test(
    .enabled(if: Tool.gstreamer.isInstalled(for: "our sample tables are not compared with qtdemux's reading")),
    // Of a movie that is cut between key frames it clips the times of what it gives out.
    arguments: (copies + encodings).filter { $0.source != "h264-trimmed.mov" })
  func `qtdemux gives out every sample as our tables say`(run: Case) throws {
    let path = try make(run)
    let movie = try Movie(path: path)
    var numbers: [HandlerType: Int] = [:]
    for track in movie.playedTracks {
      let number = numbers[track.kind, default: 0]
      numbers[track.kind] = number + 1
      let demuxed = try Demuxed.read(path, pad: "\(track.kind == .video ? "video" : "audio")_\(number)")
      expectSameEdit(track, demuxed)
      if track.sampleEntries.first.map({ Self.isPCM($0.format) }) == true { continue }
      expectSameSamples(track, demuxed, movieTimeScale: movie.header.timeScale)
    }
  }

  private static func isPCM(_ type: FourCC) -> Bool {
    ["lpcm", "sowt", "twos", "in24", "ipcm"].contains(type)
  }

  /// It gives out all that is shown, perhaps without the sample in which the edit ends; what of the rest is its choice.
  private func expectSameSamples(_ track: Track, _ demuxed: Demuxed, movieTimeScale: Int32) {
    func nanoseconds(_ ticks: Int64) -> Int64 { Int64((Double(ticks) * 1e9 / Double(track.timeScale)).rounded(.down)) }
    // From 1.26 on, GStreamer applies the numbers of iTunes to a movie of sound alone, besides the edit: by whole packets.
    let shift = track.kind == .audio ? demuxed.ticksAhead(of: track) : 0
    #expect(shift == 0 || shift == Array(track.samples).first?.duration)
    func lasts(_ time: Int64?, _ ticks: Int64) -> Bool { time.map { abs($0 - nanoseconds(ticks)) <= 1 } ?? false }
    func isSame(_ time: Int64?, _ ticks: Int64) -> Bool { lasts(time, ticks - shift) }
    let edit = track.edits.first { $0.mediaStart != nil }
    let start = edit?.mediaStart ?? 0
    let end = edit.map { Double(start) + Double($0.duration) / Double(movieTimeScale) * Double(track.timeScale) }
    var buffers = demuxed.buffers[...]
    for sample in track.samples {
      guard let buffer = buffers.first, isSame(buffer.decodeTime, sample.decodeTime) else {
        let isShown = sample.presentationTime >= start + shift
        let isLast = end.map { Double(sample.presentationTime + sample.duration) >= $0 - 1 } ?? false
        #expect(!isShown || isLast, "sample \(sample.index) is not given out")
        continue
      }
      buffers.removeFirst()
      // So it does at the end: the last sample is as long as it is heard.
      let isCut = shift > 0 && buffers.isEmpty && buffer.duration ?? .max < nanoseconds(sample.duration)
      let isEqual =
        buffer.size == sample.size && buffer.isSync == sample.isSync
        && isSame(buffer.presentationTime, sample.presentationTime)
        && (isCut || lasts(buffer.duration, sample.duration))
      #expect(isEqual, "\(buffer) is not \(sample)")
    }
    #expect(buffers.isEmpty)
  }

  /// The first segment with media starts at the edit's media time, after the empty edits.
  private func expectSameEdit(_ track: Track, _ demuxed: Demuxed) {
    let start = track.edits.first { $0.mediaStart != nil }?.mediaStart ?? 0
    let seconds = Double(start) / Double(track.timeScale)
    #expect(demuxed.segments.contains { abs(Double($0.start) / 1e9 - seconds) < 0.000_001 }, "\(demuxed.segments)")
  }

  // MARK: Facts of the tracks

  @Test(
    .enabled(if: Tool.ffprobe.isInstalled(for: "descriptions of copies are not compared with their source's")),
    arguments: copies)
  func `ffprobe reads the same facts in a copy as in its source`(run: Case) throws {
    let before = try Probe.read(Files.fixture(run.source), appliesEdits: true)
    let after = try Probe.read(make(run), appliesEdits: true)
    #expect(before.tracks.map(\.facts) == after.tracks.map(\.facts))
    // Times of a source that has no edit list are relative to its start.
    let origin = before.tracks.compactMap { $0.start_time.flatMap(Double.init) }.min() ?? 0
    for (one, other) in zip(before.tracks, after.tracks) {
      let (start, newStart) = (one.start_time.flatMap(Double.init) ?? 0, other.start_time.flatMap(Double.init) ?? 0)
      #expect(abs(start - origin - newStart) < 0.001)
      #expect(one.disposition["default"] == other.disposition["default"] || !run.source.hasSuffix("mov"))
    }
  }

  @Test(
    .enabled(if: Tool.mediainfo.isInstalled(for: "descriptions of copies are not compared with their source's")),
    arguments: copies.filter { !$0.source.hasSuffix(".ts") })
  func `mediainfo reads the same facts in a copy as in its source`(run: Case) throws {
    let before = try MediaInfoReport.read(Files.fixture(run.source))
    let after = try MediaInfoReport.read(make(run))
    #expect(before.facts == after.facts)
  }

  @Test(
    .enabled(if: Tool.gstreamer.isInstalled(for: "descriptions of copies are not compared with their source's")),
    // ISO files of other writers say two channels of a mono stream, as the first edition wanted; QuickTime files not.
    arguments: copies.filter { !$0.source.hasSuffix(".ts") && $0.source.suffix(3) == $0.output.suffix(3) })
  func `qtdemux reads the same facts in a copy as in its source`(run: Case) throws {
    let path = try make(run)
    var numbers: [HandlerType: Int] = [:]
    for track in try Movie(path: path).tracks {
      let number = numbers[track.kind, default: 0]
      numbers[track.kind] = number + 1
      let pad = "\(track.kind == .video ? "video" : "audio")_\(number)"
      let (before, after) = try (Demuxed.read(Files.fixture(run.source), pad: pad), Demuxed.read(path, pad: pad))
      #expect(before.format == after.format)
      #expect(before.tags == after.tags)
    }
  }

  @Test(
    .enabled(if: Tool.mediainfo.isInstalled(for: "our movies are not compared with its reading")), arguments: encodings)
  func `mediainfo counts the samples of our tables and shows them as long`(run: Case) throws {
    let path = try make(run)
    let movie = try Movie(path: path)
    let report = try MediaInfoReport.read(path)
    #expect(movie.playedTracks.count == report.tracks.count)
    for (track, facts) in zip(movie.playedTracks, report.tracks) {
      // A track's duration is all of its edits, the empty ones too.
      let edits = track.edits.reduce(0) { $0 + $1.duration }
      let shown =
        track.edits.isEmpty
        ? Double(track.sampleDuration) / Double(track.timeScale)
        : Double(edits) / Double(movie.header.timeScale)
      #expect(abs((facts["Duration"].flatMap(Double.init) ?? 0) - shown) <= 0.001)
      if track.kind == .video { #expect(facts["FrameCount"] == "\(track.sampleCount)") }
    }
  }
}

extension Movie {
  /// Those with pictures and sound, which other programs give out sample by sample.
  fileprivate var playedTracks: [Track] { tracks.filter { [.video, .audio].contains($0.kind) } }
}
