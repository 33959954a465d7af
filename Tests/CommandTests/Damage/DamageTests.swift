import Foundation
import TestSupport
import Testing

/// Every file of the fixtures, and of each other container one, cut and changed at places that a seed chooses.
@Suite struct DamageTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let names = Files.names(in: Files.fixtures) + MadeMedia.names

  /// Runs a transcode of a damaged copy and checks that it ends in order, and touches nothing but its output.
  private func exit(of bytes: Data, name: String) throws -> (exit: Int32, errors: String) {
    let input = "in." + (name as NSString).pathExtension
    let isSound = ["mp3", "wav", "m4a", "flac", "aiff", "caf", "ogg"].contains((name as NSString).pathExtension)
    try bytes.write(to: URL(fileURLWithPath: folder.path(input)))
    let options = isSound ? [] : ["--speed", "ultrafast", "--size", "64x36"]
    let ending = try Command(["transcode", input, isSound ? "out.m4a" : "out.mp4", "-q"] + options, in: folder).ending()
    let output = ending.exit == 0 ? [isSound ? "out.m4a" : "out.mp4"] : []
    #expect(folder.names == ([input] + output).sorted(), "\(ending.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path(input))) == bytes)
    #expect(ending.errors.split(separator: "\n").count == (ending.exit == 0 ? 0 : 1), "\(ending.errors)")
    for name in folder.names { try FileManager.default.removeItem(atPath: folder.path(name)) }
    return (ending.exit, ending.errors)
  }

  @Test(arguments: names)
  func `a file cut anywhere is never done`(name: String) throws {
    let whole = try MadeMedia.bytes(of: name)
    var chance = SeededGenerator(seed: UInt64(whole.count))
    for _ in 0..<Rounds.count(1, full: 8) {
      let length = Int.random(in: 0..<whole.count, using: &chance)
      // A transport stream that ends between two packets is a shorter one: nothing in it says how long it was.
      if name.hasSuffix(".ts"), length % 188 == 0 { continue }
      let (exit, errors) = try exit(of: whole.prefix(length), name: name)
      #expect([65, 67].contains(exit), "cut after \(length) bytes: \(exit) \(errors)")
    }
  }

  /// Its edits last no tick of the track: the tables present pictures, and none can be shown.
  @Test(arguments: ["fail", "salvage"])
  func `a track of which nothing comes is damage`(policy: String) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-aac-small.mp4")))
    let header = try #require(bytes.range(of: Data("mvhd".utf8)))
    let scale = header.upperBound + 12
    bytes.replaceSubrange(scale..<scale + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
    try bytes.write(to: URL(fileURLWithPath: folder.path("in.mp4")))
    let ending = try Command.run(
      "transcode", "in.mp4", "out.mp4", "--tracks", "video:1", "--on-damage", policy, in: folder)
    #expect(ending.exit == 65, "\(ending.errors)")
    #expect(
      ending.errors.contains("none can be presented: its index contradicts its media") || policy == "salvage",
      "\(ending.errors)")
    #expect(folder.names == ["in.mp4"])
  }

  /// One bit of the movie's time scale: the picture track is presented for 11 µs.
  @Test(
    .enabled(if: Files.hasShared, "SKIPPED: needs ../shared/media; a damaged file of theirs is not read"),
    arguments: [("fail", Int32(65)), ("salvage", 82)])
  func `pictures that are gone are told where other tracks are left`(policy: String, exit: Int32) throws {
    let ending = try Command.run(
      "transcode", Files.shared("damaged/sample_MP4_chapters_flip16.0.mp4"), "out.mp4", "--on-damage", policy,
      in: folder)
    #expect(ending.exit == exit, "\(ending.errors)")
    #expect(folder.names == (exit == 82 ? ["out.mp4"] : []))
  }

  /// The fourth entry of the composition offsets: FFmpeg says of such a table that it is invalid, and shows all pictures
  /// at the wrong time.
  @Test(arguments: [("fail", Int32(65)), ("salvage", 82)])
  func `a picture that is shown eleven hours after it is decoded is damage`(policy: String, exit: Int32) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-aac.mov")))
    let offset = try #require(bytes.range(of: Data("ctts".utf8))).upperBound + 8 + 3 * 8 + 4
    bytes[offset] = 0x4B
    try bytes.write(to: folder.file("in.mov"))
    let ending = try Command.run(
      "transcode", "in.mov", "out.mov", "--video-codec", "copy", "--audio-codec", "copy", "--on-damage", policy,
      in: folder)
    #expect(ending.exit == exit, "\(ending.errors)")
    guard exit == 82 else {
      #expect(ending.errors.contains("longer than the media lasts"), "\(ending.errors)")
      return
    }
    guard Tool.ffprobe.isInstalled(for: "nobody else reads the copy") else { return }
    let said = try Tool.ffprobe.run([
      "-v", "warning", "-select_streams", "v", "-show_entries", "packet=pts,dts", "-of", "csv=p=0",
      folder.path("out.mov"),
    ])
    #expect(!said.errors.contains("invalid"), "\(said.errors)")
  }

  @Test(arguments: names)
  func `a file with flipped bits ends in order`(name: String) throws {
    let whole = try MadeMedia.bytes(of: name)
    var chance = SeededGenerator(seed: UInt64(whole.count) + 1)
    for round in 0..<Rounds.count(1, full: 8) {
      var changed = whole
      for _ in 0..<[1, 4, 40][round % 3] {
        changed[Int.random(in: 0..<whole.count, using: &chance)] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      }
      let (exit, errors) = try exit(of: changed, name: name)
      // Done, when the decoder cannot tell; damaged; no media; a codec that does not exist; tables at odds.
      #expect([0, 65, 67, 69, 80].contains(exit), "round \(round): \(exit) \(errors)")
    }
  }

  /// What tables say reaches the writer's input, whose misuse stops the process.
  @Test(arguments: ["mp4", "mov", "mkv"])
  func `pictures whose sample entry has no size are copied with the decoder's`(container: String) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("h264-aac-small.mp4")))
    let entry = try #require(bytes.range(of: Data("avc1\0\0\0\0\0\0".utf8)))
    // Six bytes, the data reference's index, sixteen of QuickTime's (ISO 14496-12, 12.1.3.2).
    let size = entry.lowerBound + 28
    bytes.replaceSubrange(size..<size + 4, with: [0, 0, 0, 0])
    try bytes.write(to: URL(fileURLWithPath: folder.path("in.mp4")))
    let output = "out." + container
    let ending = try Command.run("transcode", "in.mp4", output, "--video-codec", "copy", in: folder)
    #expect(ending.exit == 0, "\(ending.errors)")
    guard Tool.ffprobe.isInstalled(for: "the pictures' size is not looked at") else { return }
    let whole = try Probe.read(Files.fixture("h264-aac-small.mp4")).streams.first { $0.codec_type == "video" }
    let copied = try Probe.read(folder.path(output)).streams.first { $0.codec_type == "video" }
    #expect(copied?.width == whole?.width && copied?.height == whole?.height && copied?.width != nil)
  }

  @Test(arguments: names.filter { ["mp4", "mov", "m4a"].contains(($0 as NSString).pathExtension) })
  func `a copy of a movie whose tables are damaged ends in order`(name: String) throws {
    let whole = try MadeMedia.bytes(of: name)
    guard let tables = whole.range(of: Data("moov".utf8)) else { return }
    let end = min(whole.count, tables.upperBound + 4096)
    var chance = SeededGenerator(seed: UInt64(whole.count) + 2)
    for round in 0..<Rounds.count(3, full: 40) {
      var changed = whole
      for _ in 0..<[1, 4, 16][round % 3] {
        let place = Int.random(in: tables.upperBound..<end, using: &chance)
        changed[place] = Bool.random(using: &chance) ? 0 : UInt8.random(in: 0...255, using: &chance)
      }
      let input = "in." + (name as NSString).pathExtension
      try changed.write(to: URL(fileURLWithPath: folder.path(input)))
      let output = ["out.mov", "out.mp4", "out.mkv"][round % 3]
      let ending = try Command(
        ["transcode", input, output, "-q", "--video-codec", "copy", "--audio-codec", "copy"], in: folder
      ).ending()
      // 66: the tables may now say that the media lies in another file.
      #expect([0, 65, 66, 67, 69, 80].contains(ending.exit), "round \(round): \(ending.exit) \(ending.errors)")
      #expect(folder.names == (ending.exit == 0 ? [input, output].sorted() : [input]), "round \(round)")
      for name in folder.names { try FileManager.default.removeItem(atPath: folder.path(name)) }
    }
  }
}
