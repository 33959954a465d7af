internal import CFFmpeg

/// What the library's encoder of a format takes.
extension CodecID {
  /// The sample rates, lowest first; empty where it takes any.
  package var encoderSampleRates: [Int] {
    guard var rate = encoder?.pointee.supported_samplerates else { return [] }
    var rates: [Int] = []
    while rate.pointee != 0 {
      rates.append(Int(rate.pointee))
      rate += 1
    }
    return rates.sorted()
  }

  /// The sets of speakers; empty where it takes any.
  package var encoderLayouts: [ChannelLayout] {
    guard var layout = encoder?.pointee.ch_layouts else { return [] }
    var layouts: [ChannelLayout] = []
    while layout.pointee.nb_channels > 0 {
      layouts.append(ChannelLayout(layout.pointee))
      layout += 1
    }
    return layouts
  }

  var encoder: UnsafePointer<AVCodec>? { avcodec_find_encoder(cValue) }
}
