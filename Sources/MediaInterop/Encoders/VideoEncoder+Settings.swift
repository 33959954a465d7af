package import MediaSupport

extension VideoEncoder {
  /// All settings that determine a stream.
  ///
  /// Nothing depends on the machine: the same settings and pictures produce the same bytes on every number of cores.
  package struct Settings: Sendable, Hashable {
    package var codec: Codec
    /// The width of the coded picture; `height` is its height.
    package var width: Int
    package var height: Int
    /// The pixel format of the input pictures: one of `codec.pixelFormats`.
    package var format: PixelFormat
    /// The unit of the pts of the input, and of the pts and dts of the output.
    package var timeBase: TimeBase
    /// The rate control; `nil` for the encoder's own default. ProRes and FFV1 offer no choice.
    package var rateControl: RateControl?
    /// The speed. Like the next two properties, it is only for HEVC, AV1 and VP9.
    package var speed = EncoderSpeed.medium
    package var keyFrameLimit = KeyFrameLimit.usual
    /// A Boolean value that says whether HEVC has B pictures: `false` makes dts equal pts; `nil` for the preset's
    /// number. AV1 and VP9 have their packets in the order of presentation anyway.
    package var reordersFrames: Bool?
    /// A Boolean value that says whether look-ahead and frame threads are disabled, for live sources.
    package var isLowDelay = false
    /// The expected number of pictures a second, for the level and for rate control.
    package var expectedFrameRate = Rational(25, 1)
    package var sampleAspectRatio: Rational?
    package var color = ColorDescription()
    package var fieldOrder = FieldOrder.progressive
    /// The mastering display, written with every key frame of HEVC and AV1; both its primaries and its luminance are
    /// needed.
    package var masteringDisplay: MasteringDisplay?
    package var contentLightLevel: ContentLightLevel?

    package init(codec: Codec, width: Int, height: Int, format: PixelFormat, timeBase: TimeBase) {
      self.codec = codec
      self.width = width
      self.height = height
      self.format = format
      self.timeBase = timeBase
    }
  }

  package enum Codec: Sendable, Hashable {
    case hevc
    case av1
    case vp9
    case proRes(ProResProfile)
    /// Motion JPEG, and a still picture.
    case jpeg
    case ffv1
  }

  /// The profiles from the smallest files to the largest, by the numbers of libavcodec's encoder.
  package enum ProResProfile: Int, Sendable, CaseIterable {
    case proxy, light, standard, highQuality, profile4444, profile4444XQ

    /// A Boolean value that says whether the profile has 4:4:4 instead of 4:2:2.
    package var hasFullChroma: Bool { self == .profile4444 || self == .profile4444XQ }
  }

  package enum RateControl: Sendable, Hashable {
    /// A constant quality; lower is better and larger. HEVC: x265's CRF, 0 to 51. AV1: SVT-AV1's, 1 to 63. VP9:
    /// libvpx's, 0 to 63. JPEG: the quantiser's scale, 2 to 31.
    case constantQuality(Double)
    /// A bit rate in bits a second over the whole stream.
    case averageBitRate(Int)
  }

  /// The greatest number of pictures from one key frame to the next.
  package enum KeyFrameLimit: Sendable, Hashable {
    /// The encoder's own limit.
    case usual
    case none
    case pictures(Int)
  }
}

extension VideoEncoder.Codec {
  package var id: CodecID { library.id }

  /// The pixel formats that it takes.
  package var pixelFormats: [PixelFormat] { library.pixelFormats }

  var library: LibraryPictureCodec {
    switch self {
    case .hevc: .hevc
    case .av1: .av1
    case .vp9: .vp9
    case .proRes(let profile): .proRes(profile)
    case .jpeg: .jpeg
    case .ffv1: .ffv1
    }
  }
}

extension VideoEncoder.Settings {
  /// Refuses settings that the encoder cannot honour.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` naming the setting, `.libraryMissing`.
  package func validate() throws {
    try LoadedLibrary.avcodec.require(.encoding)
    try codec.library.validate(self)
  }
}
