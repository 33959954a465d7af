package import MediaInterop
package import MovieFile

/// What is known of a codec of pictures that is encoded here, beside how its encoder is run: one value for each.
package struct VideoCodecTraits: Sendable {
  /// A scale of constant quality on which lower is better and larger.
  package struct Quality: Sendable {
    /// What the encoder takes.
    package var range: ClosedRange<Double>
    package var isWhole = false
    /// Where nothing is asked for.
    package var usual: Double
    /// What Apple's quality of 1 stands for, visually lossless; its 0 is the range's worst.
    var finest: Double

    /// Apple's 0 to 1 on this scale, in even steps.
    package func value(ofQuality quality: Double) -> Double {
      let value = range.upperBound - quality * (range.upperBound - finest)
      return isWhole ? value.rounded() : value
    }
  }

  /// For people, and as the compressor's name in a movie.
  package var name: String
  /// The sample entry's, and Apple's value of `AVVideoCodecKey`.
  package var code: FourCC
  /// `nil` for a codec that has neither quality nor bit rate to choose.
  package var quality: Quality?
  /// Where a live source is encoded and nothing is asked for; `nil` for a codec without speeds.
  package var realTimeSpeed: EncoderSpeed?
  /// What is encoded of pictures in a format where nothing is asked for.
  var usualFormat: @Sendable (PixelFormat) -> PixelFormat
  /// Whether pictures of an odd width or height are encoded as they are.
  var codesOddSizes = false
}

extension VideoCodecTraits {
  /// The name of the speed where none is asked for; `nil` for a codec without speeds.
  package func usualSpeedName(isRealTime: Bool) -> String? {
    realTimeSpeed.map { (isRealTime ? $0 : VideoEncoding.defaultSpeed).rawValue }
  }
}
