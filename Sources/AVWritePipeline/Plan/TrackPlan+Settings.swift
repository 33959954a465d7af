internal import AVFoundation
internal import MediaSupport

extension TrackPlan.Action {
  /// The form in which a reader gives out a track's samples.
  enum SampleForm: Hashable {
    case stored
    /// Decoded pictures, in the decoder's own format.
    case pictures(PictureForm)
    case sound
    /// Decoded sound in floating point, mixed as it will be encoded, whose level changes.
    case leveledSound(AudioEncoding.Level)
    /// Pictures that are encoded anew, in segments.
    case segments(VideoEncoding)

    /// The output settings of a reader for this form; nil for samples as they are stored.
    var readerSettings: [String: Any]? {
      switch self {
      case .stored, .segments: nil
      case .pictures: [:]
      case .sound: [AVFormatIDKey: kAudioFormatLinearPCM]
      case .leveledSound(let level):
        FloatSound.settings(sampleRate: level.sampleRate, channels: level.channels, bits: level.bits)
      }
    }
  }

  var sampleForm: SampleForm {
    switch self {
    case .copy, .convertText: .stored
    case .encodeVideo(let encoding) where encoding.isSplit: .segments(encoding)
    case .encodeVideo(let encoding): .pictures(PictureForm(encoding))
    case .encodeAudio(let encoding) where encoding.isStored: .stored
    case .encodeAudio(let encoding): encoding.level.map { .leveledSound($0) } ?? .sound
    }
  }

  /// The changes to decoded pictures; nil where none are decoded.
  var pictureForm: PictureForm? { if case .encodeVideo(let encoding) = self { PictureForm(encoding) } else { nil } }

  var isLeveled: Bool { if case .leveledSound = sampleForm { true } else { false } }

  /// The output settings of a writer's input; nil where it stores the samples as they are.
  var writerSettings: [String: Any]? {
    switch self {
    case .copy, .convertText: nil
    case .encodeVideo(let encoding): encoding.isSplit ? nil : encoding.settings
    case .encodeAudio(let encoding): encoding.isStored ? nil : encoding.settings
    }
  }
}

/// The changes to decoded pictures before they are encoded.
struct PictureForm: Hashable {
  let isDeinterlaced, isToneMapped: Bool
  /// The turn of the stored pictures; nil for none.
  let turn: PictureTurn?
  let layout: PictureLayout?
  /// The pictures that are drawn over each of them, and the geometry of the pictures that they are drawn on; nil
  /// without them.
  let overlays: [PictureOverlay]
  let canvas: Geometry?
  let fades: Fades?

  init(_ encoding: VideoEncoding) {
    fades = encoding.fades
    (isDeinterlaced, isToneMapped) = (encoding.isDeinterlaced, encoding.isToneMapped)
    (turn, layout) = (encoding.arrangement.turn, encoding.arrangement.layout)
    overlays = encoding.arrangement.edits.overlays
    canvas = overlays.isEmpty ? nil : encoding.geometry
  }
}

extension VideoEncoding {
  /// The largest difference of a part from the source, as a multiple of the difference of all parts together.
  private static let largestShareOfDifference = 2.0
  private static let leastSSIM = 0.01

  var settings: [String: Any] {
    var compression: [String: Any] = [AVVideoEncoderSpeedKey: speed.rawValue]
    switch rateControl {
    case .quality(let factor)?: compression[AVVideoConstantRateFactorKey] = factor
    case .averageBitRate(let rate)?: compression[AVVideoAverageBitRateKey] = rate.bitsPerSecond
    case .similarity(let ssim)?:
      compression[AVVideoTargetSSIMKey] = ssim
      compression[AVVideoMinimumSSIMKey] = max(1 - Self.largestShareOfDifference * (1 - ssim), Self.leastSSIM)
    // The plan made a bit rate of a size.
    case .size?, nil: break
    }
    if let maximumBitRate { compression[AVVideoMaximumBitRateKey] = maximumBitRate.bitsPerSecond }
    // HEVC's profile follows from the samples, and ProRes's profile is its codec.
    if codec == .h264, let profile { compression[AVVideoProfileLevelKey] = profile.profileLevel }
    if let keyFrameInterval { compression[AVVideoMaxKeyFrameIntervalDurationKey] = keyFrameInterval }
    if let pixelFormat { compression[AVVideoEncodedPixelFormatKey] = pixelFormat.code }
    return [
      AVVideoCodecKey: (profile?.proRes ?? codec.type ?? .h264).rawValue, AVVideoWidthKey: width,
      AVVideoHeightKey: height,
      AVVideoPixelAspectRatioKey: [
        AVVideoPixelAspectRatioHorizontalSpacingKey: pixelAspect.horizontal,
        AVVideoPixelAspectRatioVerticalSpacingKey: pixelAspect.vertical,
      ],
      AVVideoCompressionPropertiesKey: compression,
    ]
  }
}

extension VideoChoice.Codec {
  func defaultSpeed(isRealTime: Bool) -> VideoChoice.Speed {
    type?.defaultEncoderSpeed(isRealTime: isRealTime).flatMap(VideoChoice.Speed.init) ?? .medium
  }
}

extension VideoChoice.Profile {
  fileprivate var profileLevel: String? {
    switch self {
    case .baseline: AVVideoProfileLevelH264BaselineAutoLevel
    case .main: AVVideoProfileLevelH264MainAutoLevel
    case .high: AVVideoProfileLevelH264HighAutoLevel
    default: nil
    }
  }

  fileprivate var proRes: AVVideoCodecType? {
    switch self {
    case .proxy: .proRes422Proxy
    case .lt: .proRes422LT
    case .standard: .proRes422
    case .hq: .proRes422HQ
    case .fullChroma: .proRes4444
    case .fullChromaXQ: .appleProRes4444XQ
    case .baseline, .main, .high, .main10: nil
    }
  }
}

extension VideoChoice.PixelFormat {
  fileprivate var code: Int {
    let code =
      switch self {
      case .yuv420p: kCVPixelFormatType_420YpCbCr8Planar
      case .yuv422p: kCVPixelFormatType_422YpCbCr8
      case .yuv444p: kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange
      case .yuva420p: kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar
      case .yuv420p10: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
      case .yuv422p10: kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange
      case .yuv444p10: kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange
      }
    return Int(code)
  }
}

extension AudioEncoding {
  var settings: [String: Any] {
    var settings: [String: Any] = [AVSampleRateKey: sampleRate, AVNumberOfChannelsKey: channels]
    settings[AVFormatIDKey] = format.codec.formatID
    switch format {
    case .lossy(_, let rate):
      settings[AVEncoderBitRateKey] = rate.bitsPerSecond
    case .lossless(_, let bits):
      settings[AVEncoderBitDepthHintKey] = bits
    case .pcm(let form):
      settings[AVLinearPCMBitDepthKey] = form.bits
      settings[AVLinearPCMIsFloatKey] = form.isFloat
      settings[AVLinearPCMIsBigEndianKey] = form.isBigEndian
      settings[AVLinearPCMIsSignedKey] = form.isSigned
      settings[AVLinearPCMIsNonInterleaved] = false
    }
    return settings
  }
}
