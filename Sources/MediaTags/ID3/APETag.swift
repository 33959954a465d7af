package import MovieFile

/// The APE tag (version 1 or 2) at the end of a file. Its items have the names of ID3 frames, because MP3 files have
/// both kinds of tags.
package struct APETag: Hashable, Sendable {
  package let items: [TagItem]

  private static let footerSize = 32
  /// The size of a tag of ID3's first version, which comes after the APE tag.
  private static let olderTagSize: Int64 = 128
  /// The two bits of an item's flags that state the kind of its value, and their value for binary data.
  private static let (kindMask, bytesKind): (UInt32, UInt32) = (0b110, 0b010)

  /// The names of ID3 frames by APE keys in lowercase. Items with other keys become texts of the user (`TXXX`).
  private static let frames = [
    "title": "TIT2", "subtitle": "TIT3", "artist": "TPE1", "album": "TALB", "album artist": "TPE2",
    "albumartist": "TPE2", "composer": "TCOM", "conductor": "TPE3", "year": "TDRC", "track": "TRCK", "disc": "TPOS",
    "genre": "TCON", "comment": "COMM", "copyright": "TCOP", "publisher": "TPUB", "isrc": "TSRC", "lyrics": "USLT",
    "bpm": "TBPM",
  ]
  /// The kinds of pictures by APE keys in lowercase.
  private static let covers: [String: UInt32] = ["cover art (front)": 3, "cover art (back)": 4]

  /// Reads the tag; `nil` for a file without one. Items after a damaged one are left out.
  ///
  /// - Throws: `MediaError(.inputOutput)`.
  package init?(_ source: any ByteSource) throws {
    var end = source.byteCount
    if try ID3Version1(source) != nil { end -= Self.olderTagSize }
    let footer = try source.read(Self.footerSize, at: max(0, end - Int64(Self.footerSize)))
    guard footer.count == Self.footerSize, footer.starts(with: Array("APETAGEX".utf8)) else { return nil }
    var reader = ByteReader(footer, boxType: "APE ")
    try reader.skip(12)
    // The size includes the footer, but not the header.
    let size = Int64(try reader.littleEndian32())
    let count = Int(try reader.littleEndian32())
    guard size >= Int64(Self.footerSize), size <= min(end, Int64(FileTags.largestTag)) else { return nil }
    var body = ByteReader(
      try source.read(Int(size) - Self.footerSize, at: end - size), boxType: "APE ", origin: end - size)
    var items: [TagItem] = []
    for _ in 0..<count {
      guard let item = try? Self.items(&body) else { break }
      items += item
    }
    self.items = items
  }

  /// Reads one item. It gives one `TagItem` for each of its values.
  private static func items(_ reader: inout ByteReader) throws -> [TagItem] {
    let size = Int(try reader.littleEndian32())
    let kind = try reader.littleEndian32() & kindMask
    let key = reader.terminatedString()
    let value = try reader.bytes(size)
    let name = key.lowercased()
    if kind == bytesKind {
      guard let cover = covers[name], let place = value.firstIndex(of: 0) else {
        return [TagItem("TXXX", .data(value), note: key)]
      }
      // The value begins with the name of the picture's file.
      let picture = TagPicture(mediaType: "image/jpeg", kind: cover, bytes: Array(value[(place + 1)...]))
      return [TagItem("APIC", .picture(picture))]
    }
    let frame = frames[name]
    return value.split(separator: 0).map { text in
      TagItem(frame ?? "TXXX", text: String(utf8OrLatin1: text), note: frame == nil ? key : nil)
    }
  }
}
