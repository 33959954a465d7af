import AVFAudio
import CoreVideo
import DeviceInterop
import Foundation
import MediaEngine

/// The shape in which the pictures of a track are to be shown, which a decoded picture itself does not say.
struct PictureShape {
  let orientation: PictureOrientation
  /// The part that is shown, and the size of the pictures that it is a part of. Nil is all.
  private let aperture: (size: CMVideoDimensions, part: ScreenConverter.Part)?
  private let hasSquarePixels: Bool

  /// The shape of pictures as they are.
  init() { self.init(nil, .encodedPixels) }

  /// - Parameters:
  ///   - track: the track that is shown; nil leaves pictures as they are.
  ///   - mode: the part of the pictures that is shown, and the shape in which it is.
  init(_ track: AVAssetTrack?, _ mode: AVVideoApertureMode) {
    hasSquarePixels = mode == .encodedPixels
    let transform = track?.preferredTransform ?? .identity
    orientation = PictureOrientation(
      a: Double(transform.a), b: Double(transform.b), c: Double(transform.c), d: Double(transform.d))
    let format = mode == .cleanAperture ? track?.formatDescriptions.first as? CMFormatDescription : nil
    aperture = format.map { format in
      let part = CMVideoFormatDescriptionGetCleanAperture(format, originIsAtTopLeft: true)
      return (
        format.dimensions,
        (Double(part.minX), Double(part.minY), Double(part.width), Double(part.height))
      )
    }
  }

  /// The part of a picture that is shown. It is `nil` for all.
  func part(of buffer: CVPixelBuffer) -> ScreenConverter.Part? {
    let (width, height) = (Double(buffer.width), Double(buffer.height))
    guard let aperture, aperture.size.width == Int32(clamping: buffer.width),
      aperture.size.height == Int32(clamping: buffer.height)
    else { return nil }
    let part = aperture.part
    let isInside =
      part.x >= 0 && part.y >= 0 && part.width >= 1 && part.height >= 1 && part.x + part.width <= width
      && part.y + part.height <= height
    return isInside && (part.width < width || part.height < height) ? part : nil
  }

  /// The width of a picture's pixels, where their height is 1.
  func pixelShape(of buffer: CVPixelBuffer) -> Double {
    if hasSquarePixels { return 1 }
    let ratio =
      buffer.storedAttachments[kCVImageBufferPixelAspectRatioKey as String]?.value as? NSDictionary
    func spacing(_ key: CFString) -> Double? { (ratio?.object(forKey: key) as? NSNumber)?.doubleValue }
    guard let horizontal = spacing(kCVImageBufferPixelAspectRatioHorizontalSpacingKey),
      let vertical = spacing(kCVImageBufferPixelAspectRatioVerticalSpacingKey), horizontal > 0, vertical > 0
    else { return 1 }
    return horizontal / vertical
  }
}

extension ScreenPicture {
  /// A picture of BGRA in a buffer, which nobody changes.
  init(_ buffer: CVPixelBuffer, pixelShape: Double, orientation: PictureOrientation) {
    self.init(width: buffer.width, height: buffer.height, pixelShape: pixelShape, orientation: orientation) { body in
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      if let base = CVPixelBufferGetBaseAddress(buffer) { body(base, CVPixelBufferGetBytesPerRow(buffer)) }
    }
  }
}
