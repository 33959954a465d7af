internal import AVFoundation

/// The encoding of pictures that take the place of others of a copied track.
struct CutEncoding {
  private let codec: VideoChoice.Codec
  private let geometry: Geometry
  private let pixelFormat: VideoChoice.PixelFormat?

  /// Differences that nobody sees: x264 and x265 reach more than 40 dB with it. Few pictures are encoded, so that size
  /// does not matter.
  private static let rateFactor = 10

  /// - Throws: `JobError` of exit 69 for pictures that no encoder of this build can take the place of.
  init(_ track: TrackPlan, of source: Source, in container: Container) throws(JobError) {
    func refusal(_ reason: String) -> JobError {
      var error = JobError(
        .encoderMissing, "\(source.input.name): \(track.source.title) cannot be cut to the picture: \(reason)",
        hint: "--snap moves the ends to the nearest places where nothing has to be encoded; transcode with --start and "
          + "--end encodes all pictures")
      error.track = track.source.id
      return error
    }
    guard let video = track.source.video else { throw refusal("it has no picture size") }
    geometry = Geometry(video)
    switch track.source.codec {
    case "avc1": codec = .h264
    case "hvc1", "hev1": codec = .hevc
    default:
      throw refusal("this build encodes no pictures that could follow \(track.source.codec.withoutTrailingSpaces)")
    }
    guard container.videoEncoders.contains(codec) else {
      throw refusal("this build encodes no \(codec.rawValue) for \(container.rawValue)")
    }
    if codec == .hevc, !container.isMovie {
      throw refusal("\(container.rawValue) has one description for all pictures of hevc; mov and mp4 have several")
    }
    if video.dolbyVision != nil || video.spatial != TrackFacts.Spatial() || video.hasAlpha {
      throw refusal("Dolby Vision, pictures for two eyes and transparency are not encoded")
    }
    guard max(geometry.pixelAspect.horizontal, geometry.pixelAspect.vertical) <= Int(UInt16.max) else {
      throw refusal("the shape of its pixels has no place in the 16 bits of \(codec.rawValue)")
    }
    pixelFormat = VideoChoice.PixelFormat.allCases.first {
      $0 != .yuva420p && $0.chroma == video.chroma ?? "4:2:0" && $0.bitsPerComponent == video.bitsPerComponent ?? 8
    }
    guard let pixelFormat, codec == .h264 || pixelFormat.chroma == "4:2:0" else {
      throw refusal("\(video.chroma ?? "") of \(video.bitsPerComponent ?? 8) bits is not encoded as \(codec.rawValue)")
    }
  }

  /// Returns the settings of a writer's input.
  ///
  /// - Parameter number: the number of the parameter sets of H.264; nil for other codecs, and where parts need no
  ///   numbers of their own.
  func settings(parameterSetNumber number: Int?) -> [String: Any] {
    var encoding = VideoEncoding(
      codec: codec, width: geometry.width, height: geometry.height, pixelAspect: geometry.pixelAspect,
      transform: geometry.transform, rateControl: .quality(Double(Self.rateFactor)), speed: .medium)
    encoding.pixelFormat = pixelFormat
    var settings = encoding.settings
    guard var compression = settings[AVVideoCompressionPropertiesKey] as? [String: Any] else { return settings }
    compression[AVVideoAllowFrameReorderingKey] = false
    if codec == .h264 { compression[AVVideoParameterSetNumberKey] = number }
    settings[AVVideoCompressionPropertiesKey] = compression
    return settings
  }
}
