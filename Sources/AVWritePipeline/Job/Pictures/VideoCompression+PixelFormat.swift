internal import AVFoundation

extension VideoCompression {
  /// The layout and depth of the samples that are encoded, by libavutil's name.
  public enum PixelFormat: String, Sendable, Hashable, Codable, CaseIterable {
    case yuv420p, yuv422p, yuv444p, yuva420p, yuv420p10, yuv422p10, yuv444p10

    var bitsPerComponent: Int {
      switch self {
      case .yuv420p, .yuv422p, .yuv444p, .yuva420p: 8
      case .yuv420p10, .yuv422p10, .yuv444p10: 10
      }
    }

    /// The chroma subsampling, such as `4:2:0`.
    var chroma: String {
      switch self {
      case .yuv420p, .yuva420p, .yuv420p10: "4:2:0"
      case .yuv422p, .yuv422p10: "4:2:2"
      case .yuv444p, .yuv444p10: "4:4:4"
      }
    }

    /// The value of `AVVideoEncodedPixelFormatKey`.
    var code: Int {
      let code =
        switch self {
        case .yuv420p: kCVPixelFormatType_420YpCbCr8Planar
        case .yuv422p: kCVPixelFormatType_422YpCbCr8
        case .yuv444p: kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange
        case .yuva420p: kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar
        case .yuv420p10: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
        case .yuv422p10: kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange
        case .yuv444p10: kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange
        }
      return Int(code)
    }
  }
}
