import AVFAudio
import CoreMedia
import CoreVideo
import MediaEngine

/// Video settings for writing, translated for the engine (WI-06, WI-07, WI-10 to WI-12).
struct VideoOutputSettings {
  private(set) var encoding: VideoSettings

  /// - Parameter hint: the source's format, which gives a missing size (WI-07).
  init(_ values: [String: Any], hint: CMFormatDescription?) throws {
    var settings = SettingsDictionary(values)
    try Self.refuseForbiddenKeys(settings)
    encoding = VideoSettings(codec: try Self.codec(&settings))
    try readSize(&settings, hint: hint)
    try readGeometry(&settings)
    // The key names an encoder, and there is only one here.
    _ = try settings.dictionary(AVVideoEncoderSpecificationKey)
    encoding.color = try Self.color(&settings)
    if var properties = try settings.dictionary(AVVideoCompressionPropertiesKey) {
      try encoding.readCompressionProperties(&properties)
    }
    try settings.finish("video output settings")
  }

  private static func refuseForbiddenKeys(_ settings: SettingsDictionary) throws {
    if settings.contains(AVFormatIDKey) {
      throw SettingsProblem.misuse("audio settings cannot be used for a video input")
    }
    if settings.contains(AVVideoDecompressionPropertiesKey) {
      throw SettingsProblem.misuse("\(AVVideoDecompressionPropertiesKey) is not supported for writing")
    }
    if settings.contains(String(describing: kCVPixelBufferPixelFormatTypeKey)) {
      throw SettingsProblem.misuse("video output settings must describe compressed video")
    }
  }

  private static func codec(_ settings: inout SettingsDictionary) throws -> VideoSettings.Codec {
    guard let name = try settings.string(AVVideoCodecKey) else {
      throw SettingsProblem.misuse("video output settings must contain \(AVVideoCodecKey)")
    }
    guard let codec = VideoSettings.Codec(code: name) else {
      throw SettingsProblem.unsupported(
        "no encoder for the video codec '\(name)'; this build encodes H.264, HEVC, AV1, VP9, ProRes, Motion "
          + "JPEG and FFV1")
    }
    return codec
  }

  private mutating func readSize(_ settings: inout SettingsDictionary, hint: CMFormatDescription?) throws {
    encoding.width = try settings.roundedPositiveInteger(AVVideoWidthKey)
    encoding.height = try settings.roundedPositiveInteger(AVVideoHeightKey)
    guard max(encoding.width ?? 0, encoding.height ?? 0) <= Self.largestSide else {
      throw SettingsProblem.unsupported("pictures have at most \(Self.largestSide) samples on a side")
    }
    guard let hint else {
      if encoding.width != nil, encoding.height != nil { return }
      let missing = encoding.width == nil ? AVVideoWidthKey : AVVideoHeightKey
      throw SettingsProblem.misuse("video output settings without a format hint must contain \(missing)")
    }
    let dimensions = CMVideoFormatDescriptionGetDimensions(hint)
    encoding.width = encoding.width ?? Int(dimensions.width)
    encoding.height = encoding.height ?? Int(dimensions.height)
  }

  /// The greatest width and height that the encoders take, in samples.
  private static let largestSide = 16_384

  private mutating func readGeometry(_ settings: inout SettingsDictionary) throws {
    switch try settings.string(AVVideoScalingModeKey) {
    case nil, AVVideoScalingModeResize?: encoding.scaling = .resize
    case AVVideoScalingModeResizeAspect?: encoding.scaling = .resizeAspect
    case AVVideoScalingModeResizeAspectFill?: encoding.scaling = .resizeAspectFill
    case AVVideoScalingModeFit?:
      throw SettingsProblem.misuse("\(AVVideoScalingModeFit) is not supported for writing")
    case let mode?: throw SettingsProblem.unsupported("unknown scaling mode '\(mode)'")
    }
    if var aperture = try settings.dictionary(AVVideoCleanApertureKey) {
      encoding.cleanAperture = try VideoSettings.CleanAperture(
        width: aperture.required(AVVideoCleanApertureWidthKey),
        height: aperture.required(AVVideoCleanApertureHeightKey),
        halfHorizontalOffset: aperture.halfOffset(AVVideoCleanApertureHorizontalOffsetKey),
        halfVerticalOffset: aperture.halfOffset(AVVideoCleanApertureVerticalOffsetKey))
      try aperture.finish(AVVideoCleanApertureKey)
      try refuseApertureOutside()
    }
    if var ratio = try settings.dictionary(AVVideoPixelAspectRatioKey) {
      encoding.pixelAspectRatio = try VideoSettings.PixelAspectRatio(
        horizontal: ratio.required(AVVideoPixelAspectRatioHorizontalSpacingKey),
        vertical: ratio.required(AVVideoPixelAspectRatioVerticalSpacingKey))
      try ratio.finish(AVVideoPixelAspectRatioKey)
      guard let ratio = encoding.pixelAspectRatio, max(ratio.horizontal, ratio.vertical) <= Int(UInt16.max) else {
        throw SettingsProblem.unsupported("\(AVVideoPixelAspectRatioKey) is larger than the 16 bits of H.264")
      }
    }
  }

  private func refuseApertureOutside() throws {
    guard let aperture = encoding.cleanAperture, let width = encoding.width, let height = encoding.height else {
      return
    }
    guard
      aperture.width + abs(aperture.halfHorizontalOffset) <= width,
      aperture.height + abs(aperture.halfVerticalOffset) <= height
    else { throw SettingsProblem.unsupported("\(AVVideoCleanApertureKey) lies outside of the picture") }
  }
}

extension SettingsDictionary {
  /// Returns an offset from the picture's centre, in halves of a pixel. It is 0 if none is given.
  fileprivate mutating func halfOffset(_ key: String) throws -> Int {
    guard let value = try number(key) else { return 0 }
    guard value.magnitude <= Double(UInt16.max) else {
      throw SettingsProblem.unsupported("\(key) is out of range: \(value)")
    }
    guard let halves = Int(exactly: 2 * value) else {
      throw SettingsProblem.unsupported("\(key) is no multiple of 0.5: \(value)")
    }
    return halves
  }

  fileprivate mutating func required(_ key: String) throws -> Int {
    guard let value = try positiveInteger(key) else { throw SettingsProblem.misuse("\(key) is missing") }
    guard value <= Int(Int32.max) else { throw SettingsProblem.unsupported("\(key) is out of range: \(value)") }
    return value
  }
}
