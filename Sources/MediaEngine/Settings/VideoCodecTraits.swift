package import MediaInterop
package import MovieFile

/// The properties of a codec of pictures that is encoded here, beside how its encoder is run: one value for each.
package struct VideoCodecTraits: Sendable {
  /// A scale of constant quality on which lower is better and larger.
  package struct Quality: Sendable {
    /// The values that the encoder takes.
    package var range: ClosedRange<Double>
    package var isWhole = false
    /// The value where none is asked for.
    package var usual: Double
    /// The value for Apple's quality of 1, visually lossless; Apple's 0 is the range's worst.
    var finest: Double

    /// Returns the value for Apple's quality of 0 to 1, in even steps.
    package func value(ofQuality quality: Double) -> Double {
      let value = range.upperBound - quality * (range.upperBound - finest)
      return isWhole ? value.rounded() : value
    }
  }

  /// The name for people, and for the compressor's name in a movie.
  package var name: String
  /// The sample entry's code, which is also Apple's value of `AVVideoCodecKey`.
  package var code: FourCC
  /// The scale of quality; `nil` for a codec that has neither quality nor bit rate to choose.
  package var quality: Quality?
  /// The speed for a live source where none is asked for; `nil` for a codec without speeds.
  package var realTimeSpeed: EncoderSpeed?
  /// Returns the encoded format for pictures in a format, where none is asked for.
  var usualFormat: @Sendable (PixelFormat) -> PixelFormat
  /// A Boolean value that says whether pictures of an odd width or height are encoded as they are.
  package var codesOddSizes = false
  /// A Boolean value that says whether every picture is coded by itself, as a key frame.
  package var hasKeyFramesAlone = false
}

extension VideoCodecTraits {
  /// Returns the name of the speed where none is asked for; `nil` for a codec without speeds.
  package func usualSpeedName(isRealTime: Bool) -> String? {
    realTimeSpeed.map { (isRealTime ? $0 : VideoSettings.defaultSpeed).rawValue }
  }
}
