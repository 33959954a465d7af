import Foundation
import MediaDump
import Testing

/// Files that claim more than they have: the time and the text stay within bounds.
@Suite("Bounds of dumps")
struct LimitTests {
  private func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    number(UInt32(payload.count + 8)) + Array(type.utf8) + payload
  }

  private func number(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
  }

  /// A movie of one track without samples of its own, whose fragments claim as many as a reader lets them.
  private func movie(fragments: Int, samplesInEach: UInt32) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: 84)
    let table = number(0) + number(0)
    let samples =
      box("stsd", table) + box("stts", table) + box("stsc", table) + box("stsz", table + number(0)) + box("stco", table)
    let media =
      box("mdhd", number(0) + number(0) + number(0) + number(1000) + number(0) + number(0))
      + box("hdlr", number(0) + number(0) + Array("vide".utf8) + zeros[..<13]) + box("minf", box("stbl", samples))
    let track = box("tkhd", number(1) + number(0) + number(0) + number(1) + zeros[..<68]) + box("mdia", media)
    let defaults = number(0) + number(1) + number(1) + number(1) + number(0) + number(0)
    let index =
      box("mvhd", number(0) + number(0) + number(0) + number(1000) + zeros[..<84]) + box("trak", track)
      + box("mvex", box("trex", defaults))
    let fragment = box(
      "moof", box("traf", box("tfhd", number(0) + number(1)) + box("trun", number(0) + number(samplesInEach))))
    return box("ftyp", Array("isom".utf8) + number(0)) + box("moov", index) + (0..<fragments).flatMap { _ in fragment }
  }

  @Test func `claimed samples are not counted one by one`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "dump-\(UUID()).mp4")
    defer { try? FileManager.default.removeItem(at: url) }
    // A fragment may claim as many samples as the file has bytes: 10^10 in half a megabyte.
    try Data(movie(fragments: 20_000, samplesInEach: 500_000)).write(to: url)
    let text = try MediaDump.text(of: url)
    #expect(text.contains("count = 10000000000\n"))
    #expect(text.contains("durations = 1 × 10000000000\n"))
    #expect(text.contains("sync = all\n"))
  }

  @Test func `damage of examined samples is told`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "dump-\(UUID()).mp4")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(movie(fragments: 2, samplesInEach: 3)).write(to: url)
    let text = try MediaDump.text(of: url, options: .samples)
    #expect(text.contains("damage = track 1, sample 0"))
    #expect(text.contains("    5: dts 5 pts 5 duration 1 size 0 sync\n"))
  }
}
