/// A track's two languages in Matroska: the code of ISO 639-2, and the tag of BCP 47, which counts where both are there
/// (RFC 9559, 5.1.4.1.19 and 20).
///
/// libavformat 59 writes the code alone. So it is told of a longer code, in which the tag lies behind room for the
/// beginning of its element, and the element that it has written becomes two.
enum TrackLanguage {
  private static let codeNumber: UInt32 = 0x22B59C
  private static let tagNumber: [UInt8] = [0x22, 0xB5, 0x9D]
  private static let codeSize = 3
  /// Room for the number of the tag's element, and its size.
  private static let gap = [UInt8](repeating: UInt8(ascii: " "), count: 4)
  /// The longest tag: the sizes of both elements, the longer one of which has the other within it, take a byte each.
  private static let longestTag = 100
  /// The bit that marks a size of one byte.
  private static let sizeMarker: UInt8 = 0x80

  /// Returns the code that libavformat is told.
  static func libraryValue(_ code: String, _ tag: String) -> String {
    guard code.utf8.count == codeSize, tag.utf8.count <= longestTag else { return code }
    return code + String(decoding: gap, as: UTF8.self) + tag
  }

  /// Puts the tag of a track into an element of its own.
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
