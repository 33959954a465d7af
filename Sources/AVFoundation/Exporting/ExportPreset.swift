/// A preset of Apple's names for files to be made: the codecs, the largest size of pictures, and the types of files.
///
/// Apple states neither bit rates nor qualities: each codec has its usual one here.
package struct ExportPreset: Sendable, Hashable {
  /// A size that pictures fit into, upright or on their side.
  package struct Box: Sendable, Hashable {
    /// The number of pixels on the longer edge.
    package let longer: Int
    /// The number of pixels on the shorter edge.
    package let shorter: Int
  }

  /// The coding of sound.
  package enum Sound: Sendable, Hashable {
    case aac
    case linearPCM
  }

  /// The treatment of pictures and sound.
  package enum Media: Sendable, Hashable {
    /// Both are encoded, or sound alone where there is no codec of pictures.
    case encoded(AVVideoCodecType?, Sound)
    /// Samples pass through as they are stored.
    case stored
  }

  /// The name without the two parts with which all of Apple's names begin, such as `HEVC1920x1080`.
  package let suffix: String
  package let media: Media
  /// The largest size of pictures, or nil if they keep the source's.
  package let box: Box?
  /// The quality on the scale of x264 and x265, or nil for the codec's usual one.
  package let constantRateFactor: Double?
  /// The types of files that are made, the usual one first.
  package let fileTypes: [AVFileType]

  /// The two parts with which all names begin. Tools of Apple's leave out the first.
  package static let prefixes = ("AVAssetExport", "Preset")

  /// The name, which is also the value of Apple's constant.
  package var name: String { Self.prefixes.0 + Self.prefixes.1 + suffix }

  /// A Boolean value that says whether the name is that of a quality, for which Apple chooses the size by the device.
  var sizeDependsOnDevice: Bool { suffix.hasSuffix("Quality") }

  /// A Boolean value that says whether the name states the size.
  var statesSize: Bool { box.map { suffix.hasSuffix("\($0.longer)x\($0.shorter)") } ?? false }

  private init(
    _ suffix: String, _ media: Media, _ box: Box? = nil, constantRateFactor: Double? = nil, in fileTypes: [AVFileType]
  ) {
    self.suffix = suffix
    self.media = media
    self.box = box
    self.constantRateFactor = constantRateFactor
    self.fileTypes = fileTypes
  }
}

extension ExportPreset {
  /// The presets that this build can make, in the order in which they are listed.
  package static let all: [ExportPreset] = [
    h264("LowQuality", 224, 128), h264("MediumQuality", 568, 320),
    h264("640x480", 640, 480), h264("960x540", 960, 540), h264("1280x720", 1280, 720),
    h264("1920x1080", 1920, 1080), h264("3840x2160", 3840, 2160),
    hevc("HEVC1920x1080", 1920, 1080), hevc("HEVC3840x2160", 3840, 2160), hevc("HEVC4320x2160", 4320, 2160),
    hevc("HEVC7680x4320", 7680, 4320),
    h264("AppleM4VCellular", 176, 144, in: devices), h264("AppleM4ViPod", 640, 480, in: devices),
    h264("AppleM4V480pSD", 854, 480, in: devices), h264("AppleM4VAppleTV", 960, 540, in: devices),
    h264("AppleM4VWiFi", 480, 360, in: devices), h264("AppleM4V720pHD", 1280, 720, in: devices),
    h264("AppleM4V1080pHD", 1920, 1080, in: devices),
    ExportPreset("HighestQuality", .encoded(.h264, .aac), constantRateFactor: highestQuality, in: movies),
    ExportPreset("HEVCHighestQuality", .encoded(.hevc, .aac), constantRateFactor: highestQuality, in: movies),
    ExportPreset("AppleM4A", .encoded(nil, .aac), in: [.m4a]),
    ExportPreset("AppleProRes422LPCM", .encoded(.proRes422, .linearPCM), in: [.mov]),
    ExportPreset("AppleProRes4444LPCM", .encoded(.proRes4444, .linearPCM), in: [.mov]),
    ExportPreset("Passthrough", .stored, in: movies + AVFileType.writable.filter { !movies.contains($0) }),
  ]

  private static let movies: [AVFileType] = [.mov, .mp4, .m4v]
  /// Files for Apple's devices: the second type is for sound alone.
  private static let devices: [AVFileType] = [.m4v, .m4a]

  /// The quality at which no difference from the source is seen.
  private static let highestQuality = 18.0

  private static func h264(
    _ suffix: String, _ longer: Int, _ shorter: Int, in fileTypes: [AVFileType] = movies
  ) -> ExportPreset {
    ExportPreset(suffix, .encoded(.h264, .aac), Box(longer: longer, shorter: shorter), in: fileTypes)
  }

  private static func hevc(_ suffix: String, _ longer: Int, _ shorter: Int) -> ExportPreset {
    ExportPreset(suffix, .encoded(.hevc, .aac), Box(longer: longer, shorter: shorter), in: movies)
  }
}

extension ExportPreset.Box {
  /// Returns the largest size with the shape of a picture that fits into the box and is not larger than the picture.
  func fitting(width: Double, height: Double) -> (width: Int, height: Int) {
    let factor = min(Double(longer) / max(width, height), Double(shorter) / min(width, height))
    if factor >= 1 { return (Int(width.rounded()), Int(height.rounded())) }
    return (Self.even(width * factor), Self.even(height * factor))
  }

  /// Returns the nearest even number: chroma has half the samples.
  private static func even(_ length: Double) -> Int { max(2, 2 * Int((length / 2).rounded())) }
}
