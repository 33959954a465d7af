package import MovieFile

/// The tag of ID3's first version: 128 bytes at the end of a file. Its items have the names of version 2.3's frames.
package struct ID3Version1: Hashable, Sendable {
  package let items: [TagItem]

  private static let size = 128

  /// Reads the tag; `nil` for a file without one.
  ///
  /// - Throws: `MediaError(.inputOutput)`.
  package init?(_ source: any ByteSource) throws {
    let bytes = try source.read(Self.size, at: max(0, source.byteCount - Int64(Self.size)))
    guard bytes.count == Self.size, bytes.starts(with: Array("TAG".utf8)) else { return nil }
    func text(_ start: Int, _ count: Int) -> String {
      String(utf8OrLatin1: bytes[start..<start + count].prefix { $0 != 0 }).withoutFilling
    }
    var texts = [("TIT2", text(3, 30)), ("TPE1", text(33, 30)), ("TALB", text(63, 30)), ("TYER", text(93, 4))]
    // Version 1.1 has a track number after the zero that ends the comment.
    let hasTrack = bytes[125] == 0 && bytes[126] != 0
    texts.append(("COMM", text(97, hasTrack ? 28 : 30)))
    if hasTrack { texts.append(("TRCK", "\(bytes[126])")) }
    if let genre = ID3Genre.name(Int(bytes[127])) { texts.append(("TCON", genre)) }
    items = texts.filter { !$0.1.isEmpty }.map { TagItem($0.0, text: $0.1) }
  }
}
