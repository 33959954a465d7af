import CoreVideo
import Foundation

/// Extensions for the properties of pictures that streams and containers state as numbers.
extension CMFormatDescription.Extensions {
  /// Sets the colours by their code points of H.273. One that is unspecified has no extension.
  package mutating func setColor(primaries: Int32, transfer: Int32, matrix: Int32) {
    self[kCMFormatDescriptionExtension_ColorPrimaries] = ColorCodePoints.primaries.string(primaries)
    self[kCMFormatDescriptionExtension_TransferFunction] = ColorCodePoints.transferFunctions.string(transfer)
    self[kCMFormatDescriptionExtension_YCbCrMatrix] = ColorCodePoints.matrices.string(matrix)
  }

  /// Sets a Boolean value that says whether samples have the full range.
  package mutating func setFullRange(_ isFullRange: Bool) {
    self[kCMFormatDescriptionExtension_FullRangeVideo] = NSNumber(value: isFullRange)
  }

  /// Sets the chroma sample location of both fields by H.273's type, 0 (left) to 5. Another type sets nothing.
  package mutating func setChromaLocation(_ codePoint: UInt8) {
    guard let location = ChromaLocations.string(codePoint) else { return }
    self[kCMFormatDescriptionExtension_ChromaLocationTopField] = location
    self[kCMFormatDescriptionExtension_ChromaLocationBottomField] = location
  }

  /// Sets the width and the height of a pixel, relative to each other.
  package mutating func setPixelAspect(horizontal: UInt32, vertical: UInt32) {
    self[kCMFormatDescriptionExtension_PixelAspectRatio] = NSDictionary(dictionary: [
      kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: NSNumber(value: horizontal),
      kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: NSNumber(value: vertical),
    ])
  }

  /// Sets the number of bits of one sample of luma or of a colour.
  package mutating func setBitsPerComponent(_ count: UInt8) {
    self[kCMFormatDescriptionExtension_BitsPerComponent] = NSNumber(value: count)
  }
}
