internal import CFFmpeg

/// The display that a picture was graded on: SMPTE ST 2086, as `mdcv` boxes and SEI messages carry it.
package struct MasteringDisplay: Hashable, Sendable {
  /// A colour by its CIE 1931 coordinates.
  package struct Chromaticity: Hashable, Sendable {
    package var x: Rational
    package var y: Rational

    package init(x: Rational, y: Rational) {
      self.x = x
      self.y = y
    }
  }

  package struct Primaries: Hashable, Sendable {
    package var red, green, blue, whitePoint: Chromaticity

    package init(red: Chromaticity, green: Chromaticity, blue: Chromaticity, whitePoint: Chromaticity) {
      self.red = red
      self.green = green
      self.blue = blue
      self.whitePoint = whitePoint
    }
  }

  /// A range of luminance, in candelas per square metre.
  package struct Luminance: Hashable, Sendable {
    package var minimum, maximum: Rational

    package init(minimum: Rational, maximum: Rational) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  /// The steps of a coordinate, and of a luminance, in which boxes and SEI messages count them (H.265 D.3.28).
  package static let colorSteps: Int32 = 50_000
  package static let luminanceSteps: Int32 = 10_000

  package var primaries: Primaries?
  package var luminance: Luminance?

  package init(primaries: Primaries?, luminance: Luminance?) {
    self.primaries = primaries
    self.luminance = luminance
  }

  /// Reads the library's structure in side data; `nil` if the bytes are too few.
  init?(sideData bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= MemoryLayout<AVMasteringDisplayMetadata>.size else { return nil }
    var metadata = bytes.loadUnaligned(as: AVMasteringDisplayMetadata.self)
    func primary(_ color: Int32) -> Chromaticity {
      Chromaticity(
        x: Rational(cff_mastering_primary(&metadata, color, 0)), y: Rational(cff_mastering_primary(&metadata, color, 1))
      )
    }
    if metadata.has_primaries != 0 {
      primaries = Primaries(
        red: primary(0), green: primary(1), blue: primary(2),
        whitePoint: Chromaticity(
          x: Rational(cff_mastering_white_point(&metadata, 0)), y: Rational(cff_mastering_white_point(&metadata, 1))))
    }
    if metadata.has_luminance != 0 {
      luminance = Luminance(minimum: Rational(metadata.min_luminance), maximum: Rational(metadata.max_luminance))
    }
  }
}
