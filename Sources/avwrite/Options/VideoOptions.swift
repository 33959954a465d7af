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

  @Option(
    help: ArgumentHelp(
      "The most bits a second, for a receiver that holds a second of them; of h264.", valueName: "RATE"))
  var maxBitrate: BitRate?

  @Option(
    help: ArgumentHelp(
      "The most that OUT may have, such as 25M. What needs less is as good as it gets; else 2 % may be missing at most. In "
        + "several passes, of h264.",
      valueName: "BYTES"))
  var targetSize: ByteCount?

  @Option(
    help: ArgumentHelp(
      "The mean structural similarity of the pictures, such as 0.98, to 0.002; no part differs more than twice as much. "
        + "In several passes, of h264.", valueName: "SSIM"))
  var targetSsim: Double?

  @Flag(
    inversion: .prefixedNo,
    help:
      "Encode what needs it again until the bit rate is reached; of h264. (default: with --target-size and --target-ssim)"
  )
  var multiPass: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Keep what comes nearest to a target that is not reached; the exit code is 81 all the same.")
  var bestEffort: Bool?

  @Option(
    help: ArgumentHelp(
      "How the processors share the encoding of h264: 'frame', by one encoder, 'segment', by one for each part of some "
        + "twenty seconds, which a stopped job goes on from, or 'auto', by the length alone: segment for more than a "
        + "minute of a constant quality. (default: auto)", valueName: "parallel"))
  var parallel: VideoChoice.Parallelism?

  @Option(help: "The encoder's trade of time for size. (default: medium; with --real-time a faster one)")
  var speed: VideoChoice.Speed?

  @Option(help: "The codec's profile, or the rate of ProRes. (default: the encoder's choice; ProRes standard)")
  var profile: VideoChoice.Profile?

  @Option(help: ArgumentHelp("The longest time between key frames.", valueName: "SECONDS"))
  var keyframeInterval: Double?

  @Option(
    help: ArgumentHelp("The size of the picture as displayed, or its shorter edge, such as 720p.", valueName: "WxH"))
  var size: PictureExtent?

  @Option(
    help: ArgumentHelp(
      "The largest size as displayed, or shorter edge, such as 720p; keeps the shape and never enlarges.",
      valueName: "WxH"))
  var maxSize: PictureExtent?

  @Option(
    help: ArgumentHelp(
      "What becomes of high dynamic range: 'auto' makes standard range of it in h264, mjpeg and 8 bits, 'off' never does. "
        + "(default: auto)", valueName: "tone-map"))
  var toneMap: VideoChoice.ToneMapping?

  @Option(
    name: [.customLong("frame-rate"), .customLong("fps")],
    help: ArgumentHelp(
      "Pictures a second, such as 25, 29.97 or 30000/1001; of a sequence of images how many are shown in a second. "
        + "(default: every picture keeps its own time)", valueName: "N"))
  var frameRate: FrameRate?

  @Flag(
    inversion: .prefixedNo,
    help: "Make whole pictures of interlaced ones, one of each. (default: they stay interlaced, and tagged)")
  var deinterlace: Bool?

  @Option(
    help: ArgumentHelp(
      "The samples to encode. (default: yuv420p; of deeper pictures yuv420p10 with hevc, av1 and vp9, and of transparent "
        + "ones yuva420p with vp9)"))
  var pixelFormat: VideoChoice.PixelFormat?

  func validate() throws {
    let goals = [
      ("--crf", crf != nil), ("--video-bitrate", videoBitrate != nil), ("--target-size", targetSize != nil),
      ("--target-ssim", targetSsim != nil),
    ].filter(\.1).map(\.0)
    if goals.count > 1 { throw ValidationError("\(goals[0]) and \(goals[1]) exclude each other.") }
    if size != nil, maxSize != nil { throw ValidationError("--size and --max-size exclude each other.") }
  }

  /// The range and the default of each codec's qualities, for the help.
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
    if let targetSize { choice.rateControl = .size(targetSize) }
    if let targetSsim { choice.rateControl = .similarity(targetSsim) }
    choice.maximumBitRate = maxBitrate
    choice.isMultiPass = multiPass
    choice.isBestEffort = bestEffort
    choice.parallelism = parallel
    choice.speed = speed
    choice.profile = profile
    choice.keyFrameInterval = keyframeInterval
    choice.pixelFormat = pixelFormat
    choice.frameRate = frameRate
    choice.isDeinterlaced = deinterlace
    choice.toneMapping = toneMap
    if let size { choice.size = .exactly(size) }
    if let maxSize { choice.size = .within(maxSize) }
    return choice
  }
}
