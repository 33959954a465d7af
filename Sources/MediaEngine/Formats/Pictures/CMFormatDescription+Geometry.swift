import CoreMedia
import MediaInterop

extension CMFormatDescription {
  /// The aspect ratio of a pixel, its width to its height; `nil` if the format does not state it.
  var pixelAspectRatio: Rational? {
    pixelAspect.map { Rational(Int32(clamping: $0.horizontal), Int32(clamping: $0.vertical)) }
  }
}
