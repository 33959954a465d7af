import MovieFile

/// A `CHAP` frame ("ID3v2 Chapter Frame Addendum", 3.1). `CTOC` frames are ignored: chapters are in the order of time.
struct ID3Chapter {
  let chapter: TagChapter

  private static let ticksPerSecond: Int32 = 1000
  private static let unknown = UInt32.max

  /// Reads a frame; `nil` for a frame of another kind, and for one that is damaged.
  init?(_ frame: ID3Frame) {
    guard frame.identifier == "CHAP" else { return nil }
    var reader = ByteReader(frame.body, boxType: "ID3 ")
    let identifier = reader.id3Text(.latin1)
    guard let start = try? reader.u32(), let end = try? reader.u32(), (try? reader.skip(8)) != nil else { return nil }
    var chapter = TagChapter(
      timeScale: Self.ticksPerSecond, start: Int64(start), end: end == Self.unknown ? nil : Int64(max(start, end)))
    while let part = ID3Frame(&reader, version: frame.version) {
      for item in part.items {
        switch (part.identifier, item.content) {
        case ("TIT2", .text(let text)): chapter.titles.append(.init(text))
        case (_, .picture(let picture)): chapter.pictures.append(picture)
        default: break
        }
      }
    }
    // The identifier is the only name of a chapter without a title.
    if chapter.titles.isEmpty, !identifier.isEmpty { chapter.titles = [.init(identifier)] }
    self.chapter = chapter
  }
}
