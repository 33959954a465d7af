package import CoreGraphics
package import CoreMedia
package import CoreVideo
import Foundation

/// The part of a track's pictures that is to be shown, as its format says.
package struct PictureAperture: Equatable, Sendable {
  private let size: CMVideoDimensions
  private let part: CGRect

  package init(_ format: CMFormatDescription) {
    size = format.dimensions
    part = CMVideoFormatDescriptionGetCleanAperture(format, originIsAtTopLeft: true)
  }

  /// Returns the part of a picture that is shown; `nil` for all, and for a picture of another size.
  package func part(of buffer: CVPixelBuffer) -> CGRect? {
    guard size.width == Int32(clamping: buffer.width), size.height == Int32(clamping: buffer.height) else { return nil }
    let whole = CGRect(x: 0, y: 0, width: buffer.width, height: buffer.height)
    let isInside = part.minX >= 0 && part.minY >= 0 && part.maxX <= whole.maxX && part.maxY <= whole.maxY
    return isInside && part.width >= 1 && part.height >= 1 && part != whole ? part : nil
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.size.width == other.size.width && one.size.height == other.size.height && one.part == other.part
  }
}

extension CVPixelBuffer {
  /// The width of the picture's pixels, where their height is 1.
  package var pixelShape: Double {
    let ratio = storedAttachments[kCVImageBufferPixelAspectRatioKey as String]?.value as? NSDictionary
    func spacing(_ key: CFString) -> Double? { (ratio?.object(forKey: key) as? NSNumber)?.doubleValue }
    guard let horizontal = spacing(kCVImageBufferPixelAspectRatioHorizontalSpacingKey),
      let vertical = spacing(kCVImageBufferPixelAspectRatioVerticalSpacingKey), horizontal > 0, vertical > 0
    else { return 1 }
    return horizontal / vertical
  }
}
