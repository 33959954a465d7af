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
    /// `nil` for the codec's usual quality. ProRes has none to choose.
    package var rateControl: RateControl?
    /// One of x265's presets, which are called like x264's; HEVC only.
    package var speed = "medium"
    /// The most pictures from one key frame to the next; `nil` for no limit. HEVC only, as is the next.
    package var maximumKeyFrameInterval: Int? = 250
    /// B pictures: `false` makes dts equal pts; `nil` for the preset's number.
    package var reordersFrames: Bool?
    /// Leaves out look-ahead and frame threads, for live sources.
    package var isLowDelay = false
    /// Pictures a second, for the level and for rate control.
    package var expectedFrameRate = Rational(25, 1)
    package var sampleAspectRatio: Rational?
    package var color = ColorDescription()
    package var fieldOrder = FieldOrder.progressive
    /// Written with every key frame of HEVC; both its primaries and its luminance are needed.
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
    case proRes(ProResProfile)
    /// Motion JPEG, and a still picture.
    case jpeg
  }

  /// From the smallest files to the largest, by the numbers of libavcodec's encoder.
  package enum ProResProfile: Int, Sendable, CaseIterable {
    case proxy, light, standard, highQuality, profile4444, profile4444XQ

    /// 4:4:4 in place of 4:2:2.
    package var hasFullChroma: Bool { self == .profile4444 || self == .profile4444XQ }
  }

  package enum RateControl: Sendable, Hashable {
    /// HEVC: x265's CRF, 0 to 51, 28 is its default. JPEG: the quantiser's scale, 2 (best) to 31.
    case constantQuality(Double)
    /// Bits a second over the whole stream.
    case averageBitRate(Int)
  }
}

extension VideoEncoder.Codec {
  package var id: CodecID {
    switch self {
    case .hevc: .hevc
    case .proRes: .prores
    case .jpeg: .mjpeg
    }
  }

  /// libavcodec's encoder.
  var encoderName: String {
    switch self {
    case .hevc: "libx265"
    // The one of its two that has every profile.
    case .proRes: "prores_ks"
    case .jpeg: "mjpeg"
    }
  }

  /// What it takes, the usual one first.
  package var pixelFormats: [PixelFormat] {
    switch self {
    case .hevc: [.yuv420p, .yuv420p10, .yuv422p, .yuv422p10, .yuv444p, .yuv444p10, .yuv420p12]
    case .proRes(let profile): profile.hasFullChroma ? [.yuv444p10, .yuva444p10] : [.yuv422p10]
    case .jpeg: [.yuv420p, .yuv422p, .yuv444p]
    }
  }
}

extension VideoEncoder.Settings {
  /// x265's frame threads: their number changes the stream, so it is not the machine's. Three keep four cores busy.
  private static let frameThreads = 3

  /// The encoder's own options, by name.
  var options: [String: String] {
    switch codec {
    case .hevc: hevcOptions
    case .proRes(let profile): ["profile": "\(profile.rawValue)"]
    case .jpeg: [:]
    }
  }

  private var hevcOptions: [String: String] {
    var options = ["preset": speed, "forced-idr": "1"]
    if case .constantQuality(let factor)? = rateControl { options["crf"] = "\(factor)" }
    if isLowDelay { options["tune"] = "zerolatency" }
    var own = ["log-level": "none", "frame-threads": isLowDelay ? "1" : "\(Self.frameThreads)"]
    own["keyint"] = maximumKeyFrameInterval.map(String.init) ?? "-1"
    if reordersFrames == false { own["bframes"] = "0" }
    if fieldOrder != .progressive { own["interlace"] = fieldOrder == .topFirst ? "tff" : "bff" }
    if let display = masteringDisplay?.x265 { own["master-display"] = display }
    if let level = contentLightLevel { own["max-cll"] = "\(level.maximum),\(level.maximumAverage)" }
    if masteringDisplay?.x265 != nil || contentLightLevel != nil { own["hdr10"] = "1" }
    options["x265-params"] = own.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ":")
    return options
  }
}

extension MasteringDisplay {
  /// As x265 reads it; `nil` where one of the two is unknown.
  fileprivate var x265: String? {
    guard let primaries, let luminance else { return nil }
    func point(_ name: String, _ color: Chromaticity) -> String {
      "\(name)(\(color.x.inSteps(of: Self.colorSteps)),\(color.y.inSteps(of: Self.colorSteps)))"
    }
    let colors = point("G", primaries.green) + point("B", primaries.blue) + point("R", primaries.red)
    let (highest, lowest) = (
      luminance.maximum.inSteps(of: Self.luminanceSteps), luminance.minimum.inSteps(of: Self.luminanceSteps)
    )
    return colors + point("WP", primaries.whitePoint) + "L(\(highest),\(lowest))"
  }
}
