internal import CFFmpeg
internal import CX264
import MediaSupport

extension H264Encoder {
  /// A layout of planes that x264 reads without a conversion.
  private struct Layout {
    var space: Int32
    var chroma: Chroma
    var bitDepth: Int
    var planes: Int
  }

  /// Returns x264's name for a pixel format; `nil` if it has none: packed formats, and those with 10 bits in the high
  /// end of the word, need a conversion first.
  private static func layout(of format: PixelFormat) -> Layout? {
    switch format.cValue {
    case AV_PIX_FMT_GRAY8: Layout(space: X264_CSP_I400, chroma: .gray, bitDepth: 8, planes: 1)
    case AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P:
      Layout(space: X264_CSP_I420, chroma: .yuv420, bitDepth: 8, planes: 3)
    case AV_PIX_FMT_NV12: Layout(space: X264_CSP_NV12, chroma: .yuv420, bitDepth: 8, planes: 2)
    case AV_PIX_FMT_NV21: Layout(space: X264_CSP_NV21, chroma: .yuv420, bitDepth: 8, planes: 2)
    case AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUVJ422P:
      Layout(space: X264_CSP_I422, chroma: .yuv422, bitDepth: 8, planes: 3)
    case AV_PIX_FMT_NV16: Layout(space: X264_CSP_NV16, chroma: .yuv422, bitDepth: 8, planes: 2)
    case AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ444P:
      Layout(space: X264_CSP_I444, chroma: .yuv444, bitDepth: 8, planes: 3)
    case AV_PIX_FMT_GRAY10LE:
      Layout(space: X264_CSP_I400 | X264_CSP_HIGH_DEPTH, chroma: .gray, bitDepth: 10, planes: 1)
    case AV_PIX_FMT_YUV420P10LE:
      Layout(space: X264_CSP_I420 | X264_CSP_HIGH_DEPTH, chroma: .yuv420, bitDepth: 10, planes: 3)
    case AV_PIX_FMT_YUV422P10LE:
      Layout(space: X264_CSP_I422 | X264_CSP_HIGH_DEPTH, chroma: .yuv422, bitDepth: 10, planes: 3)
    case AV_PIX_FMT_NV20LE:
      Layout(space: X264_CSP_NV16 | X264_CSP_HIGH_DEPTH, chroma: .yuv422, bitDepth: 10, planes: 2)
    case AV_PIX_FMT_YUV444P10LE:
      Layout(space: X264_CSP_I444 | X264_CSP_HIGH_DEPTH, chroma: .yuv444, bitDepth: 10, planes: 3)
    default: nil
    }
  }

  /// Returns whether an encoder with these settings accepts pictures of this format without a conversion.
  package static func accepts(_ format: PixelFormat, for settings: Settings) -> Bool {
    guard let layout = layout(of: format) else { return false }
    return layout.chroma == settings.chroma && layout.bitDepth == settings.bitDepth
  }

  /// Returns the picture as x264's image, with the same memory, which x264 copies before `encode` returns.
  func image(of picture: Picture) throws -> x264_image_t {
    guard Self.accepts(picture.format, for: settings), let layout = Self.layout(of: picture.format),
      picture.width == settings.width, picture.height == settings.height, picture.planes.count >= layout.planes
    else {
      throw MediaError(
        .invalidOperation, .encoding,
        "the picture (\(picture.width)×\(picture.height), \(picture.format)) is not the encoder's"
          + " (\(settings.width)×\(settings.height), \(settings.chroma), \(settings.bitDepth) bits)")
    }
    var image = x264_image_t()
    image.i_csp = layout.space
    image.i_plane = Int32(layout.planes)
    for (index, plane) in picture.planes.prefix(layout.planes).enumerated() {
      guard let stride = Int32(exactly: plane.stride) else {
        throw MediaError(.invalidOperation, .encoding, "a picture's stride of \(plane.stride) bytes is too long")
      }
      cx264_set_plane(&image, Int32(index), plane.base, stride)
    }
    return image
  }
}
