public import AVWritePipeline
public import ArgumentParser

struct VideoOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Video codec. copy: keep the encoded pictures. none: write no video. (default: hevc for high dynamic range or "
        + "more than 8 bits, else h264; vp9 in webm)", valueName: "video-codec"))
  var videoCodec: VideoChoice.Codec?

  @Option(
    help: ArgumentHelp(
      "Constant quality; lower is better. The scale depends on the codec: \(qualities)", valueName: "N"))
  var crf: Double?

  @Option(help: ArgumentHelp("Average bit rate in bits per second, such as 4M. Replaces --crf.", valueName: "RATE"))
  var videoBitrate: BitRate?

  @Option(
    help: ArgumentHelp(
      "Peak bit rate in bits per second, such as 6M, for a decoder buffer (VBV) of one second. h264 only.",
      valueName: "RATE"))
  var maxBitrate: BitRate?

  @Option(
    help: ArgumentHelp(
      "Largest size of OUT in bytes, such as 25M. OUT is at most 2 % smaller, unless the best quality needs less. "
        + "Encodes in several passes. h264 only.", valueName: "BYTES"))
  var targetSize: ByteCount?

  @Option(
    help: ArgumentHelp(
      "Mean SSIM of the pictures, above 0 and below 1, such as 0.98. Reached to within 0.002; each "
        + "closed group of pictures is at most twice as far from 1. Encodes in several passes. h264 only.",
      valueName: "SSIM"))
  var targetSsim: Double?

  @Flag(
    inversion: .prefixedNo,
    help:
      "Encode in several passes until the bit rate is met. h264 only. (default: on for --target-size, --target-ssim)"
  )
  var multiPass: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "If a target is not reached, keep the closest result. The exit code is 81 in any case.")
  var bestEffort: Bool?

  @Option(
    help: ArgumentHelp(
      "Parallelism for h264. frame: one multithreaded encoder. segment: separate encoders for segments of about 20 s; "
        + "an interrupted job can be resumed. auto: segment for more than a minute at constant quality, else frame. "
        + "(default: auto)", valueName: "parallel"))
  var parallel: VideoChoice.Parallelism?

  @Option(help: "Encoder speed; slower makes smaller files. (default: medium; a faster one with --real-time)")
  var speed: VideoCompression.Speed?

  @Option(
    help: "Kind of pictures, or purpose, that the encoder is tuned to, as x264 has them. h264 only. (default: none)")
  var tune: VideoCompression.Tune?

  @Option(
    help: "Profile of the codec, or quality level of ProRes. (default: chosen by the encoder; standard for ProRes)")
  var profile: VideoCompression.Profile?

  @Option(help: ArgumentHelp("Longest time between key frames. (default: chosen by the encoder)", valueName: "SECONDS"))
  var keyframeInterval: Double?

  @Option(
    help: ArgumentHelp(
      "Part of the picture to keep, in pixels as displayed: its size and the place of its upper left corner, such as "
        + "640x480+10+20. Without the place it is the middle. For the size may stand an aspect ratio, such as 1:1. Edits "
        + "are made in the order crop, rotate, flip, size, pad, overlay.",
      valueName: "WxH+X+Y"))
  var crop: PictureArea?

  @Option(
    help: ArgumentHelp(
      "Rotate the picture clockwise. Copied pictures keep their samples: the track's matrix says it, in mov, mp4 and mkv.",
      valueName: "DEGREES"))
  var rotate: PictureEdits.Rotation?

  @Option(help: ArgumentHelp("Exchange left and right, or top and bottom. Copied pictures as with --rotate."))
  var flip: PictureEdits.Flip?

  @Option(
    help: ArgumentHelp(
      "Picture size as displayed, such as 1280x720, or the length of the shorter edge, such as 720p.",
      valueName: "WxH"))
  var size: PictureExtent?

  @Option(
    help: ArgumentHelp(
      "Largest picture size as displayed, such as 1280x720, or the largest shorter edge, such as 720p. Keeps the "
        + "aspect ratio and never enlarges.", valueName: "WxH"))
  var maxSize: PictureExtent?

  @Option(
    help: ArgumentHelp(
      "Larger picture around the picture: a size or an aspect ratio, such as 16:9, a place of the picture within it "
        + "(default: the middle), and a colour (default: black), such as 1280x720+0+60@white or 16:9@#202020.",
      valueName: "WxH+X+Y@COLOR"))
  var pad: PicturePad?

  @Option(
    help: ArgumentHelp(
      "Picture file to draw over the pictures, and the place of its upper left corner, such as logo.png@16,16. A "
        + "negative place is the distance from the right or the lower edge. May be repeated.",
      valueName: "IMAGE@X,Y"))
  var overlay: [PictureOverlay] = []

  @Option(
    help: ArgumentHelp(
      "Tone mapping of HDR to SDR. auto: for h264, mjpeg and 8-bit formats. on: for every codec. off: never. "
        + "(default: auto)", valueName: "tone-map"))
  var toneMap: VideoChoice.ToneMapping?

  @Option(
    name: [.customLong("frame-rate"), .customLong("fps")],
    help: ArgumentHelp(
      "Frame rate in pictures per second, such as 25, 29.97 or 30000/1001. A sequence of images needs it. (default: "
        + "each picture keeps its own time)", valueName: "N"))
  var frameRate: FrameRate?

  @Flag(
    inversion: .prefixedNo,
    help: "Turn each interlaced picture into one progressive picture. (default: kept interlaced and marked as such)")
  var deinterlace: Bool?

  @Option(
    help: ArgumentHelp(
      "Pixel format to encode. (default: yuv420p; for HDR or more than 8 bits yuv420p10 with hevc, av1 and vp9; for "
        + "transparent pictures yuva420p with vp9)"))
  var pixelFormat: VideoCompression.PixelFormat?

  @Option(
    help: ArgumentHelp(
      "Fade in at the start of OUT: pictures from black, and sound from silence. Both are then encoded.",
      valueName: "SECONDS"))
  var fadeIn: Double?

  @Option(
    help: ArgumentHelp(
      "Fade out at the end of OUT: pictures to black, and sound to silence. Both are then encoded.",
      valueName: "SECONDS"))
  var fadeOut: Double?

  @Option(
    help: ArgumentHelp(
      "Speed of OUT, 0.25 to 4, such as 1.5 or 25/24. All times are divided by it; no picture is dropped or repeated, and "
        + "sound keeps its pitch.", valueName: "N"))
  var speedFactor: SpeedFactor?

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
    choice.compression = compression
    choice.isMultiPass = multiPass
    choice.isBestEffort = bestEffort
    choice.parallelism = parallel
    choice.frameRate = frameRate
    choice.isDeinterlaced = deinterlace
    choice.toneMapping = toneMap
    (choice.edits.crop, choice.edits.rotation, choice.edits.flip) = (crop, rotate, flip)
    (choice.edits.pad, choice.edits.overlays) = (pad, overlay)
    if let size { choice.size = .exactly(size) }
    if let maxSize { choice.size = .within(maxSize) }
    return choice
  }

  private var compression: VideoCompression {
    var compression = VideoCompression()
    if let crf { compression.rateControl = .quality(crf) }
    if let videoBitrate { compression.rateControl = .averageBitRate(videoBitrate) }
    if let targetSize { compression.rateControl = .size(targetSize) }
    if let targetSsim { compression.rateControl = .similarity(targetSsim) }
    compression.maximumBitRate = maxBitrate
    (compression.speed, compression.tune, compression.profile) = (speed, tune, profile)
    (compression.keyFrameInterval, compression.pixelFormat) = (keyframeInterval, pixelFormat)
    return compression
  }

  var fades: FadeChoice {
    var fades = FadeChoice()
    (fades.fadeIn, fades.fadeOut) = (fadeIn, fadeOut)
    return fades
  }
}

extension VideoCompression.Speed: ExpressibleByArgument {}
extension VideoChoice.Parallelism: ExpressibleByArgument {}
extension VideoChoice.ToneMapping: ExpressibleByArgument {}
extension VideoCompression.Tune: ExpressibleByArgument {}
extension VideoCompression.Profile: ExpressibleByArgument {}
extension VideoCompression.PixelFormat: ExpressibleByArgument {}
