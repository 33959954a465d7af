import CoreGraphics
import CoreMedia
import MediaInterop

extension CMFormatDescription {
  /// The aspect ratio of a pixel, its width to its height; `nil` if the format does not state it.
  var pixelAspectRatio: Rational? {
    guard
      let ratio = CMFormatDescriptionGetExtension(
        self, extensionKey: kCMFormatDescriptionExtension_PixelAspectRatio) as? NSDictionary,
      let horizontal = ratio[kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing] as? NSNumber,
      let vertical = ratio[kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing] as? NSNumber
    else { return nil }
    return Rational(horizontal.int32Value, vertical.int32Value).nonZero
  }
}
