import Foundation
import MediaSupport
import TestSupport
import Testing

@testable import MediaInterop

/// A file that was cut anywhere does not read as complete.
struct CutTests {
  @Test(arguments: CutFile.fixtures + CutFile.shared)
  func `a whole file reads as complete, and a cut one does not`(path: String) throws {
    try CutFile(path).check(in: TemporaryFolder())
  }

  /// Containers that are not among the files: made from one of them, with `ffmpeg`.
  @Test(arguments: ["w64", "au", "caf", "rf64.wav", "mka", "ogg", "flac", "aiff", "wv", "tta", "oga"])
  func `a sound file of each kind`(suffix: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("whole." + suffix)
    let options = suffix == "rf64.wav" ? ["-rf64", "always"] : []
    try Tool.ffmpeg.run(
      ["-v", "error", "-i", MediaFiles.fixture("speech.wav").name, "-t", "2"] + options + [path])
    try CutFile(path).check(in: folder)
  }

  @Test(arguments: ["avi", "flv", "m2ts", "ts", "mkv"])
  func `a movie of each kind`(suffix: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("whole." + suffix)
    try Tool.ffmpeg.run(
      ["-v", "error", "-i", MediaFiles.fixture("h264-aac.mov").name, "-c", "copy", path])
    try CutFile(path).check(in: folder)
  }

  @Test(arguments: ["wav", "au", "caf", "matroska", "flac", "adts", "mp3", "ogg", "mpegts", "flv", "avi"])
  func `a file that was written to a pipe, without its totals, is complete`(format: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("piped." + format)
    let piped = try Tool.ffmpeg.run([
      "-v", "error", "-i", MediaFiles.fixture("speech.wav").name, "-f", format, "-",
    ])
    try piped.data.write(to: URL(fileURLWithPath: path))
    #expect(try Reading(path).evidence == nil)
  }

  @Test(arguments: ["mp3", "wav", "aiff", "mkv", "flac", "avi"])
  func `what follows the end is no cut`(suffix: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("longer." + suffix)
    try Tool.ffmpeg.run(["-v", "error", "-i", MediaFiles.fixture("speech.wav").name, path])
    // An ID3v1 tag.
    let tag = Data("TAG".utf8) + Data(repeating: 0x20, count: 125)
    try (Data(contentsOf: URL(fileURLWithPath: path)) + tag).write(to: URL(fileURLWithPath: path))
    #expect(try Reading(path).evidence == nil)
  }

  @Test func `a movie that is cut before its first track is damaged`() throws {
    let folder = try TemporaryFolder()
    let movie = try Data(contentsOf: URL(fileURLWithPath: MediaFiles.fixture("h264-fragmented.mp4").name))
    let header = try #require(movie.range(of: Data("mvhd".utf8)))
    let path = folder.path("cut.mp4")
    try movie.prefix(header.upperBound + 12).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: MediaError.self) { try Demuxer(.file(path)) }
    #expect(error?.kind == .truncatedContainer)
  }

  @Test(arguments: ["speech.mp3", "speech.wav", "h264-aac.mov", "vp9-opus.webm", "h264-aac.ts"])
  func `a whole file of which nothing was selected is not cut`(name: String) throws {
    let demuxer = try Demuxer(MediaFiles.fixture(name))
    demuxer.select(streams: [])
    #expect(try demuxer.read() == nil)
    #expect(demuxer.endedEarly == nil)
  }

  @Test func `a read after the end is the end again`() throws {
    let demuxer = try Demuxer(MediaFiles.fixture("speech.mp3"))
    while try demuxer.read() != nil {}
    #expect(try demuxer.read() == nil && demuxer.endedEarly == nil)
    try demuxer.seek(to: 0, streamIndex: 0)
    #expect(try demuxer.read() != nil)
  }
}

/// A whole file, to be cut at places that are the same on every run.
private struct CutFile {
  let path: String
  let bytes: Data

  init(_ path: String) throws {
    self.path = path
    bytes = try Data(contentsOf: URL(fileURLWithPath: path))
  }

  func check(in folder: TemporaryFolder) throws {
    let whole = try Reading(path)
    if Self.alreadyCut.contains(where: path.hasSuffix) {
      #expect(whole.evidence != nil)
      return
    }
    #expect(whole.evidence == nil)

    var random = SeededGenerator(seed: UInt64(bytes.count))
    let cutPath = folder.path("cut.") + (path as NSString).pathExtension
    for _ in 0..<Self.cutCount {
      let count = Int.random(in: bytes.count * 30 / 100...bytes.count * 99 / 100, using: &random)
      try bytes.prefix(count).write(to: URL(fileURLWithPath: cutPath))
      let cut: Reading
      do throws(MediaError) {
        cut = try Reading(cutPath)
      } catch {
        #expect([.damagedContainer, .truncatedContainer, .unrecognizedFormat].contains(error.kind))
        continue
      }
      let isShort = cut.packets < whole.packets || cut.bytes < whole.bytes
      #expect(cut.evidence != nil || !isShort || isBetweenFrames(count, cut, whole), "cut at \(count)")
    }
  }

  /// Frames without a container say nothing of how many there are: a cut exactly after one is not to be seen.
  private func isBetweenFrames(_ count: Int, _ cut: Reading, _ whole: Reading) -> Bool {
    let headerSize = bytes.count - whole.bytes
    return Self.untotalled.contains((path as NSString).pathExtension) && cut.bytes + headerSize == count
  }

  private static let untotalled: Set<String> = ["aac", "adts", "ac3", "eac3", "amr"]
  /// Whose last frame of AC-3 is cut in the file that the strangers have.
  private static let alreadyCut = ["audio/sample.ac3"]

  static let cutCount = 20
  /// Larger ones take long and are of no other kind.
  static let largest = 500_000
  static let fixtures = ((try? FileManager.default.contentsOfDirectory(atPath: MediaFiles.fixtures)) ?? []).sorted()
    .map { MediaFiles.fixtures + "/" + $0 }
  static let shared = ["audio", "mov", "mp4", "other", "subs"].flatMap { MediaFiles.shared($0, upTo: largest) }
    .map { MediaFiles.shared + "/" + $0 }
}

/// What came out of a file, and why it may not be all.
private struct Reading {
  var packets = 0
  var bytes = 0
  var evidence: String?

  init(_ path: String) throws(MediaError) {
    let demuxer = try Demuxer(.file(path))
    do throws(MediaError) {
      while let packet = try demuxer.read() {
        packets += 1
        bytes += packet.bytes.count
        if packet.isDamaged { evidence = "packet \(packets) of stream \(packet.streamIndex) is damaged" }
      }
      evidence = demuxer.endedEarly ?? evidence
    } catch {
      evidence = error.description
    }
  }
}
