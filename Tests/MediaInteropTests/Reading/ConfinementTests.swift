import Foundation
import MediaSupport
import TestSupport
import Testing

@testable import MediaInterop

/// Opening a media file opens that file and no other.
struct ConfinementTests {
  @Test(arguments: [
    ("playlist.mov", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nspeech.wav\n#EXT-X-ENDLIST\n"),
    ("list.mp4", "ffconcat version 1.0\nfile speech.wav\n"),
    ("session.mp4", "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n"),
  ])
  func `a list of files is no media file`(name: String, text: String) throws {
    let folder = try TemporaryFolder()
    try copy("speech.wav", to: folder.path("speech.wav"))
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(name)))
    let error = #expect(throws: MediaError.self) { try Demuxer(.file(folder.path(name))) }
    #expect([.unrecognizedFormat, .damagedContainer, .truncatedContainer].contains(error?.kind))
  }

  @Test(arguments: ["a%d.wav", "a%03d.png", "http:b.wav", "concat:c|d.wav", "file:e.wav", "*.wav", "f?.wav"])
  func `a name means itself`(name: String) throws {
    let folder = try TemporaryFolder()
    try copy("speech.wav", to: folder.path(name))
    let previous = try Demuxer.probe(MediaFiles.fixture("speech.wav"))
    let probe = try Demuxer.probe(.file(folder.path(name)))
    #expect(probe.traits.name == "wav" && probe.byteCount == previous.byteCount)
  }

  @Test func `a number pattern is not looked for in other files`() throws {
    let folder = try TemporaryFolder()
    try copy("speech.wav", to: folder.path("a1.wav"))
    let error = #expect(throws: MediaError.self) { try Demuxer(.file(folder.path("a%d.wav"))) }
    #expect(error?.kind == .inputUnavailable)
  }

  @Test func `a movie's external data reference is not followed`() throws {
    let folder = try TemporaryFolder()
    // The media file under the name that the reference will say, and a movie whose one `dref` entry is an alias
    // record of another volume and path: built by turning the self-contained entry of a real movie around.
    var movie = try Data(contentsOf: URL(fileURLWithPath: MediaFiles.fixture("h264-pcm.mov").name))
    let whole = try packets(MediaFiles.fixture("h264-pcm.mov"))
    let entries = selfReferences(in: movie)
    #expect(!entries.isEmpty)
    // The flag "in this file" of every entry is cleared: what it refers to is elsewhere now.
    for flags in entries { movie[flags] = 0 }
    let path = folder.path("references.mov")
    try movie.write(to: URL(fileURLWithPath: path))
    #expect(try packets(.file(path)).allSatisfy(whole.contains), "only bytes of the file itself")
  }

  /// The offsets of the flag bytes of `dref` entries (QuickTime File Format, "Data reference atoms").
  private func selfReferences(in movie: Data) -> [Int] {
    var result: [Int] = []
    var start = movie.startIndex
    while let range = movie.range(of: Data("dref".utf8), in: start..<movie.endIndex) {
      // Version and flags, entry count, then the first entry: size, type, version, flags.
      let flags = range.upperBound + 8 + 8 + 3
      if flags < movie.endIndex { result.append(flags) }
      start = range.upperBound
    }
    return result
  }

  private func packets(_ source: MediaSource) throws -> Set<[UInt8]> {
    let demuxer = try Demuxer(source)
    var result: Set<[UInt8]> = []
    while let packet = try demuxer.read() { result.insert([UInt8](packet.bytes)) }
    return result
  }

  private func copy(_ fixture: String, to path: String) throws {
    try FileManager.default.copyItem(atPath: MediaFiles.fixture(fixture).name, toPath: path)
  }
}
