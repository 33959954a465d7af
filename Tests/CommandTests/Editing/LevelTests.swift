import Foundation
import TestSupport
import Testing

/// `--volume`, `--fade-in` and `--fade-out`: samples against the formula, and against FFmpeg's filters.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "nothing is made to be faded")))
struct LevelTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// FFmpeg 9, where `scripts/hunt` or `scripts/benchmark` fetched it, else the one that is installed.
  private static let judge: String = {
    let places = ".build/ffmpeg9/lib/python3*/site-packages/imageio_ffmpeg/binaries/ffmpeg-*"
    let newest = try? Tool.python3.run(["-c", "import glob; print(glob.glob('\(Files.root.path)/\(places)')[0])"]).text
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return newest ?? Tool.ffmpeg.path ?? ""
  }()

  private func transcode(_ arguments: [String]) throws {
    let ending = try Command(["transcode"] + arguments, in: folder).ending()
    try #require(ending.exit == 0, "\(ending.errors)")
  }

  private func make(_ name: String, _ arguments: [String]) throws {
    try Tool.ffmpeg.run(["-v", "error"] + arguments + [folder.path(name)])
  }

  // MARK: Sound

  /// The samples as 32 bits of integers, in which shorter ones are at the top.
  private func samples(_ name: String, _ filters: [String] = []) throws -> [Double] {
    let options = filters.isEmpty ? [] : ["-af", filters.joined(separator: ",")]
    let ending = try Command(
      ["-v", "error", "-nostdin", "-i", name] + options + ["-f", "s32le", name + ".raw"], of: Self.judge, in: folder
    ).ending()
    try #require(ending.exit == 0, "\(ending.errors)")
    let data = try Data(contentsOf: folder.file(name + ".raw"))
    try FileManager.default.removeItem(at: folder.file(name + ".raw"))
    return data.withUnsafeBytes { $0.bindMemory(to: Int32.self).map { Double($0) } }
  }

  @Test(arguments: [("pcm_s16le", "wav", 16), ("pcm_s24le", "flac", 24), ("pcm_s32le", "wav", 32)])
  func `sound is multiplied by volume and fades, to the last bit of its depth`(
    codec: String, container: String, bits: Int
  ) throws {
    try make("in.wav", ["-f", "lavfi", "-i", "anoisesrc=r=48000:a=0.7:d=2:seed=7", "-ac", "2", "-c:a", codec])
    try transcode(["in.wav", "out." + container, "--volume", "-6dB", "--fade-in", "0.5", "--fade-out", "0.7"])
    let (before, after) = (try samples("in.wav"), try samples("out." + container))
    try #require(before.count == after.count && before.count == 192_000)
    let step = Double(1 << (32 - bits))
    let factor = pow(10, -6.0 / 20)
    let worst = before.indices.map { index in
      let time = Double(index / 2) / 48000
      return abs(before[index] * factor * min(1, time / 0.5, (2 - time) / 0.7) - after[index])
    }
    #expect((worst.max() ?? 0) <= step, "\(worst.max() ?? 0)")
    let theirs = try samples(
      "in.wav",
      ["aformat=dbl", "volume=-6dB:precision=double", "afade=t=in:d=0.5", "afade=t=out:st=1.3:d=0.7"])
    let difference = zip(theirs, after).map { abs($0 - $1) }.max() ?? .infinity
    #expect(difference <= 2 * step, "\(difference)")
  }

  @Test func `without fades every sample has the same gain, and what is too loud is clipped`() throws {
    try make("in.wav", ["-f", "lavfi", "-i", "anoisesrc=r=8000:a=0.9:d=1:seed=3", "-c:a", "pcm_s16le"])
    try transcode(["in.wav", "out.wav", "--volume", "+3dB"])
    let (before, after) = (try samples("in.wav"), try samples("out.wav"))
    let range = -32768.0...32767
    let expected = before.map { min(max(($0 / 65536) * pow(10, 3.0 / 20), range.lowerBound), range.upperBound) }
    #expect(zip(expected, after).allSatisfy { abs($0 - $1 / 65536) <= 1 })
    #expect(after.contains(32767 * 65536))
  }

  @Test func `loudness is measured of the sound as it was, and the volume comes after it`() throws {
    struct Result: Decodable {
      struct Loudness: Decodable { var measured, gain: Double }
      var loudness: [Loudness]
    }
    func result(_ output: String, _ options: [String]) throws -> Result {
      let ending = try Command(
        ["transcode", "--json", Files.fixture("speech.wav"), output, "--loudness", "-30"] + options, in: folder
      ).ending()
      return try JSONDecoder().decode(Result.self, from: Data(ending.output.utf8))
    }
    let (plain, changed) = (
      try result("plain.wav", []), try result("changed.wav", ["--volume", "-6dB", "--fade-in", "1"])
    )
    #expect(plain.loudness[0].gain == changed.loudness[0].gain)
    let (before, after) = (try samples("plain.wav"), try samples("changed.wav"))
    try #require(before.count == after.count && before.count > 44_100)
    for index in stride(from: 0, to: before.count, by: 97) {
      let level = pow(10, -6.0 / 20) * min(1, Double(index) / 44_100)
      #expect(abs(before[index] * level - after[index]) <= 2 * 65536)
    }
  }

  // MARK: Pictures

  /// The samples of a film without sound, as its file has them.
  private func pictures(
    _ name: String, bits: Int, _ filters: [String] = [], as format: [String] = []
  ) throws -> [Int] {
    let options = (filters.isEmpty ? [] : ["-vf", filters.joined(separator: ",")]) + format
    let ending = try Command(
      ["-v", "error", "-nostdin", "-i", name] + options + [
        "-fps_mode", "passthrough", "-f", "rawvideo", name + ".raw",
      ],
      of: Self.judge, in: folder
    ).ending()
    try #require(ending.exit == 0, "\(ending.errors)")
    let data = try Data(contentsOf: folder.file(name + ".raw"))
    try FileManager.default.removeItem(at: folder.file(name + ".raw"))
    if bits == 8 { return data.map(Int.init) }
    return data.withUnsafeBytes { $0.bindMemory(to: UInt16.self).map(Int.init) }
  }

  /// The formats, with the shares of luma's samples that each plane of chroma has across and down.
  @Test(arguments: [
    ("yuv420p", 8, false, 2, 2), ("yuv422p10le", 10, false, 2, 1), ("yuv444p", 8, true, 1, 1),
    ("yuv420p10le", 10, false, 2, 2), ("gbrp", 8, true, 0, 0),
  ])
  func `pictures come from black and go to black, in encoded values`(
    format: String, bits: Int, isFullRange: Bool, across: Int, down: Int
  ) throws {
    let (width, height) = (66, 50)
    try make(
      "in.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=\(width)x\(height):r=10:d=1.2", "-vf", "format=\(format)", "-color_range",
        isFullRange ? "pc" : "tv", "-c:v", "ffv1",
      ])
    try transcode(["in.mkv", "out.mkv", "--video-codec", "ffv1", "--fade-in", "0.45", "--fade-out", "0.5"])
    let isRGB = across == 0
    // FFV1 has four bytes for a pixel of RGB, of which one means nothing.
    let planar = isRGB ? ["-pix_fmt", "gbrp"] : []
    let (before, after) = (
      try pictures("in.mkv", bits: bits, as: planar), try pictures("out.mkv", bits: bits, as: planar)
    )
    let luma = width * height
    let picture = isRGB ? 3 * luma : luma + 2 * ((width + across - 1) / across * ((height + down - 1) / down))
    try #require(before.count == after.count && before.count == 12 * picture)
    let unit = 1 << (bits - 8)
    let differences = before.indices.map { index in
      let time = Double(index / picture) / 10
      let level = min(1, time / 0.45, (1.2 - time) / 0.5)
      let black = Double(isRGB ? 0 : index % picture >= luma ? 128 * unit : isFullRange ? 0 : 16 * unit)
      return abs(black + ((Double(before[index]) - black) * level).rounded() - Double(after[index]))
    }
    #expect(differences.max() == 0, "\(differences.max() ?? -1)")
    // FFmpeg's filter goes by the pixel format, and knows nothing of ranges.
    guard !isFullRange else { return }
    let theirs = try pictures("in.mkv", bits: bits, ["fade=t=in:st=0:d=0.45", "fade=t=out:st=0.7:d=0.5"])
    let squares = zip(theirs, after).reduce(0.0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
    let psnr = 10 * log10(pow(Double(255 * unit), 2) / max(squares / Double(after.count), 1e-9))
    #expect(psnr >= 50, "\(psnr)")
  }

  @Test func `both kinds are encoded, every picture keeps its time, and it is told`() throws {
    let source = Files.fixture("h264-vfr.mov")
    let options = ["--speed", "ultrafast", "--json"]
    try transcode([source, "plain.mp4"] + options)
    let ending = try Command(
      ["transcode", source, "out.mp4", "--fade-in", "0.5", "--fade-out", "0.5", "--volume", "-3dB"] + options,
      in: folder
    ).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try Schema("event").problems(with: ending.output) == [])
    #expect(try Probe.read(folder.path("out.mp4")).times("v:0") == Probe.read(folder.path("plain.mp4")).times("v:0"))
    struct Result: Decodable { var ledger: LedgerDocument }
    let ledger = try JSONDecoder().decode(Result.self, from: Data(ending.output.utf8)).ledger
    #expect(
      ledger.converted.contains { $0.fact == "track.1.video.level" && $0.to == "faded in for 0.5 s and out for 0.5 s" })
  }

  @Test func `segments are faded as one encoder's pictures are, and by any number of processors`() throws {
    try SegmentSource.make(at: folder.path("source.mp4"))
    let options = ["--crf", "0", "--speed", "ultrafast", "--fade-in", "5", "--fade-out", "30", "--drop", "audio"]
    for (name, more) in [
      ("one.mp4", ["--parallel", "segment", "--threads", "1"]),
      ("four.mp4", ["--parallel", "segment", "--threads", "4"]),
      ("frame.mp4", ["--parallel", "frame"]),
    ] {
      try transcode(["source.mp4", name] + options + more)
    }
    #expect(try Data(contentsOf: folder.file("one.mp4")) == Data(contentsOf: folder.file("four.mp4")))
    #expect(try pictures("one.mp4", bits: 8) == pictures("frame.mp4", bits: 8))
  }

  // MARK: Refusals and plans

  @Test(arguments: [
    (["--fade-in", "1", "--video-codec", "copy"], "cannot fade video that is copied"),
    (["--fade-out", "1", "--copy", "audio"], "cannot fade audio that is copied"), (["--fade-in", "0"], "above 0"),
    (["--volume", "0.5"], "0.5"), (["--volume", "-6dB", "--audio-codec", "copy"], "does not encode"),
  ])
  func `what cannot be done is refused before any work`(options: [String], message: String) throws {
    let ending = try Command(["transcode", Files.fixture("h264-aac.mov"), "out.mp4"] + options, in: folder).ending()
    #expect(ending.exit == 64)
    #expect(ending.errors.contains(message), "\(ending.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test func `the plan says it, for people and for machines`() throws {
    let arguments = [
      "transcode", Files.fixture("h264-aac.mov"), "out.mp4", "--plan", "--fade-in", "0.5", "--volume", "+3dB",
    ]
    let text = try Command(arguments, in: folder).ending().output
    #expect(text.contains("faded in for 0.5 s") && text.contains("+3 dB, faded in for 0.5 s"), "\(text)")
    let json = try Command(arguments + ["--json"], in: folder).ending().output
    #expect(try Schema("plan").problems(with: json) == [])
    #expect(json.contains(#""fade_in_s""#) && json.contains(#""volume_db""#))
  }
}
