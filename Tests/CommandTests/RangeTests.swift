import Foundation
import TestSupport
import Testing

/// Parts of a source, exact to the picture and to the sample, and CL-12.
@Suite struct RangeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func transcode(_ arguments: String...) throws {
    let ending = try Command(["transcode"] + arguments, in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
  }

  /// 16-bit samples, as FFmpeg decodes them.
  private func samples(_ path: String) throws -> [Int16] {
    let data = try Tool.ffmpeg.run(["-v", "error", "-i", path, "-map", "a:0", "-f", "s16le", "-"]).data
    return data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  @Test(arguments: [0.2, 0.33334, 1.0])
  func `a part of WAVE is those samples`(start: Double) throws {
    let source = Files.fixture("speech.wav")
    try transcode(source, "out.wav", "--start", "\(start)", "--duration", "0.7501")
    let (all, part) = (try samples(source), try samples(folder.path("out.wav")))
    let first = Int((start * 44100).rounded())
    #expect(part.count == Int(((start + 0.7501) * 44100).rounded()) - first)
    #expect(part == Array(all[first..<first + part.count]))
  }

  @Test(arguments: [("speech.wav", "2.49999"), ("speech.m4a", "2.99999"), ("speech.flac", "1.49999")])
  func `a part that begins within half a sample of the end is refused, and one before it has that sample`(
    name: String, start: String
  ) throws {
    for output in ["out.wav", "out.m4a", "out.mkv"] {
      let ending = try Command.run("transcode", Files.fixture(name), output, "--start", start, in: folder)
      #expect(ending.exit == 64 && ending.errors.contains("no track is presented in the part"), "\(ending.errors)")
    }
    #expect(folder.names.isEmpty)
    try transcode(Files.fixture(name), "out.wav", "--start", String(start.dropLast()) + "8")
    #expect(try samples(folder.path("out.wav")).count == 1)
  }

  /// No time scale of a file has all these decimals.
  @Test(arguments: ["0.123456789", "1.999999999", "0.5000001"])
  func `a part of WAVE that is given with many decimals begins with the nearest sample`(start: String) throws {
    let source = Files.fixture("speech.wav")
    try transcode(source, "out.wav", "--start", start, "--duration", "0.250000001")
    let (all, part) = (try samples(source), try samples(folder.path("out.wav")))
    let first = Int(((Double(start) ?? 0) * 44100).rounded())
    #expect(part == Array(all[first..<first + 11025]))
  }

  /// Pictures are shown from 12/25 s on, and in the other file from 11 · 1001/30000 s on.
  @Test(arguments: [
    ("h264-two-audio.mp4", ["0.48", "0.479999999", "0.480000001", "0.4800004"], 38),
    ("h264-aac.mov", ["0.367033", "0.367033333", "0.367033334"], 109),
  ])
  func `a part that is given by the decimals of a picture's time begins with that picture`(
    name: String, starts: [String], count: Int
  ) throws {
    for start in starts {
      try transcode(Files.fixture(name), "out.mp4", "--force", "--start", start, "--speed", "ultrafast")
      let times = try Probe.read(folder.path("out.mp4")).times("v:0").sorted()
      #expect(times.count == count && times[1] - times[0] > 0.03, "\(start): \(times)")
    }
  }

  /// The times of its pictures, its sound and the part have no common time scale.
  @Test func `a part of a stream that is given with many decimals is as long as was asked`() throws {
    try transcode(
      Files.fixture("h264-aac.ts"), "out.mp4", "--start", "0.123456789", "--end", "0.987654321", "--speed", "ultrafast")
    let words = ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", folder.path("out.mp4")]
    let length = try Double(Tool.ffprobe.run(words).text.trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(abs((length ?? 0) - 0.864197532) < 0.003)
  }

  @Test func `a part of MP3 is encoded anew and has its length`() throws {
    try transcode(Files.fixture("speech.mp3"), "out.mp3", "--start", "0.5", "--duration", "1")
    #expect(try samples(folder.path("out.mp3")).count == 44100)
    let copied = try Command.run(
      "transcode", Files.fixture("speech.mp3"), "copied.mp3", "--start", "0.5", "--audio-codec", "copy", in: folder)
    #expect(copied.exit == 69)
    #expect(copied.errors.contains("it may begin or end within a packet"))
  }

  @Test(arguments: ["speech.mp3", "speech-bare.mp3"])
  func `copied MP3 decodes to the same samples`(name: String) throws {
    try transcode(Files.fixture(name), "out.mp3")
    #expect(try samples(folder.path("out.mp3")) == samples(Files.fixture(name)))
  }

  @Test(arguments: ["speech.wav", "pcm24-stereo.wav"])
  func `encoded MP3 has as many samples as its source`(name: String) throws {
    try transcode(Files.fixture(name), "out.mp3")
    #expect(try samples(folder.path("out.mp3")).count == samples(Files.fixture(name)).count)
  }

  @Test func `the pictures of a part are those that are shown in it`() throws {
    let source = Files.fixture("h264-vfr.mov")
    try transcode(source, "out.mp4", "--start", "0.5", "--end", "1.7", "--speed", "ultrafast")
    let shown = try Probe.read(source).times("v:0").filter { $0 >= 0.5 && $0 < 1.7 }
    let found = try Probe.read(folder.path("out.mp4")).times("v:0")
    // The picture that is on the screen when the part begins is shown until the next. FFmpeg counts from that next one.
    #expect(found.count == shown.count + 1)
    #expect(zip(shown, found.dropFirst()).allSatisfy { abs(($0 - shown[0]) - ($1 - found[1])) < 0.001 })
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "no reordered pictures of variable rate are parted")),
    arguments: ["mp4", "mkv"], PausingClip.allCases)
  func `the last picture of a part is shown up to the end of the part`(container: String, clip: PausingClip) throws {
    try clip.write(to: folder.path("in." + container))
    func expectLength(_ seconds: Double) throws {
      let words = ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", folder.path("out.mp4")]
      let text = try Tool.ffprobe.run(words).text
      let length = try #require(Double(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(abs(length - seconds) < 0.003)
    }
    for (start, end) in [(0, 1.5), (1.3, 1.5)] {
      let part = ["--start", "\(start)", "--end", "\(end)"]
      let ending = try Command(["transcode", "in." + container, "out.mp4", "--force"] + part, in: folder).ending()
      #expect(ending.exit == 0, "\(ending.errors)")
      try expectLength(end - start)
    }
  }

