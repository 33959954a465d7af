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

    /// The output settings of a reader for this form, or nil for samples as they are stored.
    var readerSettings: [String: Any]? {
      switch self {
      case .stored, .segments: nil
      case .pictures, .sound: [:]
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

  /// The changes to decoded pictures, or nil if none are decoded.
  var pictureForm: PictureForm? { if case .encodeVideo(let encoding) = self { PictureForm(encoding) } else { nil } }

  var isLeveled: Bool { if case .leveledSound = sampleForm { true } else { false } }

  /// The output settings of a writer's input, or nil if it stores the samples as they are.
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
  /// The turn of the stored pictures, or nil for none.
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
  var settings: [String: Any] {
    var settings: [String: Any] = [
      AVVideoCodecKey: (compression.profile?.proRes ?? codec.type ?? .h264).rawValue, AVVideoWidthKey: width,
      AVVideoHeightKey: height,
      AVVideoPixelAspectRatioKey: [
        AVVideoPixelAspectRatioHorizontalSpacingKey: pixelAspect.horizontal,
        AVVideoPixelAspectRatioVerticalSpacingKey: pixelAspect.vertical,
      ],
      AVVideoCompressionPropertiesKey: compression.properties(for: codec),
    ]
    if let cleanAperture {
      settings[AVVideoCleanApertureKey] = [
        AVVideoCleanApertureWidthKey: cleanAperture.width, AVVideoCleanApertureHeightKey: cleanAperture.height,
        AVVideoCleanApertureHorizontalOffsetKey: cleanAperture.horizontalOffset,
        AVVideoCleanApertureVerticalOffsetKey: cleanAperture.verticalOffset,
      ]
    }
    return settings
  }
}

extension VideoChoice.Codec {
  func defaultSpeed(isRealTime: Bool) -> VideoCompression.Speed {
    type?.defaultEncoderSpeed(isRealTime: isRealTime).flatMap(VideoCompression.Speed.init) ?? .medium
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
