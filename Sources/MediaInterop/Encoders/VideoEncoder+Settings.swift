package import MediaSupport

extension VideoEncoder {
  /// Everything that shapes a stream.
  ///
  /// Nothing here depends on the machine: the same settings and pictures give the same bytes on every core count.
  package struct Settings: Sendable, Hashable {
    package var codec: Codec
    /// The coded picture's size, as is `height`.
    package var width: Int
    package var height: Int
    /// How the pictures that go in lie in memory: one of `codec.pixelFormats`.
    package var format: PixelFormat
    /// The unit of every pts that goes in and every pts and dts that comes out.
    package var timeBase: TimeBase
    /// `nil` for the encoder's own default. ProRes and FFV1 have none to choose.
    package var rateControl: RateControl?
    /// HEVC, AV1 and VP9 only, as are the next three.
    package var speed = EncoderSpeed.medium
    package var keyFrameLimit = KeyFrameLimit.usual
    /// B pictures of HEVC: `false` makes dts equal pts; `nil` for the preset's number. AV1 and VP9 have their packets in
    /// the order of presentation anyway.
    package var reordersFrames: Bool?
    /// Leaves out look-ahead and frame threads, for live sources.
    package var isLowDelay = false
    /// Pictures a second, for the level and for rate control.
    package var expectedFrameRate = Rational(25, 1)
    package var sampleAspectRatio: Rational?
    package var color = ColorDescription()
    package var fieldOrder = FieldOrder.progressive
    /// Written with every key frame of HEVC and AV1; both its primaries and its luminance are needed.
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

  /// From the smallest files to the largest, by the numbers of libavcodec's encoder.
  package enum ProResProfile: Int, Sendable, CaseIterable {
    case proxy, light, standard, highQuality, profile4444, profile4444XQ

    /// 4:4:4 in place of 4:2:2.
    package var hasFullChroma: Bool { self == .profile4444 || self == .profile4444XQ }
  }

  package enum RateControl: Sendable, Hashable {
    /// Lower is better and larger. HEVC: x265's CRF, 0 to 51. AV1: SVT-AV1's, 1 to 63. VP9: libvpx's, 0 to 63. JPEG: the
    /// quantiser's scale, 2 to 31.
    case constantQuality(Double)
    /// Bits a second over the whole stream.
    case averageBitRate(Int)
  }

  /// The most pictures from one key frame to the next.
  package enum KeyFrameLimit: Sendable, Hashable {
    /// The encoder's own.
    case usual
    case none
    case pictures(Int)
  }
}

extension VideoEncoder.Codec {
  package var id: CodecID { library.id }

  /// What it takes.
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
  /// - Throws: `MediaError(.unsupportedSettings)` naming what the encoder cannot do.
  package func validate() throws { try codec.library.validate(self) }
}
