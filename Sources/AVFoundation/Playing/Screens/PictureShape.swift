import AVFAudio
import CoreVideo
import DeviceInterop
import MediaEngine

/// The shape in which the pictures of a track are to be shown.
struct PictureShape {
  let orientation: PictureOrientation
  /// A Boolean value that says whether the clean apertures of pictures are shown, and not all of them.
  private let showsCleanPart: Bool
  private let hasSquarePixels: Bool

  /// The shape of pictures as they are.
  init() { self.init(nil, .encodedPixels) }

  /// - Parameters:
  ///   - track: the track that is shown, or nil for composed pictures, which are upright.
  ///   - mode: the part of the pictures that is shown, and the shape in which it is.
  init(_ track: AVAssetTrack?, _ mode: AVVideoApertureMode) {
    hasSquarePixels = mode == .encodedPixels
    let transform = track?.preferredTransform ?? .identity
    orientation = PictureOrientation(
      a: Double(transform.a), b: Double(transform.b), c: Double(transform.c), d: Double(transform.d))
    showsCleanPart = mode == .cleanAperture
  }

  /// The part of a picture that is shown. It is `nil` for all.
  func part(of buffer: CVPixelBuffer) -> ScreenConverter.Part? {
    guard showsCleanPart else { return nil }
    return buffer.cleanPart.map { (Double($0.minX), Double($0.minY), Double($0.width), Double($0.height)) }
  }

  /// The width of a picture's pixels, where their height is 1.
  func pixelShape(of buffer: CVPixelBuffer) -> Double { hasSquarePixels ? 1 : buffer.pixelShape }
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
