import Foundation
import TestSupport
import Testing

/// Inputs that are no container: bare streams, pictures and sequences of them.
@Suite struct InputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Command.Ending {
    try Command(["transcode"] + arguments + ["--speed", "ultrafast"], in: folder).ending()
  }

  /// Pictures of a clip as files that are numbered from 1.
  private func makePictures(_ pattern: String, count: Int = 12) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-i", Files.fixture("h264-aac-small.mp4"), "-frames:v", "\(count)", folder.path(pattern),
    ])
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "bare streams are not read")),
    arguments: [
      ("v.h264", "h264-aac.ts", ["-an", "-c", "copy"]), ("v.hevc", "hevc10-hdr10.mp4", ["-an", "-c", "copy"]),
      ("v.m2v", "h264-aac-small.mp4", ["-an", "-c:v", "mpeg2video"]),
      ("v.ivf", "vp9-opus.webm", ["-an", "-c", "copy"]),
      ("v.y4m", "h264-aac-small.mp4", ["-an"]), ("v.mjpeg", "mjpeg-pcm.mov", ["-an", "-c", "copy"]),
      ("v.m4v", "h264-aac-small.mp4", ["-an", "-c:v", "mpeg4"]),
      ("v.obu", "h264-aac-small.mp4", ["-an", "-c:v", "libsvtav1", "-preset", "12"]),
    ])
  func `every picture of a bare stream is in the output`(name: String, source: String, options: [String]) throws {
    try Tool.ffmpeg.run(["-v", "error", "-i", Files.fixture(source), "-t", "0.5"] + options + [folder.path(name)])
    let ending = try run(name, "out.mp4")
    #expect(ending.exit == 0, "\(ending.errors)")
    let (before, after) = (try Probe.read(folder.path(name)), try Probe.read(folder.path("out.mp4")))
    #expect(try before.packets(of: #require(before.tracks.first)).count == after.times("v:0").count)
  }

  /// A decoder shows the first picture when it has the second that others are shown between.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "bare streams are not read")),
    arguments: [
      ("v.m2v", ["-c:v", "mpeg2video", "-bf", "2"]), ("v.m1v", ["-c:v", "mpeg1video", "-bf", "2"]),
      ("v.avi", ["-c:v", "libx264", "-bf", "2"]),
    ])
  func `CL-12: pictures that others are shown before begin at zero`(name: String, options: [String]) throws {
    try Tool.ffmpeg.run(
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=1"] + options + [folder.path(name)])
    let ending = try run(name, "out.mp4")
    #expect(ending.exit == 0, "\(ending.errors)")
    let times = try Probe.read(folder.path("out.mp4")).times("v:0").sorted()
    #expect(times.count == 25)
    #expect(zip(times, 0...).allSatisfy { abs($0 - Double($1) * 0.04) < 0.001 }, "\(times)")
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "bare streams are not read")),
    arguments: ["a.aac", "a.ac3", "a.eac3", "a.mp3", "a.flac"])
  func `the sound of a bare stream is in the output`(name: String) throws {
    try Tool.ffmpeg.run(["-v", "error", "-i", Files.fixture("speech.wav"), folder.path(name)])
    let ending = try run(name, "out.wav")
    #expect(ending.exit == 0, "\(ending.errors)")
    let duration = try #require(Probe.read(folder.path("out.wav")).tracks.first?.duration.flatMap(Double.init))
    #expect(abs(duration - 2.5) < 0.1)
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "sequences are not read")),
    arguments: ["png", "jpg", "bmp", "ppm", "tiff", "dpx", "jp2", "sgi", "qoi"])
  func `a sequence of images has the times of its rate`(kind: String) throws {
    try makePictures("frame-%04d.\(kind)")
    let ending = try run("frame-%04d.\(kind)", "out.mp4", "--frame-rate", "23.976")
    #expect(ending.exit == 0, "\(ending.errors)")
    let times = try Probe.read(folder.path("out.mp4")).times("v:0")
    #expect(times.count == 12)
    #expect(zip(times, 0..<12).allSatisfy { abs($0 - Double($1) * 1001 / 24000) < 1e-5 })
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "sequences are not read")))
  func `a glob that was quoted names what there is, in the order of names`() throws {
    try makePictures("frame-%04d.png")
    try FileManager.default.removeItem(at: folder.file("frame-0004.png"))
    #expect(try run("frame-*.png", "glob.mp4", "--frame-rate", "10").exit == 0)
    #expect(try Probe.read(folder.path("glob.mp4")).times("v:0").count == 11)

    let ending = try run("frame-%04d.png", "out.mp4", "--frame-rate", "10")
    #expect(ending.exit == 66)
    #expect(ending.errors.contains("frame-0004.png: no such file, but frame-0005.png exists"), "\(ending.errors)")
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "sequences are not read")))
  func `a part of a sequence, and one with a file that holds nothing`() throws {
    try makePictures("frame-%04d.tiff")
    #expect(try run("frame-%04d.tiff", "part.mp4", "--frame-rate", "10", "--start", "0.5", "--end", "0.9").exit == 0)
    #expect(try Probe.read(folder.path("part.mp4")).times("v:0").count == 4)
    try folder.write("", to: "frame-0004.tiff")
    let ending = try run("frame-%04d.tiff", "out.mp4", "--frame-rate", "10")
    #expect(ending.exit == 65)
    #expect(ending.errors.contains("frame-0004.tiff holds no picture"), "\(ending.errors)")
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "sequences are not read")))
  func `CL-06: pictures of several sizes are written in one, with a warning`() throws {
    for (number, size) in ["320x240", "160x240", "320x240", "64x64"].enumerated() {
      try Tool.ffmpeg.run([
        "-v", "error", "-f", "lavfi", "-i", "testsrc=s=\(size)", "-frames:v", "1", folder.path("frame-\(number).png"),
      ])
    }
    let ending = try run("frame-%d.png", "out.mp4", "--frame-rate", "5")
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(ending.errors.contains("its pictures change from 320x240 to 160x240 at 0.2 s"), "\(ending.errors)")
    #expect(try Probe.read(folder.path("out.mp4")).times("v:0").count == 4)
  }

  @Test func `a sequence that cannot be read says why`() throws {
    let missing = try run("frame-%04d.png", "out.mp4", "--frame-rate", "10")
    #expect(missing.exit == 66)
    #expect(missing.errors.contains("no such file"), "\(missing.errors)")
    try folder.write("no picture", to: "frame-1.png")
    let rateless = try run("frame-%d.png", "out.mp4")
    #expect(rateless.exit == 64)
    #expect(rateless.errors.contains("give the pictures per second with --frame-rate"), "\(rateless.errors)")
    #expect(try run("frame-%d.png", "out.mp4", "--frame-rate", "10").exit == 67)
    #expect(folder.names == ["frame-1.png"])
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "sequences are not read")),
    arguments: [
      (["transcode", "frame-%04d.png", "frame-0002.png", "--frame-rate", "5", "--format", "mp4"], 73),
      (["transcode", "frame-*.png", "link.mp4", "--frame-rate", "5"], 73),
      (
        [
          "transcode", "frame-%04d.png", "out.mp4", "--frame-rate", "5", "--also", "frame-0002.png", "--format", "mp4",
        ], 73
      ),
      (
        [
          "thumbnails", "frame-%04d.png", "--frame-rate", "5", "--count", "1", "--name", "frame", "--output-dir", ".",
          "--format", "png",
        ], 73
      ),
      (["batch", "--jobs", "jobs.yaml", "--format", "mp4"], 1),
    ] as [([String], Int32)])
  func `CL-03: no image of a sequence is an output, under any name`(arguments: [String], exit: Int32) throws {
    try makePictures("frame-%04d.png", count: 3)
    try FileManager.default.linkItem(atPath: folder.path("frame-0003.png"), toPath: folder.path("link.mp4"))
    try folder.write(
      #"- {input: "frame-%04d.png", output: {path: frame-0002.png, frame-rate: 5}}"#, to: "jobs.yaml")
    let names = folder.names
    let before = try names.map { try Data(contentsOf: folder.file($0)) }
    let ending = try Command(arguments + ["--force"], in: folder).ending()
    #expect(ending.exit == exit, "\(ending.errors)")
    #expect(ending.errors.contains("the input"), "\(ending.errors)")
    #expect(folder.names == names)
    #expect(try names.map { try Data(contentsOf: folder.file($0)) } == before)
  }

  @Test func `a named pipe among the images of a sequence is refused, and not waited for`() throws {
    try folder.write("no picture", to: "frame-1.png")
    #expect(mkfifo(folder.path("frame-2.png"), 0o600) == 0)
    for pattern in ["frame-%d.png", "frame-*.png"] {
      let ending = try run(pattern, "out.mp4", "--frame-rate", "10")
      #expect(ending.exit == 66)
      #expect(ending.errors.contains("frame-2.png: is not a regular file"), "\(ending.errors)")
    }
    #expect(folder.names == ["frame-1.png", "frame-2.png"])
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "pictures are not read")))
  func `a still is a video of one picture`() throws {
    try makePictures("still.png", count: 1)
    let ending = try run("still.png", "out.mp4")
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try Probe.read(folder.path("out.mp4")).times("v:0") == [0])
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "pictures in boxes are not read")),
    arguments: [("still.avif", ["-c:v", "libaom-av1", "-still-picture", "1"]), ("still.jp2", ["-c:v", "jpeg2000"])])
  func `still pictures in boxes are no damaged movies`(name: String, options: [String]) throws {
    let source = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64", "-frames:v", "1"]
    // Some builds of ffmpeg have no such encoder.
    guard (try? Tool.ffmpeg.run(source + options + [folder.path(name)])) != nil else { return }
    let ending = try run(name, "out.mp4")
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try Probe.read(folder.path("out.mp4")).times("v:0") == [0])
  }

  /// A file of an item that no decoder knows.
  @Test func `a still picture that is not read is not called damaged`() throws {
    func box(_ type: String, _ payload: String) -> Data {
      let bytes = Data(type.utf8) + Data(payload.utf8)
      return Data([0, 0, 0, UInt8(bytes.count + 4)]) + bytes
    }
    let handler = box("hdlr", "\0\0\0\0\0\0\0\0pict" + String(repeating: "\0", count: 13))
    let meta = Data([0, 0, 0, UInt8(handler.count + 12)]) + Data("meta\0\0\0\0".utf8) + handler
    try (box("ftyp", "heic\0\0\0\0mif1heic") + meta + box("mdat", "picture")).write(to: folder.file("still.heic"))
    let ending = try Command.run("inspect", "still.heic", in: folder)
    #expect(ending.exit == 67, "\(ending.errors)")
  }

  @Test func `a file whose name looks like a pattern is that file`() throws {
    let name = "a%03d*.mp4"
    try FileManager.default.copyItem(atPath: Files.fixture("h264-aac-small.mp4"), toPath: folder.path(name))
    #expect(try run(name, "out.mp4").exit == 0)
  }

  @Test(arguments: ["12", "50", "29.97"])
  func `--frame-rate gives pictures even times and leaves the sound alone`(rate: String) throws {
    let source = Files.fixture("h264-aac-small.mp4")
    let ending = try run(source, "out.mp4", "--frame-rate", rate)
    #expect(ending.exit == 0, "\(ending.errors)")
    let (before, after) = (try Probe.read(source), try Probe.read(folder.path("out.mp4")))
    let times = after.times("v:0")
    let seconds = try #require(before.tracks.first?.duration.flatMap(Double.init))
    let picturesPerSecond = rate == "29.97" ? 30000.0 / 1001 : try #require(Double(rate))
    #expect(abs(Double(times.count) - seconds * picturesPerSecond) <= 1, "\(times.count) of \(seconds) s")
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 1 / picturesPerSecond) < 1e-4 })
    #expect(before.hashes("a:0") == after.hashes("a:0"))
    #expect(try run(source, "copy.mp4", "--video-codec", "copy", "--frame-rate", rate).exit == 64)
  }
}
