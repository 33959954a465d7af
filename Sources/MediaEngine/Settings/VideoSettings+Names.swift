import CoreVideo
package import MediaInterop

// The names in settings.
extension VideoSettings {
  /// The names of the speeds, fastest first.
  package static let speedNames = EncoderSpeed.allCases.map(\.rawValue)

  package static func speed(named name: String) -> EncoderSpeed? { EncoderSpeed(rawValue: name) }

  /// Returns the encoded format for a pixel format of Core Video's (`kCVPixelFormatType_…`), by its bits and chroma;
  /// `nil` for one that no encoder here takes.
  package static func encodedFormat(_ code: UInt32) -> PixelFormat? { encodedFormats[code] }

  private static let encodedFormats: [UInt32: PixelFormat] = [
    kCVPixelFormatType_420YpCbCr8Planar: .yuv420p, kCVPixelFormatType_420YpCbCr8PlanarFullRange: .yuv420p,
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: .yuv420p,
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: .yuv420p,
    kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar: .yuva420p,
    kCVPixelFormatType_422YpCbCr8: .yuv422p, kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: .yuv422p,
    kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: .yuv444p,
    kCVPixelFormatType_422YpCbCr10: .yuv422p10, kCVPixelFormatType_422YpCbCr16: .yuv422p10,
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: .yuv420p10,
    kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: .yuv422p10,
    kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: .yuv444p10,
    kCVPixelFormatType_4444AYpCbCr16: .yuva444p10,
  ]
}
