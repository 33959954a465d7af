import Foundation
import TestSupport
import Testing

/// `--preset`, `--settings` and `avwrite presets`.
@Suite struct PresetOptionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("web-1080p", "mp4", ["h264", "aac"]), ("web-720p", "mp4", ["h264", "aac"]), ("web-480p", "mp4", ["h264", "aac"]),
    ("webm", "webm", ["vp9", "opus"]), ("hevc", "mp4", ["hevc", "aac"]), ("archive", "mkv", ["ffv1", "flac"]),
    ("prores-proxy", "mov", ["prores", "pcm_s16le"]), ("prores", "mov", ["prores", "pcm_s16le"]),
    ("prores-hq", "mov", ["prores", "pcm_s16le"]), ("podcast", "mp3", ["mp3"]), ("audiobook", "m4a", ["aac"]),
    ("music", "m4a", ["aac"]), ("music-lossless", "flac", ["flac"]), ("remux", "mkv", ["h264", "aac"]),
    ("AVAssetExportPresetHEVC1920x1080", "mov", ["hevc", "aac"]), ("PresetAppleM4V480pSD", "m4v", ["h264", "aac"]),
    ("PresetAppleProRes4444LPCM", "mov", ["prores", "pcm_s16le"]),
  ])
  func `a preset gives what it says`(name: String, extension: String, codecs: [String]) throws {
    let output = "out.\(`extension`)"
    let arguments = ["transcode", Files.fixture("h264-aac-small.mp4"), output, "--preset", name]
    let result = try Command(arguments + ["--speed", "ultrafast"], in: folder).ending()
    #expect(result.exit == 0, "\(result)")
    guard Tool.ffprobe.isInstalled(for: "the codecs of a preset are not looked at") else { return }
    let probed = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", folder.path(output),
    ]).text
    #expect(probed.split(whereSeparator: \.isNewline).map(String.init) == codecs)
  }

  @Test func `every preset of this build is tried`() throws {
    let result = try Command.run("presets", in: folder)
    #expect(result.exit == 0)
    #expect(result.output.split(separator: "\n").count { !$0.hasPrefix("AVAssetExport") } == 14)
  }

  @Test func `what the command line says takes the preset's place`() throws {
    let plan = try Command.run(
      "transcode", Files.fixture("h264-aac.mov"), "out.mkv", "--preset", "web-480p", "--video-codec", "av1",
      "--max-size", "320x320", "--audio-codec", "copy", "--plan", in: folder)
    #expect(plan.exit == 0)
    #expect(plan.output.contains("container: Matroska"))
    #expect(plan.output.contains("encoded as av1 320x180, CRF 35"))
    #expect(plan.output.contains("track 2 (audio aac): copied"))
  }

  @Test func `a file of settings, and each output with its own`() throws {
    try folder.write("preset: web-480p\ncrf: 40\nspeed: ultrafast\nstrip-metadata: true\n", to: "small.yaml")
    let result = try Command.run(
      "transcode", Files.fixture("h264-aac.mov"), "a.mp4", "--settings", "small.yaml", "--no-strip-metadata", "--also",
      "b.mp3", "--preset", "podcast", in: folder)
    #expect(result.exit == 0, "\(result)")
    #expect(folder.names == ["a.mp4", "b.mp3", "small.yaml"])
  }

  @Test(arguments: [
    (["--preset", "nix"], "there is no preset nix; avwrite presets lists all presets"),
    (["--settings", "bad.yaml"], "bad.yaml:2: cfr is not a setting"),
    (["--settings", "missing.yaml"], "missing.yaml: no such file"),
  ])
  func `a bad preset or file exits 78`(arguments: [String], message: String) throws {
    try folder.write("speed: fast\ncfr: 20\n", to: "bad.yaml")
    let result = try Command(["transcode", Files.fixture("h264-aac.mov"), "out.mp4"] + arguments, in: folder).ending()
    #expect(result.exit == 78)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(folder.names == ["bad.yaml"])
  }

  @Test(arguments: [
    ["transcode", "in.mov", "own.yaml", "--settings", "own.yaml", "--format", "mp4"],
    ["transcode", "in.mov", "avwrite/base.yaml", "--settings", "own.yaml", "--format", "mp4"],
    ["transcode", "in.mov", "out.mp4", "--also", "avwrite/base.yaml", "--preset", "base", "--format", "mp4"],
  ])
  func `a file that describes the output is not replaced by it`(arguments: [String]) throws {
    let texts = ["own.yaml": "preset: base\n", "avwrite/base.yaml": "speed: ultrafast\n"]
    try FileManager.default.createDirectory(atPath: folder.path("avwrite"), withIntermediateDirectories: false)
    for (name, text) in texts { try folder.write(text, to: name) }
    try FileManager.default.copyItem(atPath: Files.fixture("h264-aac-small.mp4"), toPath: folder.path("in.mov"))
    let result = try Command(
      arguments + ["--force"], in: folder, prelude: "XDG_CONFIG_HOME=$PWD; export XDG_CONFIG_HOME; "
    ).ending()
    #expect(result.exit == 73, "\(result)")
    for (name, text) in texts { #expect(try folder.read(name) == text) }
  }

  @Test(arguments: [("--preset", ["web-720p", "hevc"]), ("--settings", ["a.yaml", "b.yaml"])])
  func `one preset and one file of settings are for an output`(option: String, values: [String]) throws {
    for value in values { try folder.write("crf: 30\n", to: value) }
    let arguments = ["transcode", Files.fixture("h264-aac.mov"), "out.mp4"]
    let result = try Command(arguments + values.flatMap { [option, $0] }, in: folder).ending()
    #expect(result.exit == 64)
    #expect(result.errors.contains("\(option) is given twice for one output"), "\(result.errors)")
    #expect(!folder.names.contains("out.mp4"))
  }

  @Test func `what the command line says must fit the preset`() throws {
    let result = try Command.run(
      "transcode", Files.fixture("h264-aac.mov"), "out.mov", "--preset", "prores", "--crf", "20", in: folder)
    #expect(result.exit == 64)
    #expect(result.errors.contains("--video-codec prores does not support --crf"))
  }

  @Test(arguments: [("mjpeg", 64), ("prores", 64), ("ffv1", 64), ("h264", 0)] as [(String, Int32)])
  func `CL-11 a codec of key frames alone has no interval between them`(codec: String, exit: Int32) throws {
    let arguments = ["transcode", Files.fixture("h264-aac-small.mp4"), "out.mkv", "--video-codec", codec, "--plan"]
    let result = try Command(arguments + ["--keyframe-interval", "1"], in: folder).ending()
    #expect(result.exit == exit, "\(result)")
    let reason = "--video-codec \(codec) does not support --keyframe-interval: every picture is a key frame"
    #expect(result.errors.contains(reason) == (exit == 64), "\(result.errors)")
    // A preset's interval is for its own codec.
    try folder.write("keyframe-interval: 1\n", to: "interval.yaml")
    let preset = try Command(arguments + ["--settings", "interval.yaml"], in: folder).ending()
    #expect(preset.exit == 0, "\(preset)")
  }

  @Test func `presets shows one as a file that settings takes`() throws {
    let shown = try Command.run("presets", "podcast", in: folder)
    #expect(shown.exit == 0)
    try folder.write(shown.output, to: "podcast.yaml")
    let plans = try [["--settings", "podcast.yaml"], ["--preset", "podcast"]].map { arguments in
      try Command(["transcode", Files.fixture("speech.wav"), "out.mp3", "--plan"] + arguments, in: folder).ending()
    }
    #expect(plans[0].exit == 0)
    // How long each takes is measured by a trial.
    let lines = plans.map { $0.output.split(separator: "\n").filter { !$0.hasPrefix("time: ") } }
    #expect(lines[0] == lines[1] && lines[0].count > 1)
    #expect(try Command.run("presets", "nix", in: folder).exit == 78)
  }

  @Test func `what of a preset of HandBrake's is not done is said once`() throws {
    try folder.write(
      #"{"PresetList": [{"PresetName": "H", "VideoEncoder": "x264", "VideoTune": "film"}]}"#, to: "h.json")
    let result = try Command.run(
      "transcode", Files.fixture("h264-aac.mov"), "out.mp4", "--settings", "h.json", "--plan", in: folder)
    #expect(result.exit == 0)
    #expect(result.errors == "avwrite: warning: H: these settings are not supported and were ignored: VideoTune film\n")
  }
}
