import TestSupport
import Testing

@testable import MediaTags

/// APE tags at the end of MP3 files.
@Suite struct APETagTests {
  private static func item(_ key: String, _ value: [UInt8], flags: Int = 0) -> [UInt8] {
    raw(Bytes.little(value.count, 4), Bytes.little(flags, 4), key, 0, value)
  }

  private static func tag(_ items: [[UInt8]], claims count: Int? = nil) -> [UInt8] {
    let body = items.flatMap { $0 }
    let rest = [UInt8](repeating: 0, count: 8)
    return raw(
      body, "APETAGEX", Bytes.little(2000, 4), Bytes.little(body.count + 32, 4),
      Bytes.little(count ?? items.count, 4), Bytes.little(0, 4), rest)
  }

  private static let frames: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 200)
  private static let older = raw("TAG", [UInt8](repeating: 0x41, count: 125))

  private func items(_ bytes: [UInt8]) throws -> [TagItem] {
    try FileTags(MemorySource(bytes), in: .frames).sections.flatMap(\.items)
  }

  @Test(arguments: [[], older])
  func `its keys are frames of ID3`(behind: [UInt8]) throws {
    let tag = Self.tag([
      Self.item("Title", raw("Grüße")), Self.item("ARTIST", raw("A", 0, "B")),
      Self.item("REPLAYGAIN_TRACK_GAIN", raw("-6.5 dB")),
      Self.item("Cover Art (Front)", raw("front.jpg", 0, Bytes.jpeg), flags: 2),
      Self.item("Private", [1, 2], flags: 2),
    ])
    #expect(
      try items(Self.frames + tag + behind) == [
        TagItem("TIT2", text: "Grüße"), TagItem("TPE1", text: "A"), TagItem("TPE1", text: "B"),
        TagItem("TXXX", text: "-6.5 dB", note: "REPLAYGAIN_TRACK_GAIN"),
        TagItem("APIC", .picture(TagPicture(mediaType: "image/jpeg", kind: 3, bytes: Bytes.jpeg))),
        TagItem("TXXX", .data([1, 2]), note: "Private"),
      ])
  }

  @Test func `an ID3 tag has the first word`() throws {
    let first = ID3Tests.tag(3, [ID3Tests.frame(3, "TIT2", raw(0, "Of ID3"))])
    let tag = Self.tag([Self.item("Title", raw("Of APE")), Self.item("Album", raw("Of APE"))])
    #expect(
      try items(first + Self.frames + tag) == [TagItem("TIT2", text: "Of ID3"), TagItem("TALB", text: "Of APE")])
  }

  @Test func `a damaged tag gives what is before the damage`() throws {
    let whole = Self.item("Title", raw("T"))
    let broken = raw(Bytes.little(1 << 20, 4), Bytes.little(0, 4), "Album", 0, "x")
    #expect(try items(Self.frames + Self.tag([whole, broken])) == [TagItem("TIT2", text: "T")])
    #expect(try items(Self.frames + Self.tag([whole], claims: 9)) == [TagItem("TIT2", text: "T")])
    var strange = Self.tag([whole])
    strange.replaceSubrange(strange.count - 20..<strange.count - 16, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try items(Self.frames + strange).isEmpty)
  }
}
