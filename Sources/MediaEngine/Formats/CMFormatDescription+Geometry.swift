import CoreGraphics
import CoreMedia
import MediaInterop

extension CMFormatDescription {
  /// Width to height of a pixel; `nil` where it is not said.
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
