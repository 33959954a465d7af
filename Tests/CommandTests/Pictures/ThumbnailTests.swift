import Foundation
import TestSupport
import Testing

/// `avwrite thumbnails`.
@Suite struct ThumbnailTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What the document says.
  private struct Document: Decodable {
    struct Time: Decodable {
      var value: Int
      var scale: Int
      var seconds: Double { Double(value) / Double(scale) }
    }
    struct Picture: Decodable {
      var at: Time
      var requested: Time
      var path: String
      var x: Int
      var y: Int
      var width: Int
      var height: Int
    }
    var pictures: [Picture]
    var index: String?
  }

  private func thumbnails(_ name: String, _ options: String) throws -> Document {
    let words = ["thumbnails", Files.fixture(name), "--output-dir", ".", "--json"]
    let ending = try Command(words + options.split(separator: " ").map(String.init), in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try Schema("thumbnails").problems(with: ending.output) == [])
    return try JSONDecoder().decode(Document.self, from: Data(ending.output.utf8))
  }

  private func size(_ name: String) throws -> String {
    try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "stream=codec_name,width,height", "-of", "csv=p=0", folder.path(name),
    ]).text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test func `each time has a file of its own, upright and of its own size`() throws {
    let document = try thumbnails("h264-rotated.mov", "--at 0.5 --at 0.1")
    #expect(folder.names == ["h264-rotated-0001.jpg", "h264-rotated-0002.jpg"])
    #expect(document.pictures.map(\.requested.seconds) == [0.1, 0.5])
    for picture in document.pictures {
      #expect(picture.at.seconds <= picture.requested.seconds && (picture.width, picture.height) == (180, 320))
    }
    #expect(try size("h264-rotated-0002.jpg") == "mjpeg,180,320")
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("h264-rotated-0001.jpg"))[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o644)
  }

  /// As FFmpeg and players show them (ISO 14496-12, 12.1.4). The coded pictures say 2:1.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled(for: "nobody makes pixels that are not square")),
    arguments: [(4, 3, "mjpeg,427,240"), (1, 1, "mjpeg,320,240")] as [(UInt8, UInt8, String)])
  func `pixels have the shape that a movie states, whatever its pictures say`(
    width: UInt8, height: UInt8, expected: String
  ) throws {
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc=s=320x240:r=25:d=0.2", "-vf", "setsar=4/3", "-c:v", "libx264",
      "-pix_fmt", "yuv420p", folder.path("plain.mp4"),
    ])
    try Tool.ffmpeg.run([
      "-v", "error", "-i", folder.path("plain.mp4"), "-c", "copy", "-bsf:v", "h264_metadata=sample_aspect_ratio=2/1",
      folder.path("in.mp4"),
    ])
    var bytes = try Data(contentsOf: folder.file("in.mp4"))
    let box = try #require(bytes.range(of: Data("pasp".utf8)))
    bytes.replaceSubrange(box.upperBound..<box.upperBound + 8, with: [0, 0, 0, width, 0, 0, 0, height])
    try bytes.write(to: folder.file("in.mp4"))
    let ending = try Command.run("thumbnails", "in.mp4", "--at", "0", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try size("in-0001.jpg") == expected)
  }

  @Test func `a sequence of images has thumbnails at the times of its rate`() throws {
    _ = try thumbnails("h264-aac.mov", "--count 4 --format png --max-size 96x96 --name f")
    let words = ["thumbnails", "f-%04d.png", "--at", "0.15", "--name", "p"]
    let rateless = try Command(words, in: folder).ending()
    #expect(rateless.exit == 64)
    #expect(rateless.errors.contains("with --frame-rate, which transcode, batch and thumbnails have"))
    let ending = try Command(words + ["--frame-rate", "10", "--format", "png", "--json"], in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    let document = try JSONDecoder().decode(Document.self, from: Data(ending.output.utf8))
    #expect(document.pictures.map(\.at.seconds) == [0.1])
    #expect(try size("p-0001.png") == size("f-0002.png"))
    let single = try Command.run("thumbnails", "f-0001.png", "--at", "0", "--fps", "10", "--name", "q", in: folder)
    #expect(single.exit == 64)
  }

  @Test(arguments: [("png", "png", "png"), ("webp", "webp", "webp"), ("jpeg", "jpg", "mjpeg")])
  func `files are of the kind that is asked for`(format: String, fileExtension: String, codec: String) throws {
    _ = try thumbnails("h264-aac.mov", "--count 3 --format \(format) --max-size 96x96 --name p")
    #expect(folder.names == (1...3).map { "p-000\($0).\(fileExtension)" })
    #expect(try size("p-0002.\(fileExtension)") == "\(codec),96,54")
  }

  @Test func `intervals begin at the start, and pictures are near, or exact where that is asked for`() throws {
    // 4.004 s, with a key picture every 1.6 s.
    let near = try thumbnails("h264-aac.mov", "--every 0.7 --name near")
    #expect(near.pictures.count == 6)
    for (index, picture) in near.pictures.enumerated() {
      #expect(abs(picture.requested.seconds - 0.7 * Double(index)) < 1e-6)
      #expect(abs(picture.at.seconds - picture.requested.seconds) <= 0.35 + 1e-6)
    }
    let exact = try thumbnails("h264-aac.mov", "--every 0.7 --exact --name exact")
    for picture in exact.pictures {
      #expect(picture.at.seconds <= picture.requested.seconds)
      #expect(picture.requested.seconds - picture.at.seconds < 0.0334)
    }
  }

  /// Sound is heard from 0 to 3 s, pictures are shown from 0.5 to 2.5 s.
  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "no late pictures are made")))
  func `a number of pictures comes from the time in which pictures are shown`() throws {
    try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-c:v", "libx264", "-g", "5",
      folder.path("pictures.mp4"),
    ])
    try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-itsoffset", "0.5", "-i", folder.path("pictures.mp4"), "-f", "lavfi", "-i",
      "sine=r=48000:d=3", "-c:v", "copy", "-c:a", "aac", folder.path("in.mp4"),
    ])
    for options in [[String](), ["--exact"]] {
      let words = ["thumbnails", "in.mp4", "--count", "10", "--name", "p", "--vtt", "--force", "--json"]
      let ending = try Command(words + options, in: folder).ending()
      #expect(ending.exit == 0, "\(ending)")
      let document = try JSONDecoder().decode(Document.self, from: Data(ending.output.utf8))
      try #require(document.pictures.count == 10)
      for (index, picture) in document.pictures.enumerated() {
        #expect(abs(picture.requested.seconds - 0.6 - 0.2 * Double(index)) < 0.001)
      }
      // Together the pictures stand for all of the media.
      let cues = try Tool.ffprobe.run([
        "-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0", folder.path("p.vtt"),
      ]).text.split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
      try #require(cues.count == 10)
      #expect(cues[0][0] == 0 && abs(cues[9][0] + cues[9][1] - 3) < 0.03, "\(cues)")
    }
  }

  /// The disabled track, which comes first, is four times as long.
  @Test(.enabled(if: Tool.ffmpeg.isInstalled(for: "no movie has a disabled track")))
  func `a number of pictures comes from the track that is shown`() throws {
    try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-i", Files.fixture("h264-aac.mov"), "-i", Files.fixture("h264-aac-small.mp4"),
      "-map", "0:v", "-map", "1:v", "-c", "copy", "-disposition:v:0", "0", "-disposition:v:1", "default",
      folder.path("in.mov"),
    ])
    let ending = try Command.run("thumbnails", "in.mov", "--count", "4", "--json", in: folder)
    #expect(ending.exit == 0, "\(ending)")
    let document = try JSONDecoder().decode(Document.self, from: Data(ending.output.utf8))
    try #require(document.pictures.count == 4)
    for (index, picture) in document.pictures.enumerated() {
      #expect(picture.width == 160 && abs(picture.requested.seconds - 0.125 - 0.25 * Double(index)) < 0.001)
    }
  }

  @Test func `sheets hold pictures in rows, and the index names their places`() throws {
    let document = try thumbnails("h264-aac.mov", "--count 5 --sheet 2x2 --vtt --max-size 100x100 --format png")
    #expect(folder.names == ["h264-aac-sheet-0001.png", "h264-aac-sheet-0002.png", "h264-aac.vtt"])
    #expect(try size("h264-aac-sheet-0001.png") == "png,200,112")
    #expect(try size("h264-aac-sheet-0002.png") == "png,100,56")
    #expect(document.pictures.map(\.x) == [0, 100, 0, 100, 0] && document.pictures.map(\.y) == [0, 0, 56, 56, 0])
    #expect(document.index?.hasSuffix("h264-aac.vtt") == true)
    let text = try folder.read("h264-aac.vtt")
    #expect(text.hasPrefix("WEBVTT\n\n00:00:00.000 --> "))
    #expect(text.contains("\nh264-aac-sheet-0001.png#xywh=100,56,100,56\n"))
    #expect(text.components(separatedBy: " --> ").count == 6)
    // ffmpeg reads the cues, each of which begins where the one before ends.
    let cues = try Tool.ffprobe.run([
      "-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0", folder.path("h264-aac.vtt"),
    ]).text.split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
    #expect(cues.count == 5)
    for (one, other) in zip(cues, cues.dropFirst()) { #expect(abs(one[0] + one[1] - other[0]) < 0.0011) }
  }

  /// The whole grid has room for 10,000 pictures, 2.3 GB of them.
  @Test func `a sheet needs memory for the rows that it has, not for those that it could have`() throws {
    let words = ["thumbnails", Files.fixture("h264-aac.mov"), "--output-dir", ".", "--count", "400", "--json"]
    let command = try Command(words + ["--sheet", "100x100"], in: folder)
    // The document is longer than what a pipe holds: the command waits at its end, and can be asked.
    command.waitUntil { command.unreadBytes > 0 }
    let peak = try #require(command.peakBytes)
    #expect(command.ending().exit == 0)
    #expect(peak < 2 << 30, "\(peak) bytes")
    #expect(try size("h264-aac-sheet-0001.jpg") == "mjpeg,32000,720")
  }

  @Test func `a picture on a sheet is the one that a file of its own has`() throws {
    _ = try thumbnails("h264-aac.mov", "--count 4 --sheet 2x2 --max-size 100x100 --format png")
    _ = try thumbnails("h264-aac.mov", "--count 4 --max-size 100x100 --format png --name one")
    func bytes(_ name: String, _ filter: String) throws -> [UInt8] {
      try Tool.ffmpeg.run([
        "-nostdin", "-v", "error", "-i", folder.path(name), "-vf", filter, "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
      ]).bytes
    }
    for (index, place) in ["0:0", "100:0", "0:56", "100:56"].enumerated() {
      let own = try bytes("one-000\(index + 1).png", "null")
      let part = try bytes("h264-aac-sheet-0001.png", "crop=100:56:\(place)")
      #expect(!own.isEmpty && own == part, "\(index)")
    }
  }

  @Test func `the files lie beside the input, and the standard input leaves them here`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("films"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: Files.fixture("h264-one-frame.mov"), toPath: folder.path("films/a b.mov"))
    let ending = try Command(["thumbnails", "films/a b.mov", "--count", "1"], in: folder).ending()
    #expect(ending.exit == 0 && ending.output == "films/a b-0001.jpg\n", "\(ending)")
    let shell = "avwrite thumbnails - --count 1 -q < 'films/a b.mov'"
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("avwrite"), withDestinationPath: Tool.avwrite.path ?? "")
    let piped = try Command(["-ec", "PATH=$PWD:$PATH; cat 'films/a b.mov' | " + shell], of: "/bin/bash", in: folder)
      .ending()
    #expect(piped.exit == 0 && piped.output.isEmpty, "\(piped)")
    #expect(FileManager.default.fileExists(atPath: folder.path("input-0001.jpg")))
  }

  @Test func `a folder or the input may have the name that those of the files begin with`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("film"), withIntermediateDirectories: false)
    for name in ["bare", "film.mov"] {
      try FileManager.default.copyItem(atPath: Files.fixture("h264-one-frame.mov"), toPath: folder.path(name))
      let ending = try Command.run("thumbnails", name, "--count", "1", in: folder)
      #expect(ending.exit == 0, "\(ending)")
    }
    #expect(Set(folder.names) == ["bare", "bare-0001.jpg", "film", "film-0001.jpg", "film.mov"])
    let lost = try Command.run("thumbnails", "film.mov", "--count", "1", "--output-dir", "nowhere", in: folder)
    #expect(lost.exit == 73 && lost.errors.contains("cannot write in folder nowhere"), "\(lost)")
  }

  @Test func `all files are written or none, and none is replaced unasked`() throws {
    try folder.write("mine", to: "p-0002.jpg")
    let words = ["thumbnails", Files.fixture("h264-aac.mov"), "--count", "3", "--name", "p", "--output-dir", "."]
    let refused = try Command(words, in: folder).ending()
    #expect(refused.exit == 73 && refused.errors.contains("p-0002.jpg: exists already"), "\(refused)")
    #expect(folder.names == ["p-0002.jpg"])
    #expect(try folder.read("p-0002.jpg") == "mine")
    let forced = try Command(words + ["--force"], in: folder).ending()
    #expect(forced.exit == 0, "\(forced)")
    #expect(folder.names == ["p-0001.jpg", "p-0002.jpg", "p-0003.jpg"])
    #expect(try size("p-0002.jpg") == "mjpeg,480,270")
  }

  @Test(arguments: [
    (69, "speech.m4a", "--count 2", "has no pictures"), (64, "h264-aac.mov", "--at 99", "but the input ends at"),
    (66, "none.mov", "--count 2", "no such file"), (64, "h264-aac.mov", "--every 0", "--every"),
    (64, "h264-aac.mov", "--every 0.000001", "at most"),
    (64, "h264-aac.mov", "", "--at, --every and --count"), (64, "h264-aac.mov", "--count 2 --every 1", "--at, --every"),
    (64, "h264-aac.mov", "--at 1 --exact", "no effect"), (64, "h264-aac.mov", "--count 0", "--count"),
    (64, "h264-aac.mov", "--count 1 --format png --quality 3", "no effect"),
    (64, "h264-aac.mov", "--count 1 --sheet 0x3", "sheet"),
    (64, "h264-aac.mov", "--count 1 --name a/b", "--output-dir"),
  ])
  func `wrong calls and inputs are refused, and nothing is written`(
    exit: Int32, name: String, options: String, words: String
  ) throws {
    let path = name == "none.mov" ? name : Files.fixture(name)
    let ending = try Command(
      ["thumbnails", path, "--output-dir", "."] + options.split(separator: " ").map(String.init), in: folder
    ).ending()
    #expect(ending.exit == exit && ending.errors.contains(words), "\(ending)")
    #expect(folder.names.isEmpty && ending.output.isEmpty)
  }

  @Test(arguments: [["--every", "0.2", "--exact"], ["--at", "0"]])
  func `damage is an error, and leaves no file`(times: [String]) throws {
    let ending = try Command(
      ["thumbnails", Files.corrupt("mdat-cut.mp4"), "--output-dir", ".", "--json"] + times, in: folder
    ).ending()
    #expect(ending.exit == 65, "\(ending)")
    #expect(try Schema("event").problems(with: ending.output) == [])
    #expect(folder.names.isEmpty)
  }
}
