import Foundation
import MovieFile

/// A comment header of the Xiph codecs (Vorbis I specification, 5): names and values in UTF-8.
///
/// The number of fields and their sizes are bounded by the number of bytes.
package struct VorbisComment: Hashable, Sendable {
  /// The items. Their names are in uppercase, since case has no meaning in them.
  package private(set) var items: [TagItem] = []
  package private(set) var chapters: [TagChapter] = []

  package static let pictureName = "METADATA_BLOCK_PICTURE"

  /// Reads a header, beginning with the vendor's name. Damage ends the list.
  package init(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes, boxType: "vorb")
    var fields = VorbisChapters()
    guard (try? reader.littleEndianCounted()) != nil, let count = try? reader.littleEndian32() else { return }
    for _ in 0..<count {
      guard let field = try? reader.littleEndianCounted() else { break }
      guard let separator = field.firstIndex(of: UInt8(ascii: "=")), separator > 0 else { continue }
      let name = String(decoding: field[..<separator], as: UTF8.self).uppercased()
      let value = String(decoding: field[(separator + 1)...], as: UTF8.self)
      if !fields.take(name, value) { items.append(Self.item(name, value)) }
    }
    chapters = fields.chapters
  }

  private static func item(_ name: String, _ value: String) -> TagItem {
    guard name == pictureName, let block = Data(base64Encoded: value), let item = FLACPicture([UInt8](block))?.item
    else { return TagItem(name, text: value) }
    return item
  }
}

/// Chapters in Vorbis comments: `CHAPTER001=00:00:00.000` and `CHAPTER001NAME=…` (Xiph's "Chapter Extension").
package struct VorbisChapters {
  private var starts: [String: Int64] = [:]
  private var names: [String: String] = [:]

  private static let ticksPerSecond: Int32 = 1000
  private static let prefix = "CHAPTER"
  private static let nameSuffix = "NAME"
  private static let digitCount = 3

  /// Takes a field if it belongs to a chapter.
  ///
  /// - Returns: A Boolean value that says whether the field belongs to a chapter.
  mutating func take(_ name: String, _ value: String) -> Bool {
    guard name.hasPrefix(Self.prefix) else { return false }
    let number = String(name.dropFirst(Self.prefix.count).prefix(Self.digitCount))
    guard number.utf8.count == Self.digitCount, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return false
    }
    switch name.dropFirst(Self.prefix.count + Self.digitCount) {
    case "":
      guard let start = Self.milliseconds(value) else { return false }
      starts[number] = start
    case Self.nameSuffix[...]: names[number] = value
    default: return false
    }
    return true
  }

  var chapters: [TagChapter] {
    starts.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { number, start in
      TagChapter(
        timeScale: Self.ticksPerSecond, start: start, end: nil, titles: names[number].map { [.init($0)] } ?? [])
    }
  }

  /// Returns the fields of chapters. There are at most 999, because the number has three digits.
  ///
  /// - Parameter chapters: the chapters' starts in nanoseconds, and their titles.
  package static func fields(_ chapters: [(start: Int64, title: String)]) -> [(name: String, value: String)] {
    chapters.prefix(999).enumerated().flatMap { index, chapter -> [(name: String, value: String)] in
      let name = prefix + padded(Int64(index + 1), digitCount)
      let milliseconds = (chapter.start + 500_000) / 1_000_000
      let (seconds, minutes) = (milliseconds / 1000 % 60, milliseconds / 60_000 % 60)
      let clock = [(milliseconds / 3_600_000, 2), (minutes, 2), (seconds, 2)].map { padded($0, $1) }
      return [
        (name, clock.joined(separator: ":") + "." + padded(milliseconds % 1000, 3)), (name + nameSuffix, chapter.title),
      ]
    }
  }

  private static func padded(_ number: Int64, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }

  /// Reads hours of any number of digits, minutes, and seconds with or without thousandths.
  private static func milliseconds(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hours = Int64(parts[0]), (0...1_000_000).contains(hours),
      let minutes = Int64(parts[1]), (0..<60).contains(minutes)
    else { return nil }
    let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
    guard seconds.count <= 2, let whole = Int64(seconds[0]), (0..<61).contains(whole) else { return nil }
    let digits = seconds.count == 2 ? seconds[1].prefix(3) : ""
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let thousandths = Int64(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
    return ((hours * 60 + minutes) * 60 + whole) * 1000 + thousandths
  }
}
