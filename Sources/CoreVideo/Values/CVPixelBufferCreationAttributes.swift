internal import CoreGraphics
internal import Foundation

/// What is needed to make a pixel buffer.
///
/// Buffers always lie in main memory: there are no IOSurfaces, and so no backing to choose.
public struct CVPixelBufferCreationAttributes: Sendable, Equatable {
  public var pixelFormatType: CVPixelFormatType
  public var size: CVImageSize
  /// Each row's length is a multiple of this many bytes; `nil` leaves it to CoreVideo.
  public var bytesPerRowAlignment: Int?
  /// Each plane begins on a multiple of this many bytes; `nil` leaves it to CoreVideo.
  public var planeAlignment: Int?
  /// Pixels stored around the picture; `nil` for none.
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

  /// The same for the C functions.
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
