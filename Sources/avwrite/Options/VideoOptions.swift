internal import AVWritePipeline
internal import ArgumentParser

struct VideoOptions: ParsableArguments {
  @Option(help: "The codec, 'copy' to keep the encoded pictures, or 'none' for no video.")
  var videoCodec = VideoChoice.Codec.h264

  @Option(help: ArgumentHelp("Constant rate factor, 0 (lossless) to 51. (default: 23; hevc 28)", valueName: "N"))
  var crf: Double?

  @Option(help: ArgumentHelp("Average bits a second, such as 4M, instead of --crf.", valueName: "RATE"))
  var videoBitrate: BitRate?

  @Option(help: "The encoder's trade of time for size. (default: medium; with --real-time veryfast)")
  var speed: VideoChoice.Speed?

  @Option(help: "The codec's profile, or the rate of ProRes. (default: the encoder's choice; ProRes standard)")
  var profile: VideoChoice.Profile?

  @Option(help: ArgumentHelp("The longest time between key frames.", valueName: "SECONDS"))
  var keyframeInterval: Double?

  @Option(help: ArgumentHelp("The size of the picture as displayed.", valueName: "WxH"))
  var size: PictureSize?

  @Option(help: ArgumentHelp("The largest size as displayed; keeps the shape and never enlarges.", valueName: "WxH"))
  var maxSize: PictureSize?

  @Option(help: "The samples to encode. (default: yuv420p, which every player reads; hevc keeps 10 bits)")
  var pixelFormat: VideoChoice.PixelFormat?

  func validate() throws {
    if crf != nil, videoBitrate != nil { throw ValidationError("--crf and --video-bitrate exclude each other.") }
    if size != nil, maxSize != nil { throw ValidationError("--size and --max-size exclude each other.") }
    if let crf, !(0...51).contains(crf) { throw ValidationError("--crf is a number from 0 to 51.") }
    if let keyframeInterval, !(keyframeInterval > 0 && keyframeInterval <= 3600) {
      throw ValidationError("--keyframe-interval is a number of seconds above 0, and 3600 at most.")
    }
    if let profile, videoCodec.encodes, !profile.codecs.contains(videoCodec) {
      throw ValidationError("--video-codec \(videoCodec.rawValue) has no --profile \(profile.rawValue).")
    }
    if videoCodec.encodes, videoCodec.defaultQuality == nil, crf != nil {
      throw ValidationError("--video-codec \(videoCodec.rawValue) has no --crf to choose.")
    }
    if videoCodec == .prores, videoBitrate != nil {
      throw ValidationError("--video-codec prores has no --video-bitrate to choose: --profile does.")
    }
    let asksForEncoding =
      crf != nil || videoBitrate != nil || profile != nil || keyframeInterval != nil
      || pixelFormat != nil || size != nil || maxSize != nil
    if !videoCodec.encodes, asksForEncoding {
      throw ValidationError("--video-codec \(videoCodec.rawValue) encodes nothing, so no encoding option fits it.")
    }
  }

  var choice: VideoChoice {
    var choice = VideoChoice()
    choice.codec = videoCodec
    if let crf { choice.rateControl = .quality(crf) }
    if let videoBitrate { choice.rateControl = .averageBitRate(videoBitrate) }
    choice.speed = speed
    choice.profile = profile
    choice.keyFrameInterval = keyframeInterval
    choice.pixelFormat = pixelFormat
    if let size { choice.size = .exactly(size) }
    if let maxSize { choice.size = .within(maxSize) }
    return choice
  }
}
