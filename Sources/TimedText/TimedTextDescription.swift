package import MovieFile

/// The properties in 3GPP's sample entry `tx3g`, which apply to all samples (3GPP TS 26.245, 5.16).
package struct TimedTextDescription: Hashable, Sendable {
  package var displayFlags: UInt32 = 0
  /// The horizontal alignment of lines in the box: 0 is left, 1 centred, -1 right.
  package var horizontalJustification: Int8 = 1
  /// The vertical alignment of text in the box: 0 is top, 1 centred, -1 bottom.
  package var verticalJustification: Int8 = -1
  /// The colour behind the text: red, green, blue and opacity.
  package var backgroundColor: UInt32 = 0
  /// The box of the text, in pixels of the track.
  package var box: TextBox
  /// The index of the first character that the style applies to, and the index after the last. It always applies to all
  /// characters, so 3GPP sets both to 0.
  package var styleStart: UInt16 = 0
  package var styleEnd: UInt16 = 0
  /// The style of text without a style of its own.
  package var style: TimedTextStyle
  package var fonts: [TimedTextFont]

  /// The flags of a track whose samples must all be shown, even if the viewer wants no subtitles (QuickTime File
  /// Format, "Subtitle sample description").
  package static let forcedFlags: UInt32 = 0xC000_0000

  /// Creates a description for white text at the bottom of a picture. About eighteen lines of its size fit into the
  /// picture.
  ///
  /// - Parameter height: the picture's height in pixels; 0 if it is not known.
  package init(width: Int, height: Int, isForced: Bool) {
    box = TextBox(bottom: Int16(clamping: height), right: Int16(clamping: width))
    displayFlags = isForced ? Self.forcedFlags : 0
    style = TimedTextStyle(size: UInt8(clamping: max(Self.smallestSize, height / Self.linesPerPicture)))
    fonts = [TimedTextFont(number: style.font)]
  }

  private static let smallestSize = 12
  private static let linesPerPicture = 18

  /// Reads the bytes after the entry's data reference index; `nil` if there are too few.
  package init?(_ payload: [UInt8]) {
    var reader = ByteReader(payload, boxType: Self.type)
    do {
      displayFlags = try reader.u32()
      horizontalJustification = Int8(bitPattern: try reader.u8())
      verticalJustification = Int8(bitPattern: try reader.u8())
      backgroundColor = try reader.u32()
      box = try TextBox(&reader)
      styleStart = try reader.u16()
      styleEnd = try reader.u16()
      style = try TimedTextStyle(&reader)
      fonts = TimedTextFont.table(in: reader)
    } catch {
      return nil
    }
  }

  package static let type: FourCC = "tx3g"

  package var entry: SampleEntry {
    var writer = ByteWriter()
    writer.u32(displayFlags)
    writer.u8(UInt8(bitPattern: horizontalJustification))
    writer.u8(UInt8(bitPattern: verticalJustification))
    writer.u32(backgroundColor)
    box.write(to: &writer)
    writer.u16(styleStart)
    writer.u16(styleEnd)
    style.write(to: &writer)
    TimedTextFont.write(fonts, to: &writer)
    return .other(format: Self.type, payload: writer.bytes)
  }
}

/// The style of characters: the end of 3GPP's style record.
package struct TimedTextStyle: Hashable, Sendable {
  package var font: UInt16 = 1
  package var face: StyledText.Style = []
  package var size: UInt8
  /// The colour: red, green, blue and opacity.
  package var color: UInt32 = 0xFFFF_FFFF

  init(size: UInt8) { self.size = size }

  init(_ reader: inout ByteReader) throws {
    font = try reader.u16()
    face = StyledText.Style(rawValue: try reader.u8() & 7)
    size = try reader.u8()
    color = try reader.u32()
  }

  func write(to writer: inout ByteWriter) {
    writer.u16(font)
    writer.u8(face.rawValue)
    writer.u8(size)
    writer.u32(color)
  }
}
