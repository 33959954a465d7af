package import MediaInterop
package import MovieFile

/// The properties of a codec of pictures that can be encoded, except how its encoder is run: one value for each.
package struct VideoCodecTraits: Sendable {
  /// A scale of constant quality on which lower is better and larger.
  package struct Quality: Sendable {
    /// The values that the encoder takes.
    package var range: ClosedRange<Double>
    package var isWhole = false
    /// The default value.
    package var usual: Double
    /// The value for Apple's quality of 1, visually lossless; Apple's 0 is the range's worst.
    var finest: Double

    /// Returns the value for Apple's quality of 0 to 1, in even steps.
    package func value(ofQuality quality: Double) -> Double {
      let value = range.upperBound - quality * (range.upperBound - finest)
      return isWhole ? value.rounded() : value
    }
  }

  /// The name in plain English, which is also the compressor's name in a movie.
  package var name: String
  /// The sample entry's code, which is also Apple's value of `AVVideoCodecKey`.
  package var code: FourCC
  /// The scale of quality; `nil` for a codec that offers neither quality nor bit rate.
  package var quality: Quality?
  /// The default speed for a live source; `nil` for a codec without speeds.
  package var realTimeSpeed: EncoderSpeed?
  /// Returns the default encoded format for pictures in a format.
  var usualFormat: @Sendable (PixelFormat) -> PixelFormat
  /// A Boolean value that says whether pictures of an odd width or height can be encoded without padding.
  package var codesOddSizes = false
  /// A Boolean value that says whether every picture is coded independently, as a key frame.
  package var hasKeyFramesAlone = false
}

extension VideoCodecTraits {
  /// Returns the name of the default speed; `nil` for a codec without speeds.
  package func usualSpeedName(isRealTime: Bool) -> String? {
    realTimeSpeed.map { (isRealTime ? $0 : VideoSettings.defaultSpeed).rawValue }
  }
}
