import MovieFile

/// A rectangle in which text is shown, as in sample entries: its edges in pixels from the track's top and left.
package struct TextBox: Hashable, Sendable {
  package var top: Int16
  package var left: Int16
  package var bottom: Int16
  package var right: Int16

  package init(top: Int16 = 0, left: Int16 = 0, bottom: Int16 = 0, right: Int16 = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  init(_ reader: inout ByteReader) throws {
    top = try reader.i16()
    left = try reader.i16()
    bottom = try reader.i16()
    right = try reader.i16()
  }

  func write(to writer: inout ByteWriter) {
    for edge in [top, left, bottom, right] { writer.i16(edge) }
  }
}
