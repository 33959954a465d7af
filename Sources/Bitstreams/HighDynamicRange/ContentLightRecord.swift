package import MediaSupport

/// The brightness of the content, in candela per square metre: the payload of a `clli` box, which is also that of the
/// SEI message (H.265 D.3.35).
package struct ContentLightRecord: Hashable, Sendable {
  /// The light of the brightest pixel.
  package var maximum: UInt16
  /// The average light of the brightest picture.
  package var maximumAverage: UInt16

  package init(maximum: UInt16, maximumAverage: UInt16) {
    self.maximum = maximum
    self.maximumAverage = maximumAverage
  }

  /// Parses the payload of a `clli` box.
  package init(parsing payload: [UInt8]) throws(MediaError) {
    var reader = BitReader(payload, of: "the clli record")
    maximum = try reader.uint16()
    maximumAverage = try reader.uint16()
  }

  /// Returns the payload of the `clli` box.
  package func serialized() -> [UInt8] {
    var writer = BitWriter()
    writer.bits(maximum, 16)
    writer.bits(maximumAverage, 16)
    return writer.bytes
  }
}
