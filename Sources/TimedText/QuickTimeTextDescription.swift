package import MovieFile

/// The properties in QuickTime's sample description `text`, which apply to all samples.
///
/// Source: QuickTime File Format, "Text sample description". The fields that it calls reserved have the names of the
/// structure that QuickTime stores there, `TextDescription` of its Movie Toolbox.
package struct QuickTimeTextDescription: Hashable, Sendable {
  package var displayFlags: UInt32 = 0
  /// The horizontal alignment of lines in the box: 0 is left, 1 centred, -1 right.
  package var justification: Int32 = 0
  /// The colour behind the text.
  package var backgroundColor = Color()
  /// The box of the text, in pixels of the track.
  package var box = TextBox()
  /// The style of text without a style of its own.
  package var style = Style()
  /// The name of the style's font. If it is empty, the font's number identifies the font.
  package var fontName = ""

  package struct Color: Hashable, Sendable {
    package var red: UInt16
    package var green: UInt16
    package var blue: UInt16

    package init(red: UInt16 = 0, green: UInt16 = 0, blue: UInt16 = 0) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    init(_ reader: inout ByteReader) throws {
      red = try reader.u16()
      green = try reader.u16()
      blue = try reader.u16()
    }

    func write(to writer: inout ByteWriter) {
      for component in [red, green, blue] { writer.u16(component) }
    }
  }

  /// The style of characters: an element of a style scrap (Inside Macintosh: Text, "The Style Scrap").
  package struct Style: Hashable, Sendable {
    /// The first character that has the style.
    package var start: UInt32 = 0
    /// The height of a line and the ascent of the font, in pixels. They are 0 if the font determines them.
    package var height: Int16 = 0
    package var ascent: Int16 = 0
    package var font: Int16 = 0
    /// The bits of QuickDraw's faces: bold is 1, italic 2, underline 4.
    package var face: UInt8 = 0
    package var size: Int16 = 12
    package var color = Color(red: .max, green: .max, blue: .max)

    init() {}

    init(_ reader: inout ByteReader) throws {
      start = try reader.u32()
      height = try reader.i16()
      ascent = try reader.i16()
      font = try reader.i16()
      face = try reader.u8()
      try reader.skip(1)
      size = try reader.i16()
      color = try Color(&reader)
    }

    func write(to writer: inout ByteWriter) {
      writer.u32(start)
      writer.i16(height)
      writer.i16(ascent)
      writer.i16(font)
      writer.u8(face)
      writer.u8(0)
      writer.i16(size)
      color.write(to: &writer)
    }
  }

  /// Creates a description for white text on black.
  package init() {}

  /// Reads the bytes after the entry's data reference index; `nil` if there are too few.
  package init?(_ payload: [UInt8]) {
    var reader = ByteReader(payload, boxType: Self.type)
    do {
      displayFlags = try reader.u32()
      justification = try reader.i32()
      backgroundColor = try Color(&reader)
      box = try TextBox(&reader)
      style = try Style(&reader)
    } catch {
      return nil
    }
    // Some writers leave out the name.
    guard let length = try? reader.u8() else { return }
    fontName = String(decoding: reader.rest().prefix(Int(length)), as: UTF8.self)
  }

  package static let type: FourCC = "text"

  package var entry: SampleEntry {
    var writer = ByteWriter()
    writer.u32(displayFlags)
    writer.i32(justification)
    backgroundColor.write(to: &writer)
    box.write(to: &writer)
    style.write(to: &writer)
    writer.pascalString(fontName)
    return .other(format: Self.type, payload: writer.bytes)
  }
}
