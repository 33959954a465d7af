import Foundation
import TestSupport
import Testing

/// `avwrite join` and `avwrite cut`, judged by FFmpeg.
@Suite struct CutTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A picture as FFmpeg decodes it: its time in seconds, and its content.
  private struct Picture {
    let time: Double
    let hash: String
  }

  /// Returns the pictures of a file. Whatever FFmpeg says about it fails the test.
  private func pictures(_ path: String) throws -> [Picture] {
    let output = try Tool.ffmpeg.run([
      "-nostdin", "-v", "warning", "-noautorotate", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough",
      "-enc_time_base", "1:90000", "-f", "framemd5", "-",
    ])
    #expect(output.errors.isEmpty, "\(path): \(output.errors)")
    var tick = 1.0
    return output.text.split(separator: "\n").compactMap { line in
      if line.hasPrefix("#tb 0: ") {
        let numbers = line.dropFirst(7).split(separator: "/").compactMap { Double($0) }
        tick = numbers[0] / numbers[1]
      }
      let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      guard !line.hasPrefix("#"), let time = Double(fields[2]) else { return nil }
      return Picture(time: time * tick, hash: fields[5])
    }
  }

  private func luma(_ path: String) throws -> [UInt8] {
    try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-noautorotate", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-f",
      "rawvideo", "-pix_fmt", "gray", "-",
    ]).bytes
  }

  /// Returns the ratio of signal to noise of two pictures, in decibels.
  private func ratio(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Double {
    let error = one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        var (error, index) = (0, 0)
        while index < one.count {
          let difference = Int(one[index]) &- Int(other[index])
          error &+= difference &* difference
          index &+= 1
        }
        return error
      }
    }
    return error == 0 ? .infinity : 10 * log10(255 * 255 * Double(one.count) / Double(error))
  }

  /// The number of pictures that the ledger says are encoded.
  private func encodedCount(_ ending: Command.Ending) throws -> Int {
    let document = try #require(try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any])
    let ledger = try #require(document["ledger"] as? [String: [[String: Any]]])
    let entry = ledger["converted"]?.first { ($0["fact"] as? String)?.hasSuffix(".video.pictures") == true }
    return (entry?["to"] as? String).flatMap { $0.split(separator: " ").first }.flatMap { Int($0) } ?? 0
  }

  /// Two random cuts of each clip. FFmpeg cannot judge h264-trimmed.mov: it moves an edit that begins within a picture.
  @Test(arguments: [
    "h264-aac.mov", "h264-vfr.mov", "h264-rotated.mov", "h264-interlaced.mov", "hevc10-hlg.mp4",
  ])
  func `CL-14: a cut has exactly its pictures at their times`(name: String) throws {
    var random = SeededGenerator(seed: UInt64(name.count))
    let source = Files.fixture(name)
    let all = try pictures(source)
    let (last, content) = (try #require(all.last).time, try luma(source))
    let size = content.count / all.count
    for number in 1...2 {
      let from = (Double.random(in: 0..<last * 0.7, using: &random) * 1000).rounded() / 1000
      let to = (Double.random(in: from + 0.1...last, using: &random) * 1000).rounded() / 1000
      let out = folder.path("\(number).mp4")
      let ending = try Command.run("cut", source, out, "--from", "\(from)", "--to", "\(to)", "--json", in: folder)
      #expect(ending.exit == 0, "\(ending)")
      #expect(try Schema("event").problems(with: ending.output) == [])
      let shown = all.indices.filter { index in
        all[index].time < to && (index + 1 < all.count ? all[index + 1].time : .infinity) > from
      }
      let cut = try pictures(out)
      #expect(cut.count == shown.count, "\(name) \(from) \(to)")
      let (made, encoded) = (try luma(out), try encodedCount(ending))
      var copied = 0
      for (place, (index, picture)) in zip(shown, cut).enumerated() {
        #expect(abs(picture.time - (max(all[index].time, from) - from)) < 0.0011, "\(name) \(from) \(to) \(place)")
        if picture.hash == all[index].hash {
          copied += 1
        } else {
          let places = (index * size..<(index + 1) * size, place * size..<(place + 1) * size)
          #expect(ratio(content[places.0], made[places.1]) >= 40, "\(name) \(from) \(to) \(place)")
        }
      }
      #expect(copied >= shown.count - encoded, "\(name) \(from) \(to)")
      // What is copied is copied byte by byte.
      let stored = Set(try Probe.read(source).hashes("v:0"))
      #expect(try Probe.read(out).hashes("v:0").count { stored.contains($0) } == shown.count - encoded)
    }
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "no reordered pictures of variable rate are cut")),
    arguments: ["out.mp4", "out.mkv"],
    [(.chosen, 0, 1.5), (.chosen, 0.5, 1.5), (.chosen, 1.3, 1.5), (.decodedEarly, 0, 1.5), (.decodedEarly, 0.5, 1.5)]
      as [(PausingClip, Double, Double)])
  func `CL-14: a cut is as long as was asked for, and told to be`(
    out: String, cut: (clip: PausingClip, from: Double, to: Double)
  ) throws {
    try cut.clip.write(to: folder.path("in.mp4"))
    let ending = try Command.run(
      "cut", "in.mp4", out, "--from", "\(cut.from)", "--to", "\(cut.to)", "--json", in: folder)
    try #require(ending.exit == 0, "\(ending)")
    let length = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", folder.path(out),
    ]).text.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(try abs(#require(Double(length)) - (cut.to - cut.from)) < 0.0011)
    let document = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    let tracks = (document?["verified"] as? [String: Any])?["tracks"] as? [[String: Any]]
    let told = try #require(tracks?.first?["duration"] as? [String: Int])
    let seconds = Double(told["value"] ?? 0) / Double(told["scale"] ?? 1)
    #expect(abs(seconds - (cut.to - cut.from)) < 0.0011)
  }

  /// A transport stream states neither its duration nor that of a picture, and readers guess both.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "no reordered pictures of variable rate are cut")),
    arguments: [["cut", "--to", "1.5"], ["transcode", "--end", "1.5"]], ["out.ts", "-"])
  func `CL-14: a part whose container does not state its length is told as it was written`(
    words: [String], out: String
  ) throws {
    try PausingClip.chosen.write(to: folder.path("in.mp4"))
    let arguments = [words[0], "in.mp4", out, "--format", "ts", "--json"] + words.dropFirst()
    let isStream = out == "-"
    let ending = try Command(arguments, in: folder, prelude: isStream ? "exec >stream.ts; " : "").ending()
    try #require(ending.exit == 0, "\(ending)")
    let text = isStream ? ending.errors : ending.output
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let tracks = (document?["verified"] as? [String: Any])?["tracks"] as? [[String: Any]]
    let told = try #require(tracks?.first?["duration"] as? [String: Int])
    #expect(abs(Double(told["value"] ?? 0) / Double(told["scale"] ?? 1) - 1.5) < 0.001, "\(told)")
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "no reordered pictures of variable rate are cut")),
    arguments: ["out.ts", "out.mkv"])
  func `CL-06: what a container does not state is not as it was in a part`(out: String) throws {
    try PausingClip.chosen.write(to: folder.path("in.mp4"))
    let ending = try Command.run("cut", "in.mp4", out, "--to", "1.5", "--json", in: folder)
    try #require(ending.exit == 0, "\(ending)")
    let ledger = try LedgerDocument(of: Data(ending.output.utf8))
    let changes = Dictionary(ledger.converted.map { ($0.fact, $0.to) }) { first, _ in first }
    #expect(changes["file.duration"] == "00:00:01.500" && changes["track.1.duration"] == "00:00:01.500", "\(changes)")
    #expect(changes["track.1.samples"] == "30", "\(changes)")
    let check = try Command.run("verify", out, "--against", "in.mp4", "--end", "1.5", "--json", in: folder)
    try #require(check.exit == 0, "\(check)")
    let verified = try LedgerDocument(of: Data(check.output.utf8))
    for fact in ["file.duration", "track.1.duration", "track.1.samples"] {
      #expect(!(ledger.kept + verified.kept).contains { $0.fact == fact }, "\(fact)")
      #expect(verified.converted.contains { $0.fact == fact }, "\(fact)")
    }
  }

  @Test func `CL-14: --snap encodes nothing, and what has no encoder exits 69 without it`() throws {
    let source = Files.fixture("mpeg4-odd.mp4")
    let refused = try Command.run("cut", source, folder.path("a.mp4"), "--from", "0.1", in: folder)
    #expect(refused.exit == 69 && refused.errors.contains("--snap") && folder.names.isEmpty, "\(refused)")
    let ending = try Command.run(
      "cut", source, folder.path("a.mp4"), "--from", "0.1", "--snap", "--json", in: folder)
    #expect(ending.exit == 0, "\(ending)")
    #expect(try encodedCount(ending) == 0)
    let plan = try Command.run(
      "cut", Files.fixture("h264-trimmed.mov"), folder.path("b.mp4"), "--from", "0.1", "--plan", "--json", in: folder)
    #expect(plan.exit == 0 && plan.output.contains("encoded_pictures"), "\(plan)")
    #expect(try Schema("plan").problems(with: plan.output) == [])
    #expect(try Command.run("cut", source, folder.path("b.mp4"), in: folder).exit == 64)
  }

  @Test(arguments: ["h264-aac.mov", "h264-two-audio.mp4"])
  func `CL-13: joined files show every picture, one file after the other`(name: String) throws {
    let source = Files.fixture(name)
    let out = folder.path("out.mp4")
    let ending = try Command.run("join", source, source, source, "-o", out, "--json", in: folder)
    #expect(ending.exit == 0, "\(ending)")
    #expect(try Schema("event").problems(with: ending.output) == [])
    let (one, joined) = (try pictures(source), try pictures(out))
    #expect(joined.map(\.hash) == one.map(\.hash) + one.map(\.hash) + one.map(\.hash))
    let length = try #require(
      Double(
        try Tool.ffprobe.run([
          "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", source,
        ]).text.trimmingCharacters(in: .whitespacesAndNewlines)))
    for (index, picture) in joined.enumerated() {
      let expected = one[index % one.count].time + Double(index / one.count) * length
      #expect(abs(picture.time - expected) < 0.002, "\(index)")
    }
  }

  @Test func `CL-13, WI-66: joined files have their last pictures, whose duration their tables do not state`() throws {
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture("mjpeg-pcm.mov"))))
    try Data(MovieBoxes.withoutLastPictureDuration(whole)).write(to: folder.file("in.mov"))
    let ending = try Command.run("join", "in.mov", "in.mov", "-o", "out.mov", in: folder)
    #expect(ending.exit == 0, "\(ending)")
    let (one, joined) = (try Probe.read(folder.path("in.mov")), try Probe.read(folder.path("out.mov")))
    #expect(one.hashes("v:0").count == 15)
    #expect(joined.hashes("v:0") == one.hashes("v:0") + one.hashes("v:0"))
    let times = joined.times("v:0")
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 15) < 0.002 }, "\(times)")
  }

  @Test func `CL-13: what does not fit is encoded with a reason, and what others have besides is dropped`() throws {
    let (first, other) = (Files.fixture("h264-aac-small.mp4"), Files.fixture("h264-two-audio.mp4"))
    let ending = try Command.run("join", first, other, "-o", folder.path("out.mkv"), "--plan", in: folder)
    #expect(ending.exit == 0 && ending.output.contains("encoded as h264"), "\(ending)")
    #expect(ending.output.contains("h264-two-audio.mp4 has "), "\(ending)")
    #expect(ending.output.contains("the first input has no such track"), "\(ending)")
    #expect(try Command.run("join", first, "-o", folder.path("out.mp4"), in: folder).exit == 64)
    #expect(try Command.run("join", other, first, "-o", first, "--force", in: folder).exit == 73)
  }

  @Test func `CL-13: only an input that differs is encoded, as the first one is`() throws {
    let (first, other) = (Files.fixture("h264-aac.mov"), Files.fixture("h264-vfr.mov"))
    let out = folder.path("out.mov")
    let plan = try Command.run("join", first, other, first, "-o", out, "--plan", "--json", in: folder)
    #expect(plan.exit == 0 && plan.output.contains("encoded_inputs"), "\(plan)")
    #expect(try Schema("plan").problems(with: plan.output) == [])
    let ending = try Command.run("join", first, other, first, "-o", out, "--json", in: folder)
    #expect(ending.exit == 0 && ending.output.contains("it has 320x180 pixels instead of 480x270"), "\(ending)")
    #expect(try Schema("event").problems(with: ending.output) == [])
    #expect(folder.names == ["out.mov"])
    // The pictures of the first file are there twice, unchanged, and those of the other between them.
    let (copied, encoded, joined) = (try pictures(first), try pictures(other), try pictures(out))
    #expect(joined.count == 2 * copied.count + encoded.count)
    #expect(joined.prefix(copied.count).map(\.hash) == copied.map(\.hash))
    #expect(joined.suffix(copied.count).map(\.hash) == copied.map(\.hash))
    let (start, behind) = (joined[copied.count].time, joined[copied.count + encoded.count].time)
    for (picture, source) in zip(joined[copied.count...], encoded) {
      #expect(abs(picture.time - start - source.time) < 0.002, "\(source.time)")
    }
    // Packets are copied byte by byte, of sound too.
    for stream in ["v:0", "a:0"] {
      let stored = try Probe.read(first).hashes(stream)
      let written = try Probe.read(out).hashes(stream)
      #expect(written.count > 2 * stored.count && Array(written.prefix(stored.count)) == stored, "\(stream)")
      #expect(Array(written.suffix(stored.count)) == stored, "\(stream)")
    }
    // Sound and pictures of the third file begin together.
    let sound = try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-i", out, "-map", "0:a:0", "-ss", "\(behind)", "-f", "s16le", "-ac", "1", "-",
    ]).bytes
    let alone = try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-i", first, "-map", "0:a:0", "-f", "s16le", "-ac", "1", "-",
    ]).bytes
    #expect(abs(sound.count - alone.count) <= 2 * 2048, "\(sound.count) \(alone.count)")
  }

  /// Makes a clip of three seconds in groups of a second.
  private func clip(_ name: String, _ options: String..., size: String = "64x48", format: String = "yuv420p") throws {
    try Tool.ffmpeg.run(
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=3,format=\(format)", "-g", "25"]
        + options + [folder.path(name)])
  }

  private static let hevc = ["-c:v", "libx265", "-x265-params", "keyint=25:log-level=error"]

  /// FFmpeg leaves out the pictures of a sample entry whose code is not the first one's.
  @Test(arguments: ["hev1", "hvc1"])
  func `CL-14: the pictures of a cut are in sample entries of one code`(code: String) throws {
    try Tool.ffmpeg.run(
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=3"] + Self.hevc
        + ["-tag:v", code, folder.path("in.mp4")])
    let ending = try Command.run("cut", "in.mp4", "out.mp4", "--from", "0.5", "--to", "2.5", in: folder)
    #expect(ending.exit == 0, "\(ending)")
    // The first one began before the part.
    #expect(try decodedCount("out.mp4") == 51)
  }

  /// The number of pictures that FFmpeg decodes.
  private func decodedCount(_ name: String) throws -> Int? {
    let text = try Tool.ffprobe.run([
      "-v", "error", "-select_streams", "v:0", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of",
      "csv=p=0", folder.path(name),
    ]).text
    return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test(arguments: [["hev1", "hvc1"], ["hvc1", "hev1"]])
  func `CL-13: parts of both codes of HEVC become one`(codes: [String]) throws {
    for code in codes {
      try Tool.ffmpeg.run(
        ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1"] + Self.hevc
          + ["-tag:v", code, folder.path("\(code).mp4")])
    }
    let names = codes.map { "\($0).mp4" }
    let ending = try Command(["join"] + names + ["-o", "out.mp4"], in: folder).ending()
    #expect(ending.exit == 0 && !ending.errors.contains("encoded"), "\(ending)")
    #expect(try decodedCount("out.mp4") == 50)
    try clip("other.mp4", "-c:v", "libx264")
    let encoded = try Command.run("join", "hev1.mp4", "other.mp4", "-o", "two.mp4", in: folder)
    #expect(encoded.exit == 0, "\(encoded)")
    #expect(try decodedCount("two.mp4") == 100)
  }

  @Test(arguments: [("mp4", "mp4"), ("ts", "ts"), ("ts", "mp4")])
  func `CL-13, CO-50: parts of HEVC that begin with an open group lose no picture`(
    source: String, container: String
  ) throws {
    try Tool.ffmpeg.run(
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=4", "-c:v", "libx265", "-x265-params"]
        + ["open-gop=1:keyint=25:min-keyint=25:scenecut=0:bframes=3:log-level=error", folder.path("in.mp4")])
    let part = "part.\(source)"
    try Tool.ffmpeg.run(
      ["-nostdin", "-v", "error", "-ss", "2", "-i", folder.path("in.mp4"), "-c", "copy", folder.path(part)])
    let ending = try Command.run("join", part, part, part, "-o", "out.\(container)", in: folder)
    #expect(ending.exit == 0 && !ending.errors.contains("encoded"), "\(ending)")
    let (one, joined) = (try pictures(folder.path(part)).map(\.hash), try pictures(folder.path("out.\(container)")))
    #expect(one.count == 50 && joined.map(\.hash) == one + one + one, "\(one.count), \(joined.count)")
  }

  @Test(arguments: ["odd", "rgb", "lossless", "cropped"])
  func `CL-14: pictures that no encoder here can stand beside exit 69`(name: String) throws {
    switch name {
    case "odd": try clip("in.mp4", "-c:v", "libx264", size: "66x49", format: "yuv422p")
    case "rgb": try clip("in.mp4", "-c:v", "libx264rgb", format: "gbrp")
    case "lossless": try clip("in.mp4", "-c:v", "libx264", "-qp", "0")
    default:
      try clip("whole.mp4", "-c:v", "libx264")
      let whole = [UInt8](try Data(contentsOf: folder.file("whole.mp4")))
      try Data(MovieBoxes.entries(of: "avc1", in: whole, state: 62, 46)).write(to: folder.file("in.mp4"))
    }
    let refused = try Command.run("cut", "in.mp4", "out.mp4", "--from", "0.5", "--to", "2.5", in: folder)
    #expect(refused.exit == 69 && refused.errors.contains("cannot be cut to the picture"), "\(refused)")
    let snapped = try Command.run("cut", "in.mp4", "out.mp4", "--from", "0.5", "--to", "2.5", "--snap", in: folder)
    #expect(snapped.exit == 0, "\(snapped)")
  }

  @Test func `CL-13: an input without loss behind one with loss is encoded`() throws {
    try clip("lossy.mp4", "-c:v", "libx264")
    try clip("lossless.mp4", "-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p")
    let ending = try Command.run("join", "lossy.mp4", "lossless.mp4", "-o", "out.mp4", in: folder)
    #expect(ending.exit == 0, "\(ending)")
    let (whole, joined) = (try luma(folder.path("lossless.mp4")), try luma(folder.path("out.mp4")))
    #expect(joined.count == 2 * whole.count)
    #expect(ratio(whole[...], joined[whole.count...]) > 30)
  }

  private struct Result: Decodable { var ledger: LedgerDocument }
  private struct PlanDocument: Decodable { var plan: Result }

  @Test(arguments: ["out.wav", "out.mkv"])
  func `CL-06: what other inputs are changed to in a track that is encoded as a whole is told`(out: String) throws {
    for (file, rate, channels) in [("one.wav", "48000", "1"), ("two.wav", "44100", "2")] {
      try Tool.ffmpeg.run([
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=r=\(rate):d=1", "-ac", channels, folder.path(file),
      ])
    }
    let words = ["join", "one.wav", "two.wav", "-o", out, "--json"]
    for isPlan in [true, false] {
      let ending = try Command(words + (isPlan ? ["--plan"] : []), in: folder).ending()
      #expect(ending.exit == 0, "\(ending)")
      let (document, decoder) = (Data(ending.output.utf8), JSONDecoder())
      let result =
        try isPlan
        ? decoder.decode(PlanDocument.self, from: document).plan : decoder.decode(Result.self, from: document)
      let ledger = result.ledger
      func change(_ property: String) -> [String?]? {
        ledger.converted.first { $0.fact == "input.2.track.1.audio.\(property)" }.map { [$0.from, $0.to] }
      }
      #expect(change("channels") == ["2", "1"] && change("sampleRate") == ["44100", "48000"], "\(ending.output)")
    }
    let found = try Probe.values(of: folder.path(out), stream: "a:0", fields: ["channels", "sample_rate"])
    #expect(found == ["channels": "1", "sample_rate": "48000"])
  }

  @Test func `CL-06: what an input loses that alone is encoded is told`() throws {
    for isPlan in [true, false] {
      let words = [
        "join", Files.fixture("h264-aac-small.mp4"), Files.fixture("hevc10-hdr10.mp4"), "-o", "out.mp4", "--json",
      ]
      let ending = try Command(words + (isPlan ? ["--plan"] : []), in: folder).ending()
      #expect(ending.exit == 0, "\(ending)")
      let (document, decoder) = (Data(ending.output.utf8), JSONDecoder())
      let result =
        try isPlan
        ? decoder.decode(PlanDocument.self, from: document).plan : decoder.decode(Result.self, from: document)
      let changed = result.ledger.changed.map(\.fact)
      for property in ["", ".codec", ".video.size", ".video.bitDepth", ".video.color.transfer"] {
        #expect(changed.count { $0 == "input.2.track.1\(property)" } == 1, "\(property): \(changed)")
      }
    }
  }

  @Test(arguments: ["in.avi", "in.y4m", "in.mp4"])
  func `CL-12: a part of media with a coarse time scale has its length`(name: String) throws {
    let options = name == "in.mp4" ? ["-video_track_timescale", "25"] : name == "in.avi" ? ["-c:v", "mpeg4"] : []
    try Tool.ffmpeg.run(
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=3"] + options + [folder.path(name)])
    for out in ["out.mp4", "out.mkv"] {
      let ending = try Command.run("transcode", name, out, "--start", "0.5", "--end", "1.99", in: folder)
      #expect(ending.exit == 0, "\(ending)")
    }
    // FFmpeg from 7 on rounds to the pictures' ticks.
    guard Tool.mediainfo.isInstalled(for: "no length is compared") else { return }
    let length = try MediaReport.mediainfo(folder.file("out.mp4")).first?["Duration"]
    #expect(abs((length.flatMap { Double($0) } ?? 0) - 1.49) < 0.002)
  }

  /// The pictures are shown from 1 to 3 s, the first sound is heard from 0 to 2 s.
  @Test(arguments: [["0.3", "0.9", "audio"], ["2.2", "2.8", "video"]], ["cut", "transcode"])
  func `CL-12: a track that is not presented in a part is left out of it`(part: [String], verb: String) throws {
    try clip("pictures.mp4", "-c:v", "libx264", "-t", "2")
    try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-itsoffset", "1", "-i", folder.path("pictures.mp4"), "-f", "lavfi", "-i",
      "sine=r=48000:d=2", "-c:v", "copy", "-c:a", "aac", folder.path("in.mp4"),
    ])
    let ends = verb == "cut" ? ["--from", part[0], "--to", part[1]] : ["--start", part[0], "--end", part[1]]
    let ending = try Command([verb, "in.mp4", "out.mp4", "--json"] + ends, in: folder).ending()
    #expect(ending.exit == 0, "\(ending)")
    #expect(ending.output.contains("outside the part that was asked for"), "\(ending)")
    let streams = try Probe.read(folder.path("out.mp4")).streams
    #expect(streams.map(\.codec_type) == [part[2]])
    let decoded = try Tool.ffmpeg.run(["-nostdin", "-v", "error", "-i", folder.path("out.mp4"), "-f", "null", "-"])
    #expect(decoded.errors.isEmpty, "\(decoded.errors)")
  }

  @Test(arguments: [(0.7, [(0.0, 0.8), (1.3, 3.3)]), (1.6, [(0.4, 2.4)]), (2.5, [(0.0, 1.5)])])
  func `CL-14: texts of a part begin and end within it`(from: Double, texts: [(Double, Double)]) throws {
    let file = "1\n00:00:00,500 --> 00:00:01,500\nA\n\n2\n00:00:02,000 --> 00:00:09,000\nB\n"
    let list = try folder.write(file, to: "in.srt")
    try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=9", "-i", list, "-c:v", "libx264", "-g",
      "25", "-c:s", "srt", folder.path("in.mkv"),
    ])
    let ending = try Command.run("transcode", "in.mkv", "out.mkv", "--start", "\(from)", "--end", "4", in: folder)
    #expect(ending.exit == 0, "\(ending)")
    let shown = try Tool.ffprobe.run([
      "-v", "error", "-select_streams", "s:0", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0",
      folder.path("out.mkv"),
    ]).text.split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
    #expect(shown.count == texts.count, "\(shown)")
    for (text, expected) in zip(shown, texts) where text.count == 2 {
      #expect(abs(text[0] - expected.0) < 0.002 && abs(text[0] + text[1] - expected.1) < 0.002, "\(shown)")
    }
  }

  @Test func `CL-13: a text that lasts longer than the media leaves no gap`() throws {
    let list = try folder.write("1\n00:00:00,500 --> 00:00:09,000\nHi\n", to: "in.srt")
    try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=3", "-i", list, "-c:v", "libx264",
      "-c:s",
      "srt", folder.path("in.mkv"),
    ])
    let ending = try Command.run("join", "in.mkv", "in.mkv", "-o", "out.mp4", in: folder)
    #expect(ending.exit == 0, "\(ending)")
    let joined = try pictures(folder.path("out.mp4"))
    #expect(joined.count == 150)
    #expect(abs((joined.last?.time ?? 0) - 5.96) < 0.01)
  }
}
