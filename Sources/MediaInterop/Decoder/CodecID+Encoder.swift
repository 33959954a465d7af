internal import CFFmpeg
package import MediaSupport

/// The settings that the library's encoder of a format accepts.
extension CodecID {
  /// The sample rates, lowest first; empty if it accepts any.
  package var encoderSampleRates: [Int] {
    guard var rate = encoder.flatMap(cff_codec_sample_rates) else { return [] }
    var rates: [Int] = []
    while rate.pointee != 0 {
      rates.append(Int(rate.pointee))
      rate += 1
    }
    return rates.sorted()
  }

  /// The channel layouts; empty if it accepts any.
  package var encoderLayouts: [ChannelLayout] {
    guard var layout = encoder.flatMap(cff_codec_channel_layouts) else {
      return [.vorbis, .opus].contains(self) ? Self.xiphLayouts : []
    }
    var layouts: [ChannelLayout] = []
    while layout.pointee.nb_channels > 0 {
      layouts.append(ChannelLayout(layout.pointee))
      layout += 1
    }
    return layouts
  }

  /// The speakers that each number of channels stands for in Vorbis (Vorbis I specification, 4.3.9) and Opus (RFC 7845,
  /// 5.1.1.2): the library's encoders do not list them.
  private static let xiphLayouts = [0x4, 0x3, 0x7, 0x33, 0x37, 0x3F, 0x70F, 0x63F].map { (mask: UInt64) in
    ChannelLayout(count: mask.nonzeroBitCount, mask: mask)
  }

  /// The pixel formats; empty if there is no encoder of pictures.
  package var encoderPixelFormats: [PixelFormat] {
    guard var format = encoder.flatMap(cff_codec_pixel_formats) else { return [] }
    var formats: [PixelFormat] = []
    while format.pointee != AV_PIX_FMT_NONE {
      formats.append(PixelFormat(format.pointee))
      format += 1
    }
    return formats
  }

  var encoder: UnsafePointer<AVCodec>? { avcodec_find_encoder(cValue) }
}
