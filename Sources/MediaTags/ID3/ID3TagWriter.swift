/// A writer of an ID3 tag of version 2.4 (id3.org: "ID3 tag version 2.4.0", "Main Structure" and "Native Frames"), with
/// its texts in UTF-8.
///
/// Frames that do not fit into a tag, whose size has 28 bits, are left out.
package struct ID3TagWriter: Sendable {
  private var frames: [UInt8] = []

  package init() {}

  /// The bytes of the tag. They are empty if nothing was added.
  package var bytes: [UInt8] {
    frames.isEmpty ? [] : Array("ID3".utf8) + [ID3Version.four.rawValue, 0, 0] + Self.sevenBits(frames.count) + frames
  }

  /// Adds a text under the identifier of a text frame, which begins with T.
  package mutating func addText(_ text: String, as identifier: String) {
    add(identifier, [Self.encoding] + Self.plain(text))
  }

  /// Adds a text under a name that the user chooses (`TXXX`).
  package mutating func addText(_ text: String, named name: String) {
    add("TXXX", [Self.encoding] + Self.terminated(name) + Self.plain(text))
  }

  /// Adds a text with a language: a comment (`COMM`) or lyrics (`USLT`).
  ///
  /// - Parameters:
  ///   - language: three letters of ISO 639-2; `nil` if the language is not known.
  ///   - note: a text that distinguishes this text from others in the same language.
  package mutating func addText(_ text: String, as identifier: String, language: String?, note: String) {
    add(identifier, [Self.encoding] + Self.code(of: language) + Self.terminated(note) + Self.plain(text))
  }

  /// Adds terms of use (`USER`). The language is that of `addText(_:as:language:note:)`.
  package mutating func addTerms(_ text: String, language: String?) {
    add("USER", [Self.encoding] + Self.code(of: language) + Self.plain(text))
  }

  /// Adds an address under the identifier of a frame of addresses, which begins with W.
  package mutating func addAddress(_ address: String, as identifier: String) { add(identifier, Self.plain(address)) }

  /// Adds an address under a name that the user chooses (`WXXX`).
  package mutating func addAddress(_ address: String, named name: String) {
    add("WXXX", [Self.encoding] + Self.terminated(name) + Self.plain(address))
  }

  /// Adds bytes whose meaning only their owner knows: private data (`PRIV`), or an identifier (`UFID`).
  package mutating func addBytes(_ bytes: [UInt8], as identifier: String, owner: String) {
    add(identifier, Self.terminated(owner) + bytes)
  }

  /// Adds a user's rating (`POPM`), from 1 to 255; 0 means that it is unknown.
  package mutating func addRating(_ rating: UInt8, by user: String) { add("POPM", Self.terminated(user) + [rating]) }

  /// Adds the number of times that the file was played (`PCNT`). The counter has at least four bytes.
  package mutating func addPlayCount(_ count: UInt64) {
    let bytes = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> UInt64($0)) }
    add("PCNT", Array(bytes.prefix(4).drop { $0 == 0 }) + bytes.suffix(4))
  }

  /// Adds a frame whose body has the same form in every version.
  package mutating func addFrame(_ identifier: String, _ body: [UInt8]) { add(identifier, body) }

  /// Adds an attached picture (`APIC`).
  package mutating func add(_ picture: TagPicture, note: String) {
    let head = [Self.encoding] + Self.terminated(picture.mediaType) + [UInt8(clamping: picture.kind)]
    add("APIC", head + Self.terminated(note) + picture.bytes)
  }

  /// A named range of a file, in milliseconds.
  package typealias Chapter = (title: String, range: Range<UInt32>)

  /// Adds chapters, and the table that lists them ("ID3v2 Chapter Frame Addendum", 3.1 and 3.2).
  package mutating func add(_ chapters: [Chapter]) {
    guard !chapters.isEmpty else { return }
    // The number of entries has one byte. Chapters beyond it have a frame, but no entry.
    let listed = chapters.indices.prefix(Int(UInt8.max))
    let table = Self.terminated("toc") + [Self.orderedTopLevel, UInt8(listed.count)]
    add("CTOC", table + listed.flatMap { Self.terminated(Self.name(ofChapter: $0)) })
    for (index, chapter) in chapters.enumerated() {
      let times = [chapter.range.lowerBound, chapter.range.upperBound, Self.noPlace, Self.noPlace]
      let title = Self.frame("TIT2", [Self.encoding] + Self.plain(chapter.title))
      add("CHAP", Self.terminated(Self.name(ofChapter: index)) + times.flatMap(Self.bigEndian) + title)
    }
  }

  // MARK: Frames

  private static let encoding = ID3Encoding.utf8.rawValue
  /// The code of an unknown language (ID3v2.4 frames, 4.10).
  private static let unknownLanguage = Array(repeating: UInt8(ascii: "X"), count: 3)
  private static let orderedTopLevel: UInt8 = 0b11
  /// The value of an offset that is not stated, so that readers use the time.
  private static let noPlace = UInt32.max
  private static let largestSize = 1 << 28 - 1

  /// Returns the three letters of a language.
  private static func code(of language: String?) -> [UInt8] {
    let letters = Array((language ?? "").utf8)
    return letters.count == 3 ? letters : unknownLanguage
  }

  private static func name(ofChapter index: Int) -> String { "ch\(index)" }

  private mutating func add(_ identifier: String, _ body: [UInt8]) {
    let frame = Self.frame(identifier, body)
    if frames.count + frame.count <= Self.largestSize { frames += frame }
  }

  private static func frame(_ identifier: String, _ body: [UInt8]) -> [UInt8] {
    Array(identifier.utf8) + sevenBits(body.count) + [0, 0] + body
  }

  /// Returns the text without zeros, since a zero would end it.
  private static func plain(_ text: String) -> [UInt8] { text.utf8.filter { $0 != 0 } }

  private static func terminated(_ text: String) -> [UInt8] { plain(text) + [0] }

  private static func sevenBits(_ number: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: number >> $0 & 0x7F) }
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
