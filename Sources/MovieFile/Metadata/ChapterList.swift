/// Nero's list of chapters, a `chpl` box in a movie's `udta`.
package struct ChapterList: Hashable, Sendable {
  package struct Chapter: Hashable, Sendable {
    /// The chapter's start, in ticks of `ticksPerSecond`.
    package var start: Int64
    package var title: String

    package init(start: Int64, title: String) {
      self.start = start
      self.title = title
    }
  }

  package var chapters: [Chapter] = []

  /// The largest number of chapters that the box's count can hold.
  package static let largestCount = Int(UInt8.max)

  package init(_ chapters: [Chapter]) { self.chapters = chapters }

  package static let ticksPerSecond: Int32 = 10_000_000

  /// Reads the list; `nil` for a movie without the box. A chapter that does not fit ends the list.
  package init?(userData: OpaqueBox) {
    guard let box = UserData(userData).others.first(where: { $0.type == "chpl" }) else { return nil }
    var reader = ByteReader(box.payload, boxType: "chpl")
    do {
      // Version 1 has four bytes more in front of the count.
      if try reader.versionAndFlags().version > 0 { try reader.skip(4) }
      for _ in 0..<(try reader.u8()) {
        let start = try reader.i64()
        let title = String(decoding: try reader.bytes(Int(try reader.u8())), as: UTF8.self)
        guard start >= 0 else { break }
        chapters.append(Chapter(start: start, title: title))
      }
    } catch {}
    chapters.sort { $0.start < $1.start }
  }

  /// The box as a child of `udta`, with as many chapters as fit. Titles are cut to 255 bytes.
  package var box: OpaqueBox {
    OpaqueBox("chpl") { box in
      box.u32(1 << 24)
      box.u32(0)
      let written = chapters.prefix(Self.largestCount)
      box.u8(UInt8(written.count))
      for chapter in written {
        box.i64(chapter.start)
        let title = chapter.title.prefix(utf8: Int(UInt8.max))
        box.u8(UInt8(title.count))
        box.append(title)
      }
    }
  }
}

extension String {
  /// Returns the UTF-8 of as many of the first characters as fit.
  fileprivate func prefix(utf8 limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in self {
      guard bytes.count + character.utf8.count <= limit else { break }
      bytes += character.utf8
    }
    return bytes
  }
}
