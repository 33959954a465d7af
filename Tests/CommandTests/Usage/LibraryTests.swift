import Foundation
import TestSupport
import Testing

/// The libraries that the command opens, each when a job needs it.
@Suite struct LibraryTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Report: Decodable {
    struct Library: Decodable {
      var name, file, need: String
      var version, package: String?
    }

    var libraries: [Library]
  }

  private func libraries() throws -> [Report.Library] {
    let output = try Command.run("--version", "--json", in: folder).output
    return try JSONDecoder().decode(Report.self, from: Data(output.utf8)).libraries
  }

  /// Returns the files of the libraries in the table that a call opens.
  private func opened(_ arguments: [String]) throws -> [String] {
    let table = Set(try libraries().map(\.file))
    let prelude = "export LD_DEBUG=files LD_DEBUG_OUTPUT=debug; "
    let ending = try Command(arguments, in: folder, prelude: prelude).ending()
    #expect(ending.exit == 0, "\(ending)")
    let logs = folder.names.filter { $0.hasPrefix("debug.") }
    let lines = try logs.flatMap { name in
      try String(contentsOfFile: folder.path(name), encoding: .utf8).split(separator: "\n")
    }
    for name in logs { try FileManager.default.removeItem(atPath: folder.path(name)) }
    let files = lines.filter { $0.contains("calling init: ") }.compactMap { $0.split(separator: "/").last }
    try #require(!files.isEmpty)
    return files.map(String.init).filter(table.contains).sorted()
  }

  @Test(arguments: [["--help"], ["--version"], ["presets"], ["explain", "E_IO"], ["transcode", "--help"]])
  func `what needs no library opens none`(arguments: [String]) throws {
    #expect(try opened(arguments) == [])
  }

  @Test(arguments: [
    "h264-aac.mov", "h264-pcm.mov", "h264-fragmented.mp4", "prores-pcm24.mov", "mjpeg-pcm.mov", "hevc10-hdr10.mp4",
    "aac-5.1.m4a", "many-facts.mov",
  ])
  func `what only reads a movie's index opens none`(name: String) throws {
    let movie = Files.fixture(name)
    for arguments in [["inspect", movie], ["inspect", movie, "--json"], ["dump", movie], ["diff", movie, movie]] {
      let files = try opened(arguments)
      #expect(files == [], "\(arguments)")
    }
  }

  private static let copied =
    ["prores-pcm24.mov", "mjpeg-pcm.mov", "h264-aac.mov", "h264-fragmented.mp4", "hevc10-hdr10.mp4"].map(Files.fixture)
    + (Files.hasShared ? ["mov/awesome_movie.mov", "mov/bt601.mov", "mov/sideways_movie.mov"].map(Files.shared) : [])

  @Test(arguments: copied)
  func `a copy of a movie whose statements agree opens none`(path: String) throws {
    let copy = ["transcode", path, "copy.mov", "--video-codec", "copy", "--audio-codec", "copy"]
    #expect(try opened(copy) == [])
    #expect(try opened(["verify", "copy.mov", "--against", path, "--quick"]) == [])
  }

  @Test func `a job opens the libraries that it needs, and no more`() throws {
    let files = try opened([
      "transcode", Files.fixture("speech.wav"), "out.mp3", "--no-verify", "--audio-bitrate", "64k",
    ])
    #expect(files.contains { $0.hasPrefix("libmp3lame.") }, "\(files)")
    // Debian's libavcodec is linked with the encoders itself.
    for other in ["libavfilter.", "libswscale.", "libzimg.", "libebur128.", "libyaml"] {
      #expect(!files.contains { $0.hasPrefix(other) }, "\(files)")
    }
  }

  @Test func `the table names the packages in which the libraries are`() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/dpkg-query") else {
      return print("skipped: nobody knows the packages of libraries here")
    }
    let libraries = try libraries()
    #expect(libraries.filter { $0.need == "depends" }.count == 12)
    for library in libraries {
      guard let package = library.package else { continue }
      let owner = try Command(["-S", "*/\(library.file)"], of: "/usr/bin/dpkg-query", in: folder).ending()
      if owner.exit == 0 { #expect(owner.output.hasPrefix(package + ":"), "\(owner.output)") }
    }
  }

  @Test(arguments: [
    ("libavformat", "h264-aac.mkv", ["out.mkv", "--video-codec", "copy", "--audio-codec", "copy"]),
    ("libavcodec", "h264-aac.mov", ["out.mp4", "--speed", "ultrafast"]),
    ("libavfilter", "h264-aac.mov", ["out.mp4", "--speed", "ultrafast", "--deinterlace"]),
    ("libswresample", "speech.wav", ["out.m4a", "--sample-rate", "22050", "--audio-codec", "aac"]),
    ("zimg", "h264-aac.mov", ["out.mp4", "--max-size", "160x120"]),
    ("x264", "h264-aac.mov", ["out.mp4", "--speed", "ultrafast"]),
    ("SVT-AV1", "h264-aac.mov", ["out.mp4", "--video-codec", "av1", "--speed", "ultrafast"]),
    ("LAME", "speech.wav", ["out.mp3"]),
    ("libebur128", "speech.wav", ["out.m4a", "--loudness", "-16"]),
    ("libyaml", "h264-aac.mov", ["out.mp4", "--settings", "settings.yaml"]),
  ])
  func `a library that is not there is an error that names its package`(
    name: String, source: String, arguments: [String]
  ) throws {
    let library = try #require(try libraries().first { $0.name == name })
    try folder.write("crf: 30\n", to: "settings.yaml")
    // An empty file in front of the library is none.
    try FileManager.default.createDirectory(atPath: folder.path("away"), withIntermediateDirectories: false)
    try folder.write("", to: "away/" + library.file)
    let ending = try Command(
      ["transcode", Files.fixture(source)] + arguments, in: folder, prelude: "export LD_LIBRARY_PATH=away; "
    ).ending()
    #expect(ending.exit == 69, "\(ending)")
    #expect(ending.errors.contains(try #require(library.package)) && ending.errors.contains(library.file), "\(ending)")
    #expect(!folder.names.contains { $0.hasPrefix("out.") }, "\(folder.names)")
  }
}
