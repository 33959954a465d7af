internal import CoreGraphics
internal import Foundation

/// The attributes for making a pixel buffer.
///
/// Buffers always lie in main memory: there are no IOSurfaces, and so no backing to choose.
public struct CVPixelBufferCreationAttributes: Sendable, Equatable {
  public var pixelFormatType: CVPixelFormatType
  public var size: CVImageSize
  /// The number of bytes of which each row's length is a multiple; `nil` leaves it to CoreVideo.
  public var bytesPerRowAlignment: Int?
  /// The number of bytes of which each plane's start is a multiple; `nil` leaves it to CoreVideo.
  public var planeAlignment: Int?
  /// Pixels stored around the picture, or `nil` for none.
  public var extendedPixels: CVPixelBufferPadding?

  public init(
    pixelFormatType: CVPixelFormatType, size: CVImageSize, bytesPerRowAlignment: Int? = nil,
    planeAlignment: Int? = nil, extendedPixels: CVPixelBufferPadding? = nil
  ) {
    self.pixelFormatType = pixelFormatType
    self.size = size
    self.bytesPerRowAlignment = bytesPerRowAlignment
    self.planeAlignment = planeAlignment
    self.extendedPixels = extendedPixels
  }

  /// The attributes as a dictionary for the C functions.
  package var dictionary: [String: Any] {
    var values: [String: Any] = [
      String(kCVPixelBufferPixelFormatTypeKey): pixelFormatType.rawValue,
      String(kCVPixelBufferWidthKey): size.width, String(kCVPixelBufferHeightKey): size.height,
    ]
    values[String(kCVPixelBufferBytesPerRowAlignmentKey)] = bytesPerRowAlignment
    values[String(kCVPixelBufferPlaneAlignmentKey)] = planeAlignment
    if let extendedPixels {
      values[String(kCVPixelBufferExtendedPixelsLeftKey)] = extendedPixels.left
      values[String(kCVPixelBufferExtendedPixelsRightKey)] = extendedPixels.right
      values[String(kCVPixelBufferExtendedPixelsTopKey)] = extendedPixels.top
      values[String(kCVPixelBufferExtendedPixelsBottomKey)] = extendedPixels.bottom
    }
    return values
  }
}
