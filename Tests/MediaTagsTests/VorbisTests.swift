import Foundation
import TestSupport
import Testing

@testable import MediaTags

/// Vorbis comments, alone, in FLAC's blocks and in Ogg's pages.
@Suite struct VorbisTests {
  static func comment(_ fields: [String]) -> [UInt8] {
    let vendor = Array("vendor".utf8)
    return raw(
      Bytes.little(vendor.count, 4), vendor, Bytes.little(fields.count, 4),
      fields.flatMap { Bytes.little($0.utf8.count, 4) + Array($0.utf8) })
  }

  static let picture: [UInt8] =
    raw(
      Bytes.big(3, 4), Bytes.big(10, 4), "image/jpeg", Bytes.big(5, 4), "front", [UInt8](repeating: 0, count: 16),
      Bytes.big(Bytes.jpeg.count, 4), Bytes.jpeg)

  static let pictureItem = TagItem(
    "METADATA_BLOCK_PICTURE", .picture(TagPicture(mediaType: "image/jpeg", kind: 3, bytes: Bytes.jpeg)),
    note: "front")

  /// A FLAC file without sound.
  static let flac: [UInt8] =
    raw(
      "fLaC", 0, Bytes.big(34, 3), [UInt8](repeating: 0, count: 34), block(4, comment(["TITLE=a"])),
      block(6, picture, isLast: true))

  private static func block(_ type: UInt8, _ body: [UInt8], isLast: Bool = false) -> [UInt8] {
    [type | (isLast ? 0x80 : 0)] + Bytes.big(body.count, 3) + body
  }

  /// Pages of a stream with these packets, each page with no more than so many segments.
  static func ogg(_ packets: [[UInt8]], serial: Int = 1, segments: Int = 255) -> [UInt8] {
    var lacing: [(size: UInt8, bytes: [UInt8])] = []
    for packet in packets {
      for start in stride(from: 0, through: packet.count, by: 255) {
        let part = Array(packet[start..<min(start + 255, packet.count)])
        lacing.append((UInt8(part.count), part))
      }
    }
    var pages: [UInt8] = []
    for (index, start) in stride(from: 0, to: lacing.count, by: segments).enumerated() {
      let part = lacing[start..<min(start + segments, lacing.count)]
      pages += raw("OggS", [0, index == 0 ? 2 : 0], [UInt8](repeating: 0, count: 8))
      pages += raw(Bytes.little(serial, 4), Bytes.little(index, 4), Bytes.little(0, 4), [UInt8(part.count)])
      pages += raw(part.map(\.size), part.flatMap(\.bytes))
    }
    return pages
  }

  private func read(_ bytes: [UInt8], _ container: TaggedContainer) throws -> FileTags {
    try FileTags(MemorySource(bytes), in: container)
  }

  @Test func `names are in capitals, values repeat`() {
    let comment = VorbisComment(Self.comment(["title=Ö", "Artist=a", "ARTIST=b=c", "no separator", "=nameless"]))
    #expect(
      comment.items == [
        TagItem("TITLE", text: "Ö"), TagItem("ARTIST", text: "a"), TagItem("ARTIST", text: "b=c"),
      ])
  }

  @Test func `a picture is a picture, in a field as in a block`() throws {
    let field = "METADATA_BLOCK_PICTURE=" + Data(Self.picture).base64EncodedString()
    #expect(VorbisComment(Self.comment([field])).items == [Self.pictureItem])
    #expect(VorbisComment(Self.comment(["METADATA_BLOCK_PICTURE=!"])).items.map(\.text) == ["!"])
    let tags = try read(Self.flac, .flac)
    #expect(tags.sections == [.init(format: .vorbisComment, items: [TagItem("TITLE", text: "a"), Self.pictureItem])])
  }

  @Test func `a FLAC file may begin with an ID3 tag`() throws {
    let tag = ID3Tests.tag(3, [ID3Tests.frame(3, "TIT2", raw(0, "id3"))])
    #expect(try read(raw(tag, Self.flac), .flac).sections.map(\.format) == [.id3, .vorbisComment])
  }

  @Test func `chapters by their numbers`() {
    let comment = VorbisComment(
      Self.comment([
        "CHAPTER002=00:01:00.5", "CHAPTER001=00:00:00.000", "CHAPTER001NAME=One", "CHAPTER001URL=x",
        "CHAPTER003=1:2", "CHAPTER002NAME=Two", "CHAPTER004=10:00:01",
      ]))
    #expect(comment.items.map(\.name) == ["CHAPTER001URL", "CHAPTER003"])
    #expect(
      comment.chapters == [
        TagChapter(timeScale: 1000, start: 0, end: nil, titles: [.init("One")]),
        TagChapter(timeScale: 1000, start: 60_500, end: nil, titles: [.init("Two")]),
        TagChapter(timeScale: 1000, start: 36_001_000, end: nil),
      ])
  }

  @Test(arguments: [1, 2, 255]) func `comments of Ogg's codecs, over any number of pages`(segments: Int) throws {
    let comment = Self.comment(["TITLE=" + String(repeating: "long", count: 400)])
    let openings: [([UInt8], [UInt8])] = [
      (raw(1, "vorbis"), raw(3, "vorbis")), (Array("OpusHead".utf8), Array("OpusTags".utf8)),
      (raw(0x80, "theora"), raw(0x81, "theora")), (Array("Speex   ".utf8), []),
    ]
    for (first, opening) in openings {
      let bytes = Self.ogg([first, raw(opening, comment), [1, 2, 3]], segments: segments)
      #expect(try read(bytes, .ogg).sections.map(\.items) == [VorbisComment(comment).items])
    }
    let flac = Self.ogg(
      [raw(0x7F, "FLAC"), Self.block(4, comment), Self.block(6, Self.picture, isLast: true)], segments: segments)
    #expect(try read(flac, .ogg).sections.map(\.items) == [VorbisComment(comment).items + [Self.pictureItem]])
  }

  @Test func `the streams of a file begin together, and the second one's comments are a track's`() throws {
    let opus = Self.ogg([raw("OpusHead"), raw("OpusTags", Self.comment(["TITLE=file"]))], segments: 1)
    let vorbis = Self.ogg([raw(1, "vorbis"), raw(3, "vorbis", Self.comment(["TITLE=track"]))], serial: 2, segments: 1)
    let (opusPage, vorbisPage) = (27 + 1 + 8, 27 + 1 + 7)
    let tags = try read(
      raw(
        Array(opus[..<opusPage]), Array(vorbis[..<vorbisPage]), Array(opus[opusPage...]),
        Array(vorbis[vorbisPage...])), .ogg)
    #expect(tags.sections.flatMap(\.items).map(\.text) == ["file"])
    #expect(tags.tracks[1]?.items.map(\.text) == ["track"])
  }
}
