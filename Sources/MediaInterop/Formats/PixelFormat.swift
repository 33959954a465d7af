internal import CFFmpeg

/// A pixel format by libavutil's number (`AVPixelFormat`), or by one of its own (`SamplePacking`).
package struct PixelFormat: RawRepresentable, Hashable, Sendable {
  package var rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }

  init(_ format: AVPixelFormat) { rawValue = format.rawValue }

  /// Makes the format of a name in libavutil ("yuv420p"), if there is one.
  package init?(name: String) {
    let format = av_get_pix_fmt(name)
    guard format != AV_PIX_FMT_NONE else { return nil }
    self.init(format)
  }

  var cValue: AVPixelFormat { AVPixelFormat(rawValue: rawValue) }

  init(_ packing: SamplePacking) { rawValue = packing.rawValue }

  /// The packing of a format that libavutil does not know; `nil` for its own.
  var packing: SamplePacking? { SamplePacking(rawValue: rawValue) }
}

/// The formats that the product uses by name. Those of more than eight bits are little-endian.
extension PixelFormat {
  package static let none = PixelFormat(AV_PIX_FMT_NONE)

  package static let yuv420p = PixelFormat(AV_PIX_FMT_YUV420P)
  package static let yuv422p = PixelFormat(AV_PIX_FMT_YUV422P)
  package static let yuv444p = PixelFormat(AV_PIX_FMT_YUV444P)
  package static let yuv420p10 = PixelFormat(AV_PIX_FMT_YUV420P10LE)
  package static let yuv422p10 = PixelFormat(AV_PIX_FMT_YUV422P10LE)
  package static let yuv444p10 = PixelFormat(AV_PIX_FMT_YUV444P10LE)
  package static let yuv420p12 = PixelFormat(AV_PIX_FMT_YUV420P12LE)
  package static let yuva420p = PixelFormat(AV_PIX_FMT_YUVA420P)
  package static let yuva444p = PixelFormat(AV_PIX_FMT_YUVA444P)
  package static let yuva444p10 = PixelFormat(AV_PIX_FMT_YUVA444P10LE)

  package static let nv12 = PixelFormat(AV_PIX_FMT_NV12)
  package static let nv16 = PixelFormat(AV_PIX_FMT_NV16)
  package static let nv24 = PixelFormat(AV_PIX_FMT_NV24)
  package static let p010 = PixelFormat(AV_PIX_FMT_P010LE)
  package static let p210 = PixelFormat(AV_PIX_FMT_P210LE)
  package static let p410 = PixelFormat(AV_PIX_FMT_P410LE)
  package static let p216 = PixelFormat(AV_PIX_FMT_P216LE)
  package static let p416 = PixelFormat(AV_PIX_FMT_P416LE)

  package static let uyvy422 = PixelFormat(AV_PIX_FMT_UYVY422)
  package static let yuyv422 = PixelFormat(AV_PIX_FMT_YUYV422)
  package static let ayuv64 = PixelFormat(AV_PIX_FMT_AYUV64LE)

  package static let gray8 = PixelFormat(AV_PIX_FMT_GRAY8)
  package static let gray16 = PixelFormat(AV_PIX_FMT_GRAY16LE)
  package static let gray16BigEndian = PixelFormat(AV_PIX_FMT_GRAY16BE)
  package static let grayFloat = PixelFormat(AV_PIX_FMT_GRAYF32LE)
  package static let grayAlpha8 = PixelFormat(AV_PIX_FMT_YA8)

  package static let bgra = PixelFormat(AV_PIX_FMT_BGRA)
  package static let argb = PixelFormat(AV_PIX_FMT_ARGB)
  package static let rgba = PixelFormat(AV_PIX_FMT_RGBA)
  package static let abgr = PixelFormat(AV_PIX_FMT_ABGR)
  /// The same format without alpha: the fourth byte is unused.
  package static let bgrx = PixelFormat(AV_PIX_FMT_BGR0)
  package static let xrgb = PixelFormat(AV_PIX_FMT_0RGB)
  package static let rgbx = PixelFormat(AV_PIX_FMT_RGB0)
  package static let xbgr = PixelFormat(AV_PIX_FMT_0BGR)
  package static let rgb24 = PixelFormat(AV_PIX_FMT_RGB24)
  package static let bgr24 = PixelFormat(AV_PIX_FMT_BGR24)
  package static let rgb48BigEndian = PixelFormat(AV_PIX_FMT_RGB48BE)
  package static let rgba64 = PixelFormat(AV_PIX_FMT_RGBA64LE)
  package static let rgba64BigEndian = PixelFormat(AV_PIX_FMT_RGBA64BE)
  package static let rgb555BigEndian = PixelFormat(AV_PIX_FMT_RGB555BE)
  package static let rgb555 = PixelFormat(AV_PIX_FMT_RGB555LE)
  package static let rgb565BigEndian = PixelFormat(AV_PIX_FMT_RGB565BE)
  package static let rgb565 = PixelFormat(AV_PIX_FMT_RGB565LE)
  package static let gbrp = PixelFormat(AV_PIX_FMT_GBRP)
  package static let gbrp10 = PixelFormat(AV_PIX_FMT_GBRP10LE)
  package static let gbrap = PixelFormat(AV_PIX_FMT_GBRAP)

  package static let v210 = PixelFormat(SamplePacking.v210)
  package static let v216 = PixelFormat(SamplePacking.v216)
  package static let b64a = PixelFormat(SamplePacking.b64a)
  package static let halfFloatRGBA = PixelFormat(SamplePacking.halfFloatRGBA)
}
