internal import AVWritePipeline
internal import ArgumentParser

struct VideoOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The codec, 'copy' to keep the encoded pictures, or 'none' for no video. (default: hevc for high dynamic range "
        + "and more than 8 bits, else h264)", valueName: "video-codec"))
  var videoCodec: VideoChoice.Codec?

  @Option(help: ArgumentHelp("Constant quality on the codec's scale; lower is better. \(qualities)", valueName: "N"))
  var crf: Double?

  @Option(help: ArgumentHelp("Average bits a second, such as 4M, instead of --crf.", valueName: "RATE"))
  var videoBitrate: BitRate?

  @Option(help: "The encoder's trade of time for size. (default: medium; with --real-time a faster one)")
  var speed: VideoChoice.Speed?

  @Option(help: "The codec's profile, or the rate of ProRes. (default: the encoder's choice; ProRes standard)")
  var profile: VideoChoice.Profile?

  @Option(help: ArgumentHelp("The longest time between key frames.", valueName: "SECONDS"))
  var keyframeInterval: Double?

  @Option(help: ArgumentHelp("The size of the picture as displayed.", valueName: "WxH"))
  var size: PictureSize?

  @Option(help: ArgumentHelp("The largest size as displayed; keeps the shape and never enlarges.", valueName: "WxH"))
  var maxSize: PictureSize?

  @Option(
    help: ArgumentHelp(
      "Pictures a second, such as 25, 29.97 or 30000/1001; of a sequence of images how many are shown in a second. "
        + "(default: every picture keeps its own time)", valueName: "N"))
  var frameRate: FrameRate?

  @Flag(
    inversion: .prefixedNo,
    help: "Make whole pictures of interlaced ones, one of each. (default: they stay interlaced, and tagged)")
  var deinterlace: Bool?

  @Option(help: "The samples to encode. (default: yuv420p; of deeper pictures yuv420p10 with hevc, av1 and vp9)")
  var pixelFormat: VideoChoice.PixelFormat?

  func validate() throws {
    if crf != nil, videoBitrate != nil { throw ValidationError("--crf and --video-bitrate exclude each other.") }
    if size != nil, maxSize != nil { throw ValidationError("--size and --max-size exclude each other.") }
  }

  /// The range and the default of each codec.
  private static let qualities =
    VideoChoice.Codec.allCases.compactMap { codec -> String? in
      guard let range = codec.qualities, let usual = codec.defaultQuality else { return nil }
      return "\(codec.rawValue) \(Int(range.lowerBound)) to \(Int(range.upperBound)), default \(Int(usual))"
    }.joined(separator: "; ") + "."

  var choice: VideoChoice {
    var choice = VideoChoice()
    choice.codec = videoCodec
    if let crf { choice.rateControl = .quality(crf) }
    if let videoBitrate { choice.rateControl = .averageBitRate(videoBitrate) }
    choice.speed = speed
    choice.profile = profile
    choice.keyFrameInterval = keyframeInterval
    choice.pixelFormat = pixelFormat
    choice.frameRate = frameRate
    choice.isDeinterlaced = deinterlace
    if let size { choice.size = .exactly(size) }
    if let maxSize { choice.size = .within(maxSize) }
    return choice
  }
}
