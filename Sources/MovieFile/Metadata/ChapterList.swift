/// Nero's list of chapters, a `chpl` box in a movie's `udta`.
package struct ChapterList: Hashable, Sendable {
  package struct Chapter: Hashable, Sendable {
    /// In ticks of `ticksPerSecond`.
    package var start: Int64
    package var title: String
  }

  package var chapters: [Chapter] = []

  package static let ticksPerSecond: Int32 = 10_000_000

  /// `nil` for a movie without the box. A chapter that does not fit ends the list.
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
}
