internal import CFFmpeg
internal import MediaSupport

/// Core Video's names of pixel formats (`kCVPixelFormatType_…`): numbers, or four characters, the first one highest.
///
/// If Core Video has no name, the code is libavcodec's tag for raw video ('Y42B' for planar 4:2:2), so that every
/// format that can be decoded has a code, and the code identifies the format.
extension PixelFormat {
  /// Returns the code for this format. If there are two, `isFullRange` chooses one of them. It is `nil` for a format
  /// that has neither name.
  package func fourCC(isFullRange: Bool) -> UInt32? {
    if let code = isFullRange ? PixelFormat.fullRangeCodes[self] : nil { return code }
    if let code = PixelFormat.codes[self] { return code }
    let tag = avcodec_pix_fmt_to_codec_tag(cValue)
    return tag == 0 ? nil : tag.byteSwapped
  }

  /// Makes the format that a code names.
  package init?(fourCC: UInt32) {
    guard let format = PixelFormat.formats[fourCC] else { return nil }
    self = format
  }

  /// Returns whether a code is the full-range one (true) or the video-range one (false) of two; `nil` if there is only
  /// one.
  package static func isFullRange(fourCC: UInt32) -> Bool? {
    guard let format = PixelFormat.formats[fourCC], let full = fullRangeCodes[format] else { return nil }
    if fourCC == full { return true }
    return fourCC == codes[format] ? false : nil
  }

  private static let codes: [PixelFormat: UInt32] =
    ([
      .nv12: "420v", .nv16: "422v", .nv24: "444v",
      .p010: "x420", .p210: "x422", .p410: "x444", .p216: "sv22", .p416: "sv44",
      .yuv420p: "y420", .uyvy422: "2vuy", .yuyv422: "yuvs", .ayuv64: "y416",
      .bgra: "BGRA", .argb: 0x20, .rgba: "RGBA", .abgr: "ABGR", .rgb24: 0x18, .bgr24: "24BG",
      .rgb48BigEndian: "b48r", .rgba64: "l64r", .b64a: "b64a", .halfFloatRGBA: "RGhA", .v210: "v210", .v216: "v216",
      .rgb555BigEndian: 0x10, .rgb555: "L555", .rgb565BigEndian: "B565", .rgb565: "L565",
      .gray8: "L008", .gray16: "L016", .gray16BigEndian: "b16g", .grayFloat: "L00f", .grayAlpha8: "2C08",
    ] as [PixelFormat: Code]).mapValues(\.value)

  private static let fullRangeCodes: [PixelFormat: UInt32] =
    ([
      .nv12: "420f", .nv16: "422f", .nv24: "444f", .p010: "xf20", .p210: "xf22", .p410: "xf44",
      .yuv420p: "f420", .yuyv422: "yuvf",
    ] as [PixelFormat: Code]).mapValues(\.value)

  /// The formats by their codes: the inverse of both tables, and the library's tags that do not conflict with codes of
  /// Core Video.
  private static let formats: [UInt32: PixelFormat] = {
    var formats: [UInt32: PixelFormat] = [:]
    for (format, code) in codes { formats[code] = format }
    for (format, code) in fullRangeCodes { formats[code] = format }
    var descriptor = av_pix_fmt_desc_next(nil)
    while let current = descriptor {
      let format = av_pix_fmt_desc_get_id(current)
      let tag = avcodec_pix_fmt_to_codec_tag(format)
      if tag != 0, codes[PixelFormat(format)] == nil, formats[tag.byteSwapped] == nil {
        formats[tag.byteSwapped] = PixelFormat(format).normalized.format
      }
      descriptor = av_pix_fmt_desc_next(current)
    }
    return formats
  }()
}

/// A code written as its four characters, or as a number.
private struct Code: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  let value: UInt32

  init(stringLiteral characters: String) {
    value = UInt32(fourCharacters: characters.utf8)
  }

  init(integerLiteral number: UInt32) { value = number }
}
