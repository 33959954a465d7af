import Foundation
import TestSupport
import Testing

/// Pictures that are cropped, turned, padded and drawn over, held against FFmpeg's filters: with lossless codecs, sample
/// for sample where nothing is scaled or blended.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled(for: "no edited pictures are compared"))) struct EditedPictureTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// FFmpeg 9 where it was fetched, else the system's.
  private static let peer: String = {
    let places = Files.root.appendingPathComponent(".build/ffmpeg9/lib")
    let names = FileManager.default.enumerator(atPath: places.path)?.compactMap { $0 as? String } ?? []
    let own = names.first { $0.contains("imageio_ffmpeg/binaries/ffmpeg-") }.map { places.path + "/" + $0 }
    return own ?? Tool.ffmpeg.path ?? ""
  }()

  /// Runs FFmpeg; the last argument is the name of the file that it makes.
  private func ffmpeg(_ arguments: [String]) throws {
    let ending = try Command(["-nostdin", "-v", "error", "-y"] + arguments, of: Self.peer, in: folder).ending()
    if ending.exit != 0 { throw Tool.Failure(description: "ffmpeg \(arguments): \(ending.errors)") }
  }

  /// The bytes that FFmpeg makes: samples as they are, or another form of output.
  private func bytes(_ arguments: [String], as form: [String] = ["-f", "rawvideo"]) throws -> Data {
    try ffmpeg(arguments + ["-fps_mode", "passthrough"] + form + ["bytes"])
    return try Data(contentsOf: folder.file("bytes"))
  }

  /// One edit: the options, FFmpeg's filters, and the least peak signal-to-noise ratio in dB.
  struct Edit: Sendable {
    var options: [String]
    var filters: String
    var ratio = Double.infinity

    init(_ options: String, _ filters: String, ratio: Double = .infinity) {
      self.options = options.split(separator: " ").map(String.init)
      (self.filters, self.ratio) = (filters, ratio)
    }
  }

  private static let lossless = ["--video-codec", "ffv1"]

  /// Makes all outputs of one source in one job, and compares each.
  ///
  /// - Parameters:
  ///   - bytes: the bytes of a sample.
  ///   - reading: FFmpeg's filter for what is compared.
  private func check(
    _ edits: [Edit], of source: String, as format: String, bytes size: Int = 1, to name: String = "mkv",
    _ codec: [String] = lossless, reading: String = "null"
  ) throws {
    var arguments = ["transcode", source]
    for (number, edit) in edits.enumerated() {
      if number > 0 { arguments.append("--also") }
      arguments += ["\(number).\(name)"] + codec + edit.options
    }
    let ending = try Command(arguments + ["-q"], in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    for (number, edit) in edits.enumerated() {
      let made = try bytes(["-i", "\(number).\(name)", "-vf", reading, "-pix_fmt", format])
      let inputs = ["-i", source] + (edit.filters.contains("[1]") ? ["-i", "logo.png"] : [])
      let wanted = try bytes(inputs + ["-filter_complex", edit.filters + "," + reading, "-pix_fmt", format])
      let ratio = made == wanted ? .infinity : Self.ratio([UInt8](made), [UInt8](wanted), bytes: size)
      #expect(ratio >= edit.ratio, "\(edit.options): \(made.count) and \(wanted.count) bytes, \(ratio) dB")
    }
  }

  /// The peak signal-to-noise ratio of samples of one byte, or of two that hold 10 bits; 0 for two sizes.
  private static func ratio(_ first: [UInt8], _ second: [UInt8], bytes: Int) -> Double {
    guard first.count == second.count, !first.isEmpty else { return 0 }
    func value(_ bytes: [UInt8], _ index: Int, _ size: Int) -> Int {
      size == 1 ? Int(bytes[index]) : Int(bytes[index]) | Int(bytes[index + 1]) << 8
    }
    var sum = 0
    for index in stride(from: 0, to: first.count, by: bytes) {
      let difference = value(first, index, bytes) - value(second, index, bytes)
      sum += difference * difference
    }
    let peak = bytes == 1 ? 255.0 : 1023
    return sum == 0 ? .infinity : 10 * log10(peak * peak * Double(first.count / bytes) / Double(sum))
  }

  private func makeClip(_ size: String, _ format: String, filters: String = "null") throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=320x240:r=10:d=0.3", "-vf",
      "\(filters),format=\(format),crop=\(size.replacingOccurrences(of: "x", with: ":")):40:20:exact=1", "-c:v", "ffv1",
      "in.mkv",
    ])
  }

  private func makeLogo() throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=40x30", "-vf", "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='X*6'",
      "-frames:v", "1", "logo.png",
    ])
  }

  @Test(arguments: [("160x96", "yuv420p", 1), ("160x96", "yuv422p10le", 2), ("161x97", "yuv444p", 1)])
  func `what is not scaled keeps its samples`(size: String, format: String, bytes: Int) throws {
    try makeClip(size, format)
    let isOdd = size == "161x97"
    // FFmpeg's colours of more than eight bits are those of eight, stretched: a step or two off H.273's.
    let colored = bytes == 1 ? Double.infinity : 50
    var edits = [
      Edit("--crop 64x48+32+16", "crop=64:48:32:16:exact=1"), Edit("--crop 63x47+2+4", "crop=63:47:2:4:exact=1"),
      Edit("--flip horizontal", "hflip"), Edit("--flip vertical", "vflip"), Edit("--rotate 180", "hflip,vflip"),
      Edit("--crop 64x48+32+16 --pad 100x80@white", "crop=64:48:32:16,pad=100:80:18:16:white", ratio: colored),
      Edit("--pad 16:9", isOdd ? "pad=174:97:6:0:black" : "pad=172:96:6:0:black", ratio: colored),
    ]
    if format != "yuv422p10le" {
      edits += [
        Edit("--rotate 90", "transpose=clock"), Edit("--rotate 270 --flip vertical", "transpose=cclock,vflip"),
        Edit(
          "--crop 64x48+32+16 --rotate 90 --pad 100x100", "crop=64:48:32:16,transpose=clock,pad=100:100:26:18:black"),
      ]
    }
    if isOdd { edits.append(Edit("--crop 51x33+7+9 --pad 61x41+3+5", "crop=51:33:7:9,pad=61:41:3:5:black")) }
    try check(edits, of: "in.mkv", as: format, bytes: bytes)
  }

  @Test func `parts between samples of colour have the luma that they had`() throws {
    try makeClip("160x96", "yuv420p", filters: "gblur=sigma=4")
    try check(
      [
        Edit(
          "--crop 64x48+33+17",
          "scale=flags=bicubic+accurate_rnd,format=yuv444p,crop=64:48:33:17,"
            + "scale=flags=bicubic+accurate_rnd,format=yuv420p", ratio: 45),
        Edit(
          "--crop 61x41+33+17",
          "scale=flags=bicubic+accurate_rnd,format=yuv444p,crop=61:41:33:17,"
            + "scale=flags=bicubic+accurate_rnd,format=yuv420p", ratio: 45),
        Edit("--crop 64x48+32+16 --size 128x96", "crop=64:48:32:16,scale=128:96:flags=bicubic+accurate_rnd", ratio: 50),
        Edit(
          "--crop 64x48+32+16 --size 128x96 --pad 140x100",
          "crop=64:48:32:16,scale=128:96:flags=bicubic+accurate_rnd,pad=140:100:6:2", ratio: 50),
      ], of: "in.mkv", as: "yuv420p")
    // Luma alone.
    try check(
      [
        Edit("--crop 64x48+33+17 --force", "extractplanes=y,crop=64:48:33:17"),
        Edit("--crop 61x41+33+17 --force", "extractplanes=y,crop=61:41:33:17"),
      ], of: "in.mkv", as: "gray",
      reading: "extractplanes=y")
  }

  @Test(arguments: [("yuv420p", 1, "yuv420"), ("yuv420p10le", 2, "yuv420p10"), ("yuv444p", 1, "yuv444")])
  func `a picture is drawn over pictures in their own values`(format: String, bytes: Int, blending: String) throws {
    try makeClip("160x96", format)
    try makeLogo()
    func over(_ place: String, _ after: String = "") -> String {
      "[0]\(after)[b];[b][1]overlay=\(place):format=\(blending)"
    }
    try check(
      [
        Edit("--overlay logo.png@16,8", over("16:8", "null"), ratio: 50),
        Edit("--overlay logo.png@-10,-4", over("W-w-10:H-h-4", "null"), ratio: 50),
        Edit(
          "--crop 64x48+32+16 --rotate 90 --pad 100x100 --overlay logo.png@40,60",
          over("40:60", "crop=64:48:32:16,transpose=clock,pad=100:100:26:18:black"), ratio: 50),
      ], of: "in.mkv", as: format, bytes: bytes)
  }

  @Test func `a clip of a telephone is cut as it is shown, and keeps its matrix`() throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=160x96:r=10:d=0.3", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-qp", "0",
      "in.mov",
    ])
    try ScreenClip.Turn.all[5].write(to: folder.file("in.mov"))
    try makeLogo()
    // FFmpeg turns both as their files say.
    try check(
      [
        Edit("--crop 1:1", "crop=96:96:0:32"), Edit("--crop 64x100+10+20", "crop=64:100:10:20"),
        Edit("--pad 120x180@white", "pad=120:180:12:10:white"),
        Edit("--rotate 90", "transpose=clock"), Edit("--crop 1:1 --flip horizontal", "crop=96:96:0:32,hflip"),
        Edit(
          "--crop 80x120+4+8 --pad 100x140 --overlay logo.png@6,10",
          "[0]crop=80:120:4:8,pad=100:140:10:10[b];[b][1]overlay=6:10:format=yuv420", ratio: 50),
      ], of: "in.mov", as: "yuv420p", to: "mov",
      ["--video-codec", "h264", "--crf", "0", "--speed", "ultrafast"])
    let turns = try (0..<6).map {
      try #require(Probe.read(folder.path("\($0).mov")).streams.first).facts["rotation"] ?? nil
    }
    #expect(turns == ["-90", "-90", "-90", nil, nil, "-90"])
  }

  @Test func `copied pictures are turned by their matrix alone`() throws {
    let source = Files.fixture("h264-rotated.mov")
    for (name, options, filters) in [
      ("rotated.mov", ["--rotate", "90"], "transpose=clock"), ("rotated.mkv", ["--rotate", "90"], "transpose=clock"),
      ("flipped.mp4", ["--flip", "horizontal"], "hflip"),
    ] {
      let ending = try Command(
        ["transcode", source, name, "--video-codec", "copy", "-v"] + options, in: folder
      ).ending()
      #expect(ending.exit == 0, "\(ending.errors)")
      #expect(ending.errors.contains("converted: track.1.video.\(options[0].dropFirst(2)): "), "\(ending.errors)")
      #expect(try Probe.read(folder.path(name)).hashes("v:0") == Probe.read(source).hashes("v:0"))
      func pictures(_ arguments: [String]) throws -> [Substring] {
        let text = String(
          decoding: try bytes(arguments + ["-map", "0:v:0"], as: ["-f", "framemd5"]), as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
      }
      #expect(
        try pictures(["-i", name]) == pictures(["-i", source, "-vf", filters]), "\(name)")
    }
    let refused = try Command.run("transcode", source, "out.ts", "--video-codec", "copy", "--rotate", "90", in: folder)
    #expect(refused.exit == 64 && refused.errors.contains("ts cannot say that copied pictures are turned"))
  }

  @Test func `every picture keeps its time, also in segments, which have the same pictures`() throws {
    try ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=160x96:r=30:d=1.5", "-vf", "select='not(mod(n\\,3))+not(mod(n\\,7))'",
      "-fps_mode",
      "vfr", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "20", "in.mp4",
    ])
    try makeLogo()
    let edits = "--crop 96x80+10+10 --rotate 270 --pad 1:1 --overlay logo.png@-4,4 --crf 12 --speed ultrafast"
      .split(separator: " ").map(String.init)
    for (name, options) in [("whole.mp4", ["--parallel", "frame"]), ("parts.mp4", ["--parallel", "segment"])] {
      let ending = try Command(["transcode", "in.mp4", name] + edits + options, in: folder).ending()
      #expect(ending.exit == 0, "\(ending.errors)")
      #expect(try Probe.read(folder.path(name)).times("v:0") == Probe.read(folder.path("in.mp4")).times("v:0"))
    }
    let digests = try ["whole.mp4", "parts.mp4"].map { try bytes(["-i", $0], as: ["-f", "framemd5"]) }
    #expect(digests[0] == digests[1])
  }

  @Test(arguments: [("hevc10-hdr10.mp4", ["--tone-map", "on"]), ("h264-interlaced.mov", ["--deinterlace"])])
  func `light is mapped and fields are made whole before a part is cut out`(name: String, options: [String]) throws {
    let (source, part) = (Files.fixture(name), ["--crop", "64x48+32+16"])
    let made = Self.lossless + ["--drop", "audio", "--end", "0.2"] + options
    let ending = try Command(
      ["transcode", source, "whole.mkv"] + made + ["--also", "part.mkv"] + made + part, in: folder
    ).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    let whole = try bytes(["-i", "whole.mkv", "-vf", "crop=64:48:32:16", "-frames:v", "4"])
    #expect(try whole == bytes(["-i", "part.mkv", "-frames:v", "4"]))
    let timed = try Command(["transcode", source, "timed.mkv", "--real-time"] + made + part, in: folder).ending()
    #expect([0, 82].contains(timed.exit), "\(timed.errors)")
  }

  @Test func `the plan says what is done, and a picture that is not there ends the job before any work`() throws {
    try makeClip("160x96", "yuv420p")
    try makeLogo()
    let plan = try Command(
      [
        "transcode", "in.mkv", "out.mp4", "--plan", "--crop", "1:1", "--rotate", "90", "--pad", "16:9", "--overlay",
        "logo.png@4,4",
      ], in: folder
    ).ending()
    let words = "cropped to 96x96+32+0, rotated by 90 degrees, padded to 172x96+38+0, under logo.png@4,4"
    #expect(plan.exit == 0 && plan.output.contains(words), "\(plan.output)")
    let document = try Command(
      ["transcode", "in.mkv", "out.mp4", "--plan", "--json", "--crop", "1:1", "--overlay", "logo.png@4,4"], in: folder
    ).ending()
    #expect(try Schema("plan").problems(with: document.output) == [], "\(document.output)")
    #expect(document.output.contains("\"track.1.video.crop\""), "\(document.output)")
    for (options, exit, message) in [
      (["--crop", "200x96"], 64, "--crop 200x96 is not inside the picture, which is 160x96 as shown"),
      (["--overlay", "none.png@0,0"], 66, "none.png: no such file"),
      (["--overlay", "logo.png@160,0"], 64, "lies outside the picture, which is 160x96 as shown"),
    ] as [([String], Int32, String)] {
      let ending = try Command(["transcode", "in.mkv", "out.mp4"] + options, in: folder).ending()
      #expect(ending.exit == exit && ending.errors.contains(message), "\(ending.errors)")
    }
    #expect(!folder.names.contains("out.mp4"))
  }
}
