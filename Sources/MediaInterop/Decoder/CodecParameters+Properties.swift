internal import CFFmpeg
package import MediaSupport

/// The parameters of video.
extension CodecParameters {
  /// The format of decoded pictures; `nil` if only the bitstream states it. libav's "J" formats are expressed by
  /// `color`'s range.
  package var pixelFormat: PixelFormat? {
    get {
      guard kind == .video, decodedFormat >= 0 else { return nil }
      return PixelFormat(rawValue: decodedFormat).normalized.format
    }
    set { decodedFormat = (newValue ?? .none).rawValue }
  }

  /// A Boolean value that says whether alpha is not part of the coding's pictures: Matroska stores it in separate
  /// pictures beside each (`AlphaMode`, RFC 9559, 5.1.4.1.28.4).
  package var hasAlphaBesidePictures: Bool { codec == .vp8 || codec == .vp9 }

  package var color: ColorDescription {
    get {
      var color = statedColor
      let isFull = kind == .video && PixelFormat(rawValue: decodedFormat).normalized.isFullRange
      if color.isFullRange == nil, isFull { color.isFullRange = true }
      return color
    }
    set { statedColor = newValue }
  }
}

/// The parameters of audio.
extension CodecParameters {
  /// The unit in which samples are whole numbers; a second where the rate is not known.
  package var samples: TimeBase { TimeBase(ticksPerSecond: Int32(clamping: max(1, sampleRate))) }

  /// The format of decoded samples; `nil` where unknown.
  package var sampleFormat: SampleFormat? { arrangement?.sampleFormat }

  /// The full format of decoded samples; `nil` where a part of it is unknown.
  package var audioFormat: AudioFormat? {
    get {
      guard let arrangement, sampleRate > 0, layout.count > 0 else { return nil }
      return AudioFormat(
        sampleRate: sampleRate, layout: layout, sampleFormat: arrangement.sampleFormat, isPlanar: arrangement.isPlanar)
    }
    set {
      decodedFormat = newValue?.cSampleFormat.rawValue ?? CodecParameters.unknownFormat
      guard let newValue else { return }
      sampleRate = newValue.sampleRate
      layout = newValue.layout
    }
  }

  /// The number of bits a sample needs to keep lossless sound completely. It is zero for lossy sound.
  ///
  /// The number is 24 for lossless sound whose depth no decoder states: only sound of 32 bits needs more.
  package var losslessDepth: Int {
    guard codec.mayHaveLosslessSound else { return 0 }
    guard let sampleFormat else { return codec.isLossless ? CodecParameters.usualLosslessDepth : 0 }
    return switch sampleFormat {
    // Decoders state no depth for the lossy form of a coding that has both.
    case .f32, .f64: bitsPerRawSample
    case .u8, .s16: 16
    case .s32, .s64: bitsPerRawSample > 0 ? bitsPerRawSample : CodecParameters.usualLosslessDepth
    }
  }

  private static let usualLosslessDepth = 24

  private var arrangement: (sampleFormat: SampleFormat, isPlanar: Bool)? {
    kind == .audio ? SampleFormat.format(AVSampleFormat(rawValue: decodedFormat)) : nil
  }
}
