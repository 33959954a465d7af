internal import AVFoundation

/// The encoding of pictures that replace pictures of a copied track, or follow them.
struct MatchingPictures {
  private let codec: VideoChoice.Codec
  private let geometry: Geometry
  private let cleanAperture: TrackFacts.CleanAperture?
  private let pixelFormat: VideoCompression.PixelFormat?
  private let color: Color
  private let hasHighDynamicRange: Bool

  /// The colours of pictures, by Apple's names of primaries, transfer function and matrix.
  private struct Color: Equatable {
    let primaries, transfer, matrix: String?

    init(_ video: TrackFacts.Video) {
      (primaries, transfer, matrix) = (video.primaries, video.transfer, video.matrix)
    }

    /// The colours of BT.709.
    static var bt709: [String: Any] {
      [
        AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
        AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
        AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
      ]
    }

    /// The settings that convert pictures to these colours, or nil for colours that are not stated.
    var settings: [String: Any]? {
      guard let primaries, let transfer, let matrix else { return nil }
      return [
        AVVideoColorPrimariesKey: primaries, AVVideoTransferFunctionKey: transfer, AVVideoYCbCrMatrixKey: matrix,
      ]
    }
  }

  /// Differences that nobody sees: x264 and x265 reach more than 40 dB with it. Where few pictures are encoded, size
  /// does not matter.
  private static let invisibleRateFactor = 10

  /// - Parameters:
  ///   - track: the track that is copied.
  ///   - container: the container that its samples go to.
  /// - Throws: `EncodingRefusal` for pictures that no encoder of this build can take the place of.
  init(_ track: TrackFacts, in container: Container) throws(EncodingRefusal) {
    guard let video = track.video else { throw EncodingRefusal("it has no picture size") }
    geometry = Geometry(video)
    cleanAperture = video.statableAperture(in: container)
    color = Color(video)
    hasHighDynamicRange = video.hasHighDynamicRange
    switch track.codec {
    case "avc1": codec = .h264
    case "hvc1", "hev1": codec = .hevc
    default:
      throw EncodingRefusal("this build encodes no pictures that could follow \(track.codec.withoutTrailingSpaces)")
    }
    guard container.videoEncoders.contains(codec) else {
      throw EncodingRefusal("this build encodes no \(codec.rawValue) for \(container.rawValue)")
    }
    if codec == .hevc, !container.isMovie {
      throw EncodingRefusal(
        "\(container.rawValue) has one description for all pictures of hevc; mov and mp4 have several")
    }
    if video.dolbyVision != nil || video.spatial != TrackFacts.Spatial() || video.hasAlpha {
      throw EncodingRefusal("Dolby Vision, pictures for two eyes and transparency are not encoded")
    }
    if video.isRGB { throw EncodingRefusal("its pictures are red, green and blue, which is not encoded") }
    // Encoders are given whole chroma samples of 4:2:0, and a track has one size.
    guard geometry.width.isMultiple(of: 2), geometry.height.isMultiple(of: 2) else {
      throw EncodingRefusal("pictures of an odd size are not encoded in their size")
    }
    guard max(geometry.pixelAspect.horizontal, geometry.pixelAspect.vertical) <= Int(UInt16.max) else {
      throw EncodingRefusal("the shape of its pixels has no place in the 16 bits of \(codec.rawValue)")
    }
    pixelFormat = VideoCompression.PixelFormat.allCases.first {
      $0 != .yuva420p && $0.chroma == video.chroma ?? "4:2:0" && $0.bitsPerComponent == video.bitsPerComponent ?? 8
    }
    guard let pixelFormat, codec == .h264 || pixelFormat.chroma == "4:2:0" else {
      throw EncodingRefusal(
        "\(video.chroma ?? "") of \(video.bitsPerComponent ?? 8) bits is not encoded as \(codec.rawValue)")
    }
  }

  /// Returns the settings of a writer's input for few pictures of the track, which are shown in the order of decoding and
  /// keep the part that is meant to be seen.
  ///
  /// - Parameter number: the number of the parameter sets of H.264, or nil for other codecs, and where parts need no
  ///   numbers of their own.
  func settings(parameterSetNumber number: Int?) -> [String: Any] {
    var settings = settings(rateFactor: Double(Self.invisibleRateFactor), speed: .medium, cleanAperture)
    guard var compression = settings[AVVideoCompressionPropertiesKey] as? [String: Any] else { return settings }
    compression[AVVideoAllowFrameReorderingKey] = false
    if codec == .h264 { compression[AVVideoParameterSetNumberKey] = number }
    settings[AVVideoCompressionPropertiesKey] = compression
    return settings
  }

  /// Returns the settings of a writer's input for the pictures of another source: they are encoded as by `transcode`, get
  /// the colours, and are scaled into the size without another shape.
  func settings(forOthers video: TrackFacts.Video) -> [String: Any] {
    var settings = settings(
      rateFactor: codec.defaultQuality, speed: codec.defaultSpeed(isRealTime: false), nil)
    settings[AVVideoScalingModeKey] = AVVideoScalingModeResizeAspect
    // Tones are also mapped if the colours of the other pictures are not stated.
    let mapsTones = video.hasHighDynamicRange && !hasHighDynamicRange
    if Color(video) != color {
      settings[AVVideoColorPropertiesKey] = color.settings ?? (mapsTones ? Color.bt709 : nil)
    }
    return settings
  }

  private func settings(
    rateFactor: Double?, speed: VideoCompression.Speed, _ cleanAperture: TrackFacts.CleanAperture?
  ) -> [String: Any] {
    var compression = VideoCompression()
    compression.rateControl = rateFactor.map { .quality($0) }
    (compression.speed, compression.pixelFormat) = (speed, pixelFormat)
    return VideoEncoding(
      codec: codec, width: geometry.width, height: geometry.height, pixelAspect: geometry.pixelAspect,
      cleanAperture: cleanAperture, transform: geometry.transform, compression: compression
    ).settings
  }
}

/// The reason why nothing is encoded that could take the place of samples, or follow them.
struct EncodingRefusal: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
