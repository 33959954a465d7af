package import CoreGraphics
package import CoreVideo
import Foundation

/// The shape of a picture, as its attachments state it.
extension CVPixelBuffer {
  /// The part that is to be shown, in pixels from the top left; `nil` for all, and for a part that is not within the
  /// picture.
  package var cleanPart: CGRect? {
    let part = CVImageBufferGetCleanRect(self)
    let whole = CGRect(x: 0, y: 0, width: width, height: height)
    let isInside = part.minX >= 0 && part.minY >= 0 && part.maxX <= whole.maxX && part.maxY <= whole.maxY
    return isInside && part.width >= 1 && part.height >= 1 && part != whole ? part : nil
  }

  /// The width of its pixels, where their height is 1.
  package var pixelShape: Double {
    let ratio = storedAttachments[kCVImageBufferPixelAspectRatioKey as String]?.value as? NSDictionary
    func spacing(_ key: CFString) -> Double? { (ratio?.object(forKey: key) as? NSNumber)?.doubleValue }
    guard let horizontal = spacing(kCVImageBufferPixelAspectRatioHorizontalSpacingKey),
      let vertical = spacing(kCVImageBufferPixelAspectRatioVerticalSpacingKey), horizontal > 0, vertical > 0
    else { return 1 }
    return horizontal / vertical
  }
}
