package import MovieFile

/// The properties that 3GPP's sample entry `tx3g` has for all samples (3GPP TS 26.245, 5.16).
package struct TimedTextDescription: Hashable, Sendable {
  package var displayFlags: UInt32 = 0
  /// The box of the text, in pixels of the track.
  package var box: TextBox
  /// The style of text that has no style of its own.
  package var style: TimedTextStyle

  package struct TextBox: Hashable, Sendable {
    package var width: Int16
    package var height: Int16
  }

  /// The flags of a track whose samples must all be shown, even to viewers who want no subtitles (QuickTime File
  /// Format, "Subtitle sample description").
  package static let forcedFlags: UInt32 = 0xC000_0000

  /// Creates a description for white text at the bottom of a picture, so large that about eighteen lines fit.
  ///
  /// - Parameter height: the picture's height; zero where it is not known.
  package init(width: Int, height: Int, isForced: Bool) {
    box = TextBox(width: Int16(clamping: width), height: Int16(clamping: height))
    displayFlags = isForced ? Self.forcedFlags : 0
    style = TimedTextStyle(size: UInt8(clamping: max(Self.smallestSize, height / Self.linesPerPicture)))
  }

  private static let smallestSize = 12
  private static let linesPerPicture = 18

  /// Reads the bytes after the entry's data reference index; `nil` where they are too few.
  package init?(_ payload: [UInt8]) {
    var reader = ByteReader(payload, boxType: Self.type)
    do {
      displayFlags = try reader.u32()
      // Justification and the background's colour.
      try reader.skip(2 + 4)
      let (top, left) = (try reader.i16(), try reader.i16())
      let (bottom, right) = (try reader.i16(), try reader.i16())
      box = TextBox(width: right &- left, height: bottom &- top)
      // The range of characters that the style is for.
      try reader.skip(4)
      style = try TimedTextStyle(&reader)
    } catch {
      return nil
    }
  }

  package static let type: FourCC = "tx3g"

  package var entry: SampleEntry {
    var writer = ByteWriter()
    writer.u32(displayFlags)
    // Centred, and at the bottom.
    writer.u8(1)
    writer.u8(0xFF)
    // No background.
    writer.u32(0)
    for edge in [0, 0, box.height, box.width] { writer.i16(edge) }
    writer.u32(0)
    style.write(to: &writer)
    writer.box("ftab") { box in
      box.u16(1)
      box.u16(style.font)
      // One of the three names for which every player has a font.
      box.pascalString("Sans-Serif")
    }
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
