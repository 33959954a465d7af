package import MovieFile

/// The tag of APE (version 1 or 2) at the end of a file, with the names of ID3's frames: MP3 has both, and other writers
/// know only those.
package struct APETag: Hashable, Sendable {
  package let items: [TagItem]

  private static let footerSize = 32
  /// The size of an ID3 tag of the first version, which is behind this one.
  private static let olderTagSize: Int64 = 128
  /// The two bits of an item's flags that say of what kind its value is, and the kind of bytes.
  private static let (kindMask, bytesKind): (UInt32, UInt32) = (0b110, 0b010)

  /// The frames of the keys in small letters; others are texts of the user's.
  private static let frames = [
    "title": "TIT2", "subtitle": "TIT3", "artist": "TPE1", "album": "TALB", "album artist": "TPE2",
    "albumartist": "TPE2", "composer": "TCOM", "conductor": "TPE3", "year": "TDRC", "track": "TRCK", "disc": "TPOS",
    "genre": "TCON", "comment": "COMM", "copyright": "TCOP", "publisher": "TPUB", "isrc": "TSRC", "lyrics": "USLT",
    "bpm": "TBPM",
  ]
  /// The kinds of pictures by their keys in small letters.
  private static let covers: [String: UInt32] = ["cover art (front)": 3, "cover art (back)": 4]

  /// Reads the tag; `nil` for a file without one. What follows a damaged item is left out.
  ///
  /// - Throws: `MediaError(.inputOutput)`.
  package init?(_ source: any ByteSource) throws {
    var end = source.byteCount
    if try ID3Version1(source) != nil { end -= Self.olderTagSize }
    let footer = try source.read(Self.footerSize, at: max(0, end - Int64(Self.footerSize)))
    guard footer.count == Self.footerSize, footer.starts(with: Array("APETAGEX".utf8)) else { return nil }
    var reader = ByteReader(footer, boxType: "APE ")
    try reader.skip(12)
    // The size counts the footer, and no header.
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

  /// Reads one item, which becomes an item for each of its values.
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
      // The picture's file has its name in front.
      let picture = TagPicture(mediaType: "image/jpeg", kind: cover, bytes: Array(value[(place + 1)...]))
      return [TagItem("APIC", .picture(picture))]
    }
    let frame = frames[name]
    return value.split(separator: 0).map { text in
      TagItem(frame ?? "TXXX", text: String(utf8OrLatin1: text), note: frame == nil ? key : nil)
    }
  }
}
