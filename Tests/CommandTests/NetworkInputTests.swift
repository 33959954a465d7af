import Foundation
import TestSupport
import Testing

/// What a user names may lie on a server, and nothing that it names itself is opened.
@Suite struct NetworkInputTests {
  let folder: TemporaryFolder
  let source: TemporaryFolder
  let server: MediaServer

  init() throws {
    folder = try TemporaryFolder()
    source = try TemporaryFolder()
    server = try MediaServer(source.url)
  }

  private func serve(_ name: String) throws {
    try FileManager.default.copyItem(atPath: Files.fixture(name), toPath: source.path(name))
  }

  @Test(arguments: ["h264-aac.mov", "h264-aac.ts", "h264-aac.mkv"])
  func `a URL gives the same output as the file behind it`(name: String) throws {
    try serve(name)
    let options = ["--speed", "ultrafast", "-q"]
    let url = server.url(name).absoluteString
    let remote = try Command(["transcode", url, "remote.mp4"] + options, in: folder).ending()
    #expect(remote.exit == 0, "\(remote.errors)")
    let local = try Command(["transcode", Files.fixture(name), "local.mp4"] + options, in: folder).ending()
    #expect(local.exit == 0)
    #expect(FileManager.default.contentsEqual(atPath: folder.path("remote.mp4"), andPath: folder.path("local.mp4")))
  }

  /// libavformat, which reads what comes only once, tells less of a movie than its own tables.
  @Test(
    arguments: [
      ("many-facts.mov", ["--drop", "text", "--drop", "subtitle", "--speed", "ultrafast"]),
      ("h264-rotated.mov", ["--video-codec", "copy"]), ("hevc10-hdr10.mp4", ["--video-codec", "copy"]),
    ], [MediaServer.Manner.wholeFiles, .filesWithoutLength])
  func `a URL gives the same output where the server gives no parts of the file`(
    source: (name: String, options: [String]), manner: MediaServer.Manner
  ) throws {
    try serve(source.name)
    server.manner = manner
    let url = server.url(source.name).absoluteString
    let remote = try Command(["transcode", url, "remote.mov", "-q"] + source.options, in: folder).ending()
    #expect(remote.exit == 0, "\(remote.errors)")
    let local = try Command(
      ["transcode", Files.fixture(source.name), "local.mov", "-q"] + source.options, in: folder
    ).ending()
    #expect(local.exit == 0, "\(local.errors)")
    #expect(FileManager.default.contentsEqual(atPath: folder.path("remote.mov"), andPath: folder.path("local.mov")))
    #expect(folder.names.sorted() == ["local.mov", "remote.mov"])
  }

  @Test func `a batch names the outputs of URLs like those of files, and makes none that is there`() throws {
    try serve("h264-aac.mkv")
    let url = server.url("h264-aac.mkv").absoluteString
    func batch(_ arguments: String...) throws -> Command.Ending {
      try Command(["batch", url, "--format", "mp4", "--video-codec", "copy", "--json"] + arguments, in: folder).ending()
    }
    #expect(try batch().exitsOfJobs() == [0])
    #expect(try batch(Files.fixture("speech.wav"), "--output-dir", "out").exitsOfJobs() == [0, 0])
    #expect(Files.names(in: folder.url) == ["h264-aac.mp4", "out/h264-aac.mp4", "out/speech.mp4"])
    let before = try Data(contentsOf: folder.file("h264-aac.mp4"))
    #expect(try batch().exitsOfJobs() == [73])
    #expect(try Data(contentsOf: folder.file("h264-aac.mp4")) == before)
  }

  @Test func `a batch that is run again makes no output of a version that a server still has`() throws {
    try serve("h264-aac.ts")
    server.manner = .version("\"1\"")
    let url = server.url("h264-aac.ts").absoluteString
    let words = ["batch", url, "--format", "mp4", "--video-codec", "copy", "--json"]
    #expect(try Command(words, in: folder).ending().exitsOfJobs() == [0])
    let made = try FileManager.default.attributesOfItem(atPath: folder.path("h264-aac.mp4"))
    let sent = server.sentBytes
    let again = try Command(words, in: folder).ending()
    #expect(try again.exitsOfJobs() == [0] && again.output.contains("\"skipped\": 1"), "\(again)")
    #expect(server.sentBytes - sent <= 1 << 16)
    let kept = try FileManager.default.attributesOfItem(atPath: folder.path("h264-aac.mp4"))
    #expect(kept[.systemFileNumber] as? UInt64 == made[.systemFileNumber] as? UInt64)
    server.manner = .version("\"2\"")
    #expect(try Command(words, in: folder).ending().exitsOfJobs() == [73])
  }

