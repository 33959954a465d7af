import CoreVideo
package import Foundation

extension CMFormatDescription.Extensions {
  /// The width and the height of a pixel, relative to each other, as they are stated: neither need be positive. It is
  /// nil if they are not stated.
  package var statedPixelAspect: (horizontal: NSNumber, vertical: NSNumber)? {
    guard let ratio = self[kCMFormatDescriptionExtension_PixelAspectRatio] as? NSDictionary,
      let horizontal = NumberAttribute(
        ratio.object(forKey: kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing)),
      let vertical = NumberAttribute(ratio.object(forKey: kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing))
    else { return nil }
    return (horizontal.value, vertical.value)
  }
}

extension CMFormatDescription {
  /// The width and the height of a pixel, relative to each other. It is nil if the format does not state two positive
  /// numbers.
  package var pixelAspect: (horizontal: Int, vertical: Int)? {
    guard let stated = extensions.statedPixelAspect else { return nil }
    let (horizontal, vertical) = (stated.horizontal.intValue, stated.vertical.intValue)
    return horizontal > 0 && vertical > 0 ? (horizontal, vertical) : nil
  }
}
