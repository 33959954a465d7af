import Foundation
import TestSupport
import Testing

/// Edit lists of a source and of what is made of it, and CL-12.
@Suite struct EditTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func transcode(_ arguments: String...) throws {
    let ending = try Command(["transcode"] + arguments, in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
  }

  private func pictures(_ path: String) throws -> (shown: Double, edits: Int) {
    let tables = try MovieTables(of: path)
    let track = try #require(tables.tracks.first { $0.handler == "vide" })
    let ticks = track.edits.filter { $0.start >= 0 }.reduce(0) { $0 + $1.duration }
    return (Double(ticks) / Double(tables.movieTimeScale), track.edits.count)
  }

  /// A copy of a movie, with bytes of its tables changed.
  private func changed(_ name: String, _ change: (inout Data) throws -> Void) throws -> String {
    var movie = try Data(contentsOf: URL(fileURLWithPath: Files.fixture(name)))
    try change(&movie)
    let path = folder.path("changed." + (name as NSString).pathExtension)
    try movie.write(to: URL(fileURLWithPath: path))
    return path
  }

  private static let copying = ["--video-codec", "copy", "--audio-codec", "copy"]
  private static let encoding = ["--speed", "ultrafast"]

  /// The picture that is shown last has a duration of decoding that is longer than it is shown.
  @Test(arguments: ["out.mov", "out.mp4"], [copying, encoding])
  func `the last picture is shown as long as the source's edit says`(output: String, options: [String]) throws {
    let source = Files.fixture("h264-vfr.mov")
    let ending = try Command(["transcode", source, output] + options, in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    let (before, after) = (try pictures(source), try pictures(folder.path(output)))
    // A tick of the source's movie time scale, which is coarser than its media's.
    #expect(abs(before.shown - after.shown) <= 0.001)
    #expect(after.edits == 1)
  }

  /// Their readers show it as long as the picture before.
  @Test(arguments: ["out.mkv", "out.ts"], [copying, encoding])
  func `a last picture that an edit cuts short goes where no lengths are said`(
    output: String, options: [String]
  ) throws {
    try transcode(
      Files.fixture("h264-aac.mov"), "cut.mov", "--end", "0.51", "--drop", "audio", "--speed", "ultrafast")
    let ending = try Command(["transcode", "cut.mov", output] + options, in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    let written = try Probe.read(folder.path(output)).times("v:0").count
    #expect(try written == Probe.read(folder.path("cut.mov")).times("v:0").count)
  }

  @Test(arguments: [copying, encoding])
  func `an edit that ends within a picture ends there`(options: [String]) throws {
    let source = try changed("h264-vfr.mov") { movie in
      // The first list is the pictures'; its one edit's duration follows version, flags and count.
      let list = try #require(movie.range(of: Data("elst".utf8)))
      let place = list.upperBound + 8
      movie.replaceSubrange(place..<place + 4, with: [0, 0, 0x0B, 0xB8])
    }
    #expect(try abs(pictures(source).shown - 3) < 0.000_001)
    let ending = try Command(["transcode", source, "out.mov"] + options, in: folder).ending()
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(try abs(pictures(folder.path("out.mov")).shown - 3) <= 0.001)
    let shown = try Probe.read(source).times("v:0").filter { $0 < 3 }
    #expect(try Probe.read(folder.path("out.mov")).times("v:0").count >= shown.count)
  }

  /// Without an edit list the first picture is shown when its composition offset says.
  @Test func `CL-12 a movie without empty edits begins with its first sample`() throws {
    let source = try changed("h264-vfr.mov") { movie in
      while let list = movie.range(of: Data("edts".utf8)) { movie.replaceSubrange(list, with: Data("free".utf8)) }
    }
    let first = try #require(Probe.read(source).times("v:0").first)
    #expect(first > 0.1)
    try transcode(source, "alone.mov", "--video-codec", "copy", "--drop", "audio")
    #expect(try Probe.read(folder.path("alone.mov")).times("v:0").first == 0)
    // Beside sound that begins at once it comes as late as it did.
    try transcode(source, "both.mov", "--video-codec", "copy", "--audio-codec", "copy")
    let both = try Probe.read(folder.path("both.mov"))
    #expect(both.times("a:0").first == 0)
    #expect(abs((both.times("v:0").first ?? 0) - first) < 0.000_1)
  }

  @Test func `CL-12 a movie's own empty edits are kept`() throws {
    try transcode(Files.fixture("h264-late-audio.mov"), "out.m4a", "--drop", "video", "--audio-codec", "copy")
    let sound = try #require(MovieTables(of: folder.path("out.m4a")).tracks.first)
    #expect(sound.edits.map { $0.start >= 0 } == [false, true])
  }

  /// An iTunes item that says what an encoder added is all that some files have.
  @Test func `sound whose priming only iTunSMPB tells begins at once`() throws {
    try transcode(Files.fixture("speech.wav"), "speech.m4a")
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.path("speech.m4a")))
    var movie = whole
    let list = try #require(movie.range(of: Data("edts".utf8)))
    #expect(movie.range(of: Data("iTunSMPB".utf8)) != nil)
    movie.replaceSubrange(list, with: Data("free".utf8))
    try movie.write(to: URL(fileURLWithPath: folder.path("bare.m4a")))
    let source = try MediaTimes(of: folder.path("bare.m4a"))
    for options in [["--audio-codec", "copy"], ["--audio-codec", "pcm"]] {
      try transcode(folder.path("bare.m4a"), "out.mov", "--force", options[0], options[1])
      let tables = try MovieTables(of: folder.path("out.mov"))
      let sound = try #require(tables.audio.first)
      let presented = sound.presentedDuration(movieTimeScale: tables.movieTimeScale) * 44_100
      #expect(Int(presented.rounded()) == source.audio.first?.sampleCount)
      #expect(sound.edits.allSatisfy { $0.start >= 0 })
      #expect(try MediaTimes(of: folder.path("out.mov")).start == 0)
    }
  }

