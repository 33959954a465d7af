import MovieFile

/// A font, to which styles refer by number (3GPP TS 26.245, 5.16, "Font table").
package struct TimedTextFont: Hashable, Sendable {
  package var number: UInt16
  package var name: String

  /// Creates a font. The default name is one of the three names for which every player has a font.
  package init(number: UInt16, name: String = "Sans-Serif") {
    self.number = number
    self.name = name
  }

  private static let tableType: FourCC = "ftab"

  /// Reads the table among the boxes after an entry's fields. If the table is cut off, the fonts before the cut are
  /// returned.
  static func table(in reader: ByteReader) -> [TimedTextFont] {
    guard var table = (try? reader.firstBox(tableType))?.contents, let count = try? table.u16() else { return [] }
    var fonts: [TimedTextFont] = []
    for _ in 0..<count {
      guard let number = try? table.u16(), let length = try? table.u8(), let name = try? table.bytes(Int(length))
      else { break }
      fonts.append(TimedTextFont(number: number, name: String(decoding: name, as: UTF8.self)))
    }
    return fonts
  }

  static func write(_ fonts: [TimedTextFont], to writer: inout ByteWriter) {
    writer.box(tableType) { box in
      box.u16(UInt16(clamping: fonts.count))
      for font in fonts.prefix(Int(UInt16.max)) {
        box.u16(font.number)
        box.pascalString(font.name)
      }
    }
  }
}
