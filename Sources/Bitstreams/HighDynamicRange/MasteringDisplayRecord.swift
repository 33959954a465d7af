package import MediaSupport

/// The screen on which pictures were graded: the payload of a `mdcv` box, which is also that of the SEI message (H.265
/// D.3.28).
package struct MasteringDisplayRecord: Hashable, Sendable {
  /// A colour by its CIE 1931 coordinates, in steps of 1/50000.
  package struct Point: Hashable, Sendable {
    package var x: UInt16
    package var y: UInt16

    package init(x: UInt16, y: UInt16) {
      self.x = x
      self.y = y
    }

    fileprivate init(from reader: inout BitReader) throws(MediaError) {
      x = try reader.uint16()
      y = try reader.uint16()
    }
  }

  package var green: Point
  package var blue: Point
  package var red: Point
  package var whitePoint: Point
  /// The highest luminance, in 0.0001 candela per square metre.
  package var maximumLuminance: UInt32
  /// The lowest luminance, in 0.0001 candela per square metre.
  package var minimumLuminance: UInt32

  package init(
    green: Point, blue: Point, red: Point, whitePoint: Point, maximumLuminance: UInt32, minimumLuminance: UInt32
  ) {
    self.green = green
    self.blue = blue
    self.red = red
    self.whitePoint = whitePoint
    self.maximumLuminance = maximumLuminance
    self.minimumLuminance = minimumLuminance
  }

  /// Parses the payload of a `mdcv` box.
  package init(parsing payload: [UInt8]) throws(MediaError) {
    var reader = BitReader(payload, of: "the mdcv record")
    green = try Point(from: &reader)
    blue = try Point(from: &reader)
    red = try Point(from: &reader)
    whitePoint = try Point(from: &reader)
    maximumLuminance = try reader.uint32()
    minimumLuminance = try reader.uint32()
  }

  /// Returns the payload of the `mdcv` box.
  package func serialized() -> [UInt8] {
    var writer = BitWriter()
    for point in [green, blue, red, whitePoint] {
      writer.bits(point.x, 16)
      writer.bits(point.y, 16)
    }
    writer.bits(maximumLuminance, 32)
    writer.bits(minimumLuminance, 32)
    return writer.bytes
  }
}
