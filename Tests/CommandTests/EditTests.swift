import Foundation
import TestSupport
import Testing

/// Edit lists of a source and of what is made of it, and rule 10.
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
  @Test func `rule 10 a movie without empty edits begins with its first sample`() throws {
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

  @Test func `rule 10 a movie's own empty edits are kept`() throws {
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
}
