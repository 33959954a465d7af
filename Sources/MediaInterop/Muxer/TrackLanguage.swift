/// A track's two languages in Matroska: the ISO 639-2 code, and the BCP 47 tag, which takes precedence (RFC 9559,
/// 5.1.4.1.19 and 20).
///
/// libavformat 59 only writes the code. So it receives a longer code, which contains the tag behind a gap for the
/// beginning of the tag's element, and the written element is then split into two.
enum TrackLanguage {
  private static let codeNumber: UInt32 = 0x22B59C
  private static let tagNumber: [UInt8] = [0x22, 0xB5, 0x9D]
  private static let codeSize = 3
  /// The space for the identifier and the size of the tag's element.
  private static let gap = [UInt8](repeating: UInt8(ascii: " "), count: 4)
  /// The longest tag: the sizes of both elements must take one byte each, and the longer element contains the other
  /// until it is split.
  private static let longestTag = 100
  /// The bit that marks a size of one byte.
  private static let sizeMarker: UInt8 = 0x80

  /// Returns the code that is passed to libavformat.
  static func libraryValue(_ code: String, _ tag: String) -> String {
    guard code.utf8.count == codeSize, tag.utf8.count <= longestTag else { return code }
    return code + String(decoding: gap, as: UTF8.self) + tag
  }

  /// Moves the tag of a track to an element of its own.
  static func separate(_ track: MatroskaTracks.Element, in bytes: inout [UInt8]) {
    for element in MatroskaTracks.elements(in: track.contents, of: bytes) where element.identifier == codeNumber {
      let place = element.contents.lowerBound + codeSize
      let tag = place + gap.count
      guard tag < element.contents.upperBound, bytes[place..<tag].elementsEqual(gap) else { continue }
      bytes[element.contents.lowerBound - 1] = sizeMarker | UInt8(codeSize)
      let size = sizeMarker | UInt8(element.contents.upperBound - tag)
      bytes.replaceSubrange(place..<tag, with: tagNumber + [size])
    }
  }
}