  @Test(arguments: [MediaServer.Manner.chunks(), .rangesWithoutTotal])
  func `a URL gives the same output where the server does not say how long the file is`(
    manner: MediaServer.Manner
  ) throws {
    try serve("h264-aac.ts")
    server.manner = manner
    try expectSameCopy(of: "h264-aac.ts")
  }

  @Test func `a URL gives the same output where the server compresses the file and gives parts of that`() throws {
    let script = "gzip -c \"$1\" > \"$2\""
    let ending = try Command(
      ["-c", script, "sh", Files.fixture("h264-aac.ts"), source.path("h264-aac.ts")], of: "/bin/sh", in: folder
    ).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    server.manner = .compressedRanges
    try expectSameCopy(of: "h264-aac.ts")
  }

  /// Expects that the copy of a fixture from the server is the copy of the file itself.
  private func expectSameCopy(of name: String) throws {
    let options = ["--video-codec", "copy", "--audio-codec", "copy", "-q"]
    let url = server.url(name).absoluteString
    let remote = try Command(["transcode", url, "remote.mp4"] + options, in: folder).ending()
    #expect(remote.exit == 0, "\(remote.errors)")
    let local = try Command(["transcode", Files.fixture(name), "local.mp4"] + options, in: folder).ending()
    #expect(local.exit == 0, "\(local.errors)")
    #expect(FileManager.default.contentsEqual(atPath: folder.path("remote.mp4"), andPath: folder.path("local.mp4")))
  }

  @Test func `inspect shows a URL`() throws {
    try serve("h264-aac.mov")
    let ending = try Command.run("inspect", server.url("h264-aac.mov").absoluteString, in: folder)
    #expect(ending.exit == 0)
    #expect(ending.output.contains("track 1 (video avc1)"), "\(ending.output)")
  }

