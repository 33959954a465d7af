import Foundation
import TestSupport
import Testing

/// Several outputs from one reading.
@Suite struct RenditionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String]) throws -> Command.Ending {
    try Command(["transcode"] + arguments, in: folder).ending()
  }

  /// Outputs with their options, of all kinds of tracks: encoded, copied, left out.
  private static let renditions = [
    ["large.mp4", "--speed", "ultrafast"],
    ["small.mov", "--max-size", "160x160", "--speed", "veryfast", "--audio-codec", "pcm"],
    ["copied.mov", "--video-codec", "copy"], ["sound.m4a"], ["sound.wav", "--video-codec", "none"],
  ]

  @Test(arguments: [[], ["--start", "0.5", "--duration", "1"]])
  func `each file is the one that a job of its own writes`(time: [String]) throws {
    let source = Files.fixture("h264-aac.mov")
    for rendition in Self.renditions {
      let ending = try run([source, "alone-" + rendition[0]] + rendition.dropFirst() + time)
      #expect(ending.exit == 0, "\(ending.errors)")
    }
    let also = Self.renditions.dropFirst().flatMap { ["--also"] + $0 }
    let ending = try run([source] + Self.renditions[0] + time + also)
    #expect(ending.exit == 0, "\(ending.errors)")
    for rendition in Self.renditions {
      let files = try [rendition[0], "alone-" + rendition[0]].map { try Data(contentsOf: folder.file($0)) }
      let isSame = files[0] == files[1]
      #expect(isSame, "\(rendition[0])")
      #expect(ending.errors.contains("\(rendition[0]): "))
    }
    #expect(folder.names.count == 2 * Self.renditions.count)
  }

  /// Containers without an index are read once for all outputs.
  @Test(arguments: [
    ("h264-aac.mkv", "mka"), ("h264-aac.ts", "mka"), ("speech.mp3", "mp3"), ("speech.opus", "ogg"),
    ("speech.flac", "flac"), ("vp9-opus.webm", "mka"), ("speech-bare.mp3", "mp3"),
  ])
  func `sound that one output copies and others decode is whole in each`(source: String, container: String) throws {
    let names = ["copied." + container, "decoded.wav", "encoded.m4a"]
    for name in names {
      let ending = try run([Files.fixture(source), "alone-" + name, "--video-codec", "none", "-q"])
      #expect(ending.exit == 0, "\(ending.errors)")
    }
    let also = names.map { ["--also", $0, "--video-codec", "none"] }.joined().dropFirst()
    let ending = try run([Files.fixture(source), "-q"] + also)
    #expect(ending.exit == 0, "\(ending.errors)")
    for name in names {
      let files = try [name, "alone-" + name].map { try Data(contentsOf: folder.file($0)) }
      let isSame = files[0] == files[1]
      #expect(isSame, "\(name): \(files)")
    }
  }

  @Test func `a job of several outputs writes all or none`() throws {
    let source = Files.fixture("h264-aac.mov")
    try folder.write("", to: "taken.mp4")
    for (arguments, exit) in [
      (["a.mp4", "--also", "taken.mp4"], 73), (["a.mp4", "--also", "./a.mp4"], 64), (["a.mp4", "--also"], 64),
      (["a.mp4", "--also", "b.mp4", "--also"], 64), (["a.mp4", "--start", "2", "--also", "b.mp4", "--start", "1"], 64),
      (["a.mp4", "--also", "b.wav", "--audio-codec", "aac"], 69), (["a.mp4", "--also", "b.m4a", "--crf", "60"], 64),
      (["a.mp4", "--also", "none/b.mp4"], 73), (["a.mp4", "--also", source], 73),
    ] as [([String], Int32)] {
      let ending = try run([source] + arguments)
      #expect(ending.exit == exit, "\(arguments): \(ending.errors)")
      #expect(folder.names == ["taken.mp4"])
    }
  }

  @Test func `a name that is taken while the job runs leaves none of its files`() throws {
    let pipe = Pipe()
    let job = try Command(["transcode", "-", "a.m4a", "--also", "b.m4a"], in: folder, input: pipe)
    // Both names were free, and the job waits for its input.
    job.waitUntil { folder.names.count == 2 }
    try folder.write("theirs", to: "b.m4a")
    try pipe.fileHandleForWriting.write(contentsOf: Data(contentsOf: URL(fileURLWithPath: Files.fixture("speech.wav"))))
    try pipe.fileHandleForWriting.close()
    let ending = job.ending()
    #expect(ending.exit == 73 && ending.errors.contains("b.m4a: exists already"), "\(ending.errors)")
    #expect(folder.names == ["b.m4a"])
    #expect(try folder.read("b.m4a") == "theirs")
  }

  @Test func `options for the whole job stand anywhere, and privacy is for all outputs`() throws {
    let source = Files.fixture("many-facts.mov")
    let ending = try run([
      source, "a.mov", "--video-codec", "copy", "--strip-location", "--also", "b.mov", "--video-codec", "copy",
      "--duration", "0.5", "--also", "c.mov", "--video-codec", "copy", "--no-strip-location", "--json", "--event-times",
      "--events", "events",
    ])
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(ending.output.hasPrefix("{") && folder.names == ["a.mov", "b.mov", "c.mov", "events"])
    func tellsPlace(_ name: String) throws -> Bool {
      try Command.run("inspect", name, in: folder).output.lowercased().contains("location")
    }
    #expect(try tellsPlace(source) && !tellsPlace("a.mov") && !tellsPlace("b.mov") && tellsPlace("c.mov"))
    for name in ["a.mov", "b.mov", "c.mov"] {
      let seconds = try Probe.read(folder.path(name)).streams.compactMap { $0.duration.flatMap(Double.init) }.max() ?? 0
      #expect(seconds < 0.7, "\(name): \(seconds)")
    }
    #expect(try run([source, "d.mov", "--json", "--also", "e.mov", "--events", "-"]).exit == 64)
  }

  @Test func `damage leaves none of the outputs`() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-aac.mkv")))
    try whole.prefix(whole.count / 2).write(to: folder.file("cut.mkv"))
    let ending = try run(["cut.mkv", "a.mp4", "--speed", "ultrafast", "--also", "b.m4a", "--also", "c.mp3"])
    #expect(ending.exit == 65)
    #expect(folder.names == ["cut.mkv"])
  }

  @Test func `JSON tells of the first output as of one alone, and lists the others`() throws {
    let ending = try run(
      [Files.fixture("h264-aac-small.mp4"), "a.mp4", "--speed", "ultrafast", "--json", "--also", "b.mov", "--speed"]
        + ["superfast", "--also", "c.mp3"])
    #expect(ending.exit == 0, "\(ending.errors)")
    let result = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    func path(_ file: Any?) -> String? { ((file as? [String: Any])?["output"] as? [String: Any])?["path"] as? String }
    #expect(path(result) == "a.mp4")
    #expect((result?["also"] as? [Any])?.map(path) == ["b.mov", "c.mp3"])
    let plan = try run([Files.fixture("h264-aac-small.mp4"), "x.mp4", "--plan", "--also", "y.wav"])
    #expect(plan.output.contains("x.mp4:\ncontainer: MPEG-4\n"))
    #expect(plan.output.contains("y.wav:\ncontainer: WAVE\n"))
  }

  @Test func `a signal ends all renditions and leaves nothing`() throws {
    let job = try Command(
      ["transcode", Files.fixture("h264-aac.mov"), "a.mp4", "--real-time", "--also", "b.mov", "--also", "c.m4a"],
      in: folder)
    job.waitUntilItWrites(in: folder)
    job.signal(SIGTERM)
    #expect(job.ending().exit == 128 + SIGTERM)
    #expect(folder.names.isEmpty)
  }
}