  @Test(arguments: ["mp4", "mov", "mkv"], [[], ["--copy", "text", "--copy", "subtitle"]])
  func `texts and chapters begin and end with the part in every container`(
    container: String, copies: [String]
  ) throws {
    let options = ["--start", "0.71", "--end", "1.94", "--speed", "ultrafast"] + (container == "mkv" ? [] : copies)
    let words = ["transcode", Files.fixture("h264-two-audio.mp4"), "out." + container]
    let ending = try Command(words + options, in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    let chapters = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "chapter=start_time,end_time", "-of", "csv=p=0", folder.path("out." + container),
    ]).text.split(whereSeparator: { ",\n".contains($0) }).compactMap { Double($0) }
    try #require(chapters.count == 4)
    for (found, wanted) in zip(chapters, [0, 0.29, 0.29, 1.23]) { #expect(abs(found - wanted) < 0.003, "\(chapters)") }
    // Matroska has no sample for a pause.
    let texts = try Probe.read(folder.path("out." + container)).times("s:0").filter { abs($0 - 0.19) > 0.003 }
    try #require(texts.count >= 2)
    for (found, wanted) in zip(texts, [0, 0.29]) { #expect(abs(found - wanted) < 0.003, "\(texts)") }
  }

  /// The chapters end before the part or behind the film. In MP4 they are the samples of a track. Matroska does not
  /// state how long its tracks are.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "no film has chapters that end elsewhere")),
    arguments: [("in.mp4", 500), ("in.mp4", 5000), ("in.mkv", 500), ("in.mkv", 5000)], ["mp4", "mov", "mkv"])
  func `a part that is asked for beyond the film ends with the film, wherever its chapters end`(
    source: (name: String, lastEnd: Int), container: String
  ) throws {
    try ChapteredFilm.write([(0, 300), (300, source.lastEnd)], to: source.name, in: folder)
    let out = "out." + container
    for end in [["--end", "4"], []] {
      let words = ["transcode", source.name, out, "--force", "--start", "0.6", "--speed", "ultrafast"] + end
      let ending = try Command(words, in: folder).ending()
      try #require(ending.exit == 0, "\(ending.errors)")
      let times = try Tool.ffprobe.run([
        "-v", "error", "-show_entries", "format=duration:chapter=end_time", "-of", "csv=p=0", folder.path(out),
      ]).text.split(whereSeparator: \.isNewline).compactMap { Double($0) }
      #expect(!times.isEmpty && times.allSatisfy { abs($0 - 0.4) < 0.03 }, "\(end) \(times)")
    }
    #expect(try Command.run("transcode", source.name, "late." + container, "--start", "2", in: folder).exit == 64)
  }

  /// In this stream sound begins before the pictures.
  @Test func `CL-12 times count from the earliest kept track`() throws {
    let source = Files.fixture("h264-aac.ts")
    try transcode(source, "both.mp4", "--copy", "video", "--copy", "audio")
    try transcode(source, "video.mp4", "--copy", "video", "--drop", "audio")
    let both = try #require(Probe.read(folder.path("both.mp4")).times("v:0").first)
    let alone = try #require(Probe.read(folder.path("video.mp4")).times("v:0").first)
    #expect(both > 0.02)
    #expect(alone == 0)
  }

  /// The part begins within a picture, which is shown from there on.
  @Test(arguments: ["mkv", "webm", "ts", "mp4", "mov"])
  func `a part that begins within a picture begins with it in every container`(container: String) throws {
    let source = Files.fixture("h264-two-audio.mp4")
    try transcode(source, "out." + container, "--start", "0.5", "--speed", "ultrafast")
    let probe = try Probe.read(folder.path("out." + container))
    let video = try #require(probe.streams.first { $0.codec_type == "video" })
    let times = probe.packets.filter { $0.stream_index == video.index }.compactMap { $0.pts_time.flatMap(Double.init) }
    // An encoder does not take what is left of the first picture for the rate of all.
    let levels = try [source, folder.path("out." + container)].map { path in
      try Probe.values(of: path, stream: "v:0", fields: ["level"])["level"].flatMap { Int($0) } ?? 0
    }
    #expect(container == "webm" || levels[1] <= max(levels[0], 13), "\(levels)")
    // 0.48 s is the last of 25 pictures a second before, and 38 of them are left.
    #expect(
      times.count == 38 && abs((times.min() ?? -1) + 0.02 - (times.sorted().dropFirst().first ?? 0)) < 0.003, "\(times)"
    )
  }
}