  @Test(arguments: ["h264-aac.mov", "h264-aac.mkv"])
  func `dump prints what comes through a pipe or from a server as it prints the file`(name: String) throws {
    try serve(name)
    let file = try Command.run("dump", source.path(name), "--samples", in: folder)
    #expect(file.exit == 0 && !file.output.isEmpty, "\(file.errors)")
    let remote = try Command.run("dump", server.url(name).absoluteString, "--samples", in: folder)
    #expect(remote.exit == 0 && remote.output == file.output, "\(remote.errors)")
    let script = "cat \"$1\" | \"$0\" dump - --samples"
    let piped = try Command(["-c", script, Tool.avwrite.path ?? "", source.path(name)], of: "/bin/sh", in: folder)
      .ending()
    #expect(piped.exit == 0 && piped.output == file.output, "\(piped.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test func `a URL's scheme may be in capitals`() throws {
    try serve("h264-aac.mov")
    let url = server.url("h264-aac.mov").absoluteString.replacing("http:", with: "HTTP:")
    let ending = try Command.run("transcode", url, "out.mov", "--video-codec", "copy", "-q", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
  }

  @Test func `no library says anything beside the error`() throws {
    // No user's program listens at the first port.
    let ending = try Command.run("transcode", "http://127.0.0.1:1/in.mov", "out.mp4", "-q", in: folder)
    #expect(ending.exit == 66)
    let lines = ending.errors.split(separator: "\n")
    #expect(lines.count == 1 && lines.allSatisfy { $0.hasPrefix("avwrite: error: ") }, "\(ending.errors)")
  }

  @Test func `a server that has no such file exits 66`() throws {
    let url = server.url("nothing.mov").absoluteString
    for command in [["transcode", url, "out.mp4"], ["inspect", url]] {
      let ending = try Command(command, in: folder).ending()
      #expect(ending.exit == 66, "\(ending.errors)")
      #expect(ending.errors.contains("404"), "\(ending.errors)")
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `a server that hangs up exits 66`() throws {
    try serve("h264-aac.mov")
    server.manner = .cut(after: 2000)
    let url = server.url("h264-aac.mov").absoluteString
    let ending = try Command.run("transcode", url, "out.mp4", in: folder)
    #expect(ending.exit == 66, "\(ending.errors)")
    #expect(folder.names.isEmpty)
  }

  /// The server's chunks have 16,384 bytes: the connection ends before a chunk, and within one. The part of a transport
  /// stream that has come is a whole one by itself.
  @Test(arguments: [16_384, 37_600])
  func `an answer in chunks whose last does not come exits 66`(count: Int) throws {
    try serve("h264-aac.ts")
    server.manner = .chunks(limit: count)
    let url = server.url("h264-aac.ts").absoluteString
    let ending = try Command.run("transcode", url, "out.mkv", "--video-codec", "copy", in: folder)
    #expect(ending.exit == 66, "\(ending.errors)")
    #expect(ending.errors.contains("ended the connection"), "\(ending.errors)")
    #expect(folder.names.isEmpty)
  }

  /// Each answer of the server has so many bytes: with some the index is cut, and with others the media.
  @Test(arguments: [
    ("h264-aac.mov", 2000), ("h264-aac.mov", 20_000), ("h264-aac-small.mp4", 4000), ("h264-aac.mkv", 4000),
    ("speech.mp3", 20_000),
  ])
  func `a connection that ends too early exits 66, and the message names the URL`(name: String, count: Int) throws {
    try serve(name)
    server.manner = .cut(after: count)
    let url = server.url(name).absoluteString
    let ending = try Command.run("transcode", url, "out.mov", "--speed", "ultrafast", in: folder)
    #expect(ending.exit == 66, "\(ending.errors)")
    #expect(ending.errors.hasPrefix("avwrite: error: \(url): "), "\(ending.errors)")
    #expect(folder.names.isEmpty)
  }

  /// Lists that name other files, as they are found on servers and disks.
  static let lists = [
    ("list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nspeech.wav\n#EXT-X-ENDLIST\n"),
    (
      "list.mpd",
      """
      <?xml version="1.0"?>
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S"><Period>
      <AdaptationSet><Representation id="1" mimeType="audio/wav" bandwidth="1"><BaseURL>speech.wav</BaseURL>
      </Representation></AdaptationSet></Period></MPD>

      """
    ),
    ("list.ffconcat", "ffconcat version 1.0\nfile speech.wav\n"),
    ("list.txt", "file 'speech.wav'\n"),
    ("list.sdp", "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n"),
    (
      "list.xml",
      "<?xml version=\"1.0\"?><CompositionPlaylist xmlns=\"http://www.smpte-ra.org/schemas/2067-3/2016\"/>\n"
    ),
    ("list.m3u", "speech.wav\n"),
    ("list.pls", "[playlist]\nFile1=speech.wav\nNumberOfEntries=1\n"),
  ]

  @Test(arguments: lists, ["", ".mov", ".mp4", ".wav"])
  func `a list of files is no input, on disk, on a server and in a pipe`(
    list: (name: String, text: String), suffix: String
  ) throws {
    try serve("speech.wav")
    let name = list.name + suffix
    try source.write(list.text, to: name)
    for input in [source.path(name), server.url(name).absoluteString] {
      let ending = try Command.run("transcode", input, "out.m4a", in: folder)
      #expect(ending.exit == 67 || ending.exit == 65, "\(ending.errors)")
    }
    let pipe = Pipe()
    let command = try Command(["transcode", "-", "out.m4a"], in: folder, input: pipe)
    try pipe.fileHandleForWriting.write(contentsOf: Data(list.text.utf8))
    try pipe.fileHandleForWriting.close()
    let ending = command.ending()
    #expect(ending.exit == 67 || ending.exit == 65, "\(ending.errors)")
    #expect(folder.names.isEmpty)
    #expect(!server.requests.contains { $0.path.hasSuffix("speech.wav") })
  }
}