  /// Players take the item for every track, and count from the movie's start.
  @Test(arguments: ["h264-two-audio.mp4", "h264-late-audio.mov"])
  func `only sound that is alone and begins at once tells its priming by iTunSMPB`(name: String) throws {
    try transcode(Files.fixture(name), "out.mp4", "--video-codec", "copy", "--audio-codec", "aac")
    #expect(try Data(contentsOf: folder.file("out.mp4")).range(of: Data("iTunSMPB".utf8)) == nil)
    let sounds = try MovieTables(of: folder.path("out.mp4")).audio
    #expect(!sounds.isEmpty && sounds.allSatisfy { $0.edits.contains { $0.start > 0 } })
  }

  // MARK: Several parts

  /// A copy of a movie whose tables lie behind the media, with other edit lists: durations in the movie's ticks, and where
  /// the media starts. One for each track that has an edit list, in their order.
  private func edited(_ name: String, _ lists: [[(duration: UInt32, start: UInt32)]]) throws -> String {
    var lists = lists[...]
    func rebuilt(_ data: Data) -> Data {
      var (rest, result) = (data, Data())
      while rest.count >= 8 {
        let head = [UInt8](rest.prefix(8))
        let size = head[..<4].reduce(0) { $0 << 8 | Int($1) }
        var contents = Data(rest.dropFirst(8).prefix(size - 8))
        switch String(decoding: head[4...], as: UTF8.self) {
        case "moov", "trak", "edts": contents = rebuilt(contents)
        case "elst":
          let list = lists.popFirst() ?? []
          contents = Data([0, 0, 0, 0]) + bytes(UInt32(list.count))
          for edit in list { contents += bytes(edit.duration) + bytes(edit.start) + bytes(0x10000) }
        default: break
        }
        result += bytes(UInt32(contents.count + 8)) + Data(head[4...]) + contents
        rest = Data(rest.dropFirst(size))
      }
      return result
    }
    let path = folder.path("edited." + (name as NSString).pathExtension)
    try rebuilt(Data(contentsOf: URL(fileURLWithPath: Files.fixture(name)))).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func bytes(_ number: UInt32) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }

  /// The samples of a WAVE file that ends with them.
  private func sound(_ path: String) throws -> Data {
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.path(path)))
    let head = try #require(file.range(of: Data("data".utf8)))
    return Data(file[(head.upperBound + 4)...])
  }

  /// Its packets would be there twice, at times that go back.
  @Test(arguments: ["out.mov", "out.mp4", "out.mkv"]) func `a copy of several parts is refused with what can do it`(
    output: String
  ) throws {
    let source = try edited(
      "h264-aac.mov", [[(1000, 2002), (1000, 32_032), (1000, 2002)], [(1000, 1024), (1000, 49_024)]])
    for kind in ["video", "audio"] {
      let ending = try Command(["transcode", source, output, "--copy", kind, "--speed", "ultrafast"], in: folder)
        .ending()
      #expect(ending.exit == 69, "\(ending.errors)")
      #expect(ending.errors.contains("leave out the copy option to encode what is presented"))
      #expect(!FileManager.default.fileExists(atPath: folder.path(output)))
    }
    try transcode(source, output, "--speed", "ultrafast")
    let times = try Probe.read(folder.path(output)).times("v:0")
    #expect(abs(try #require(times.last) - 3) < 0.1)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `sound that is heard twice is the same twice`() throws {
    let source = try edited("h264-aac.mov", [[(2000, 2002)], [(1000, 1024), (1000, 1024)]])
    try transcode(source, "out.wav", "--drop", "video")
    let sound = try sound("out.wav")
    #expect(sound.count % 2 == 0)
    #expect(sound.prefix(sound.count / 2) == sound.suffix(sound.count / 2))
    try transcode(Files.fixture("h264-aac.mov"), "whole.wav", "--drop", "video")
    #expect(try self.sound("whole.wav").prefix(sound.count / 2) == sound.prefix(sound.count / 2))
  }

  /// 62 of a thousand parts of a second of which the file has two.
  @Test func `linear PCM that repeats is copied to the sample`() throws {
    let source = try edited("h264-pcm.mov", [[(2000, 1024)], Array(repeating: (62, 320), count: 50)])
    try transcode(source, "out.wav", "--drop", "video")
    try transcode(Files.fixture("h264-pcm.mov"), "whole.wav", "--drop", "video")
    let (sound, whole) = (try sound("out.wav"), try self.sound("whole.wav"))
    let frame = whole.count / 64_000
    let part = whole.dropFirst(320 * frame).prefix(1984 * frame)
    #expect(sound.count == 50 * 1984 * frame)
    for index in 0..<50 { #expect(sound.dropFirst(index * part.count).prefix(part.count) == part) }
  }
}
