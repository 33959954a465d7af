extension Preset {
  /// The presets of Apple's names, as far as this build can make them. They are also found without `AVAssetExport`, as
  /// macOS's `avconvert` takes them.
  ///
  /// Apple states neither bit rates nor qualities: each codec has its usual one here.
  static let apple: [Preset] = [
    h264("640x480", 640, 480), h264("960x540", 960, 540), h264("1280x720", 1280, 720),
    h264("1920x1080", 1920, 1080), h264("3840x2160", 3840, 2160),
    hevc("HEVC1920x1080", 1920, 1080), hevc("HEVC3840x2160", 3840, 2160), hevc("HEVC4320x2160", 4320, 2160),
    hevc("HEVC7680x4320", 7680, 4320),
    h264("AppleM4V480pSD", 854, 480, in: .m4v), h264("AppleM4V720pHD", 1280, 720, in: .m4v),
    h264("AppleM4V1080pHD", 1920, 1080, in: .m4v),
    Preset(apple: "HighestQuality", "H.264 and AAC at the source's size") {
      $0.format = .mov
      $0.video.codec = .h264
      $0.video.rateControl = .quality(highestQuality)
      $0.audio.codec = .aac
    },
    Preset(apple: "HEVCHighestQuality", "HEVC and AAC at the source's size") {
      $0.format = .mov
      $0.video.codec = .hevc
      $0.video.rateControl = .quality(highestQuality)
      $0.audio.codec = .aac
    },
    Preset(apple: "AppleM4A", "AAC without video") {
      $0.format = .m4a
      $0.video.codec = VideoChoice.Codec.none
      $0.audio.codec = .aac
    },
    proRes("AppleProRes422LPCM", .standard), proRes("AppleProRes4444LPCM", .fullChroma),
    Preset(apple: "Passthrough", "the same video and audio in another container") {
      $0.format = .mov
      $0.video.codec = .copy
      $0.audio.codec = .copy
    },
  ]

  /// The two parts with which all of Apple's names begin. `avconvert` leaves out the first.
  private static let prefixes = ("AVAssetExport", "Preset")

  /// The quality on x264's and x265's scales at which no difference from the source is seen.
  private static let highestQuality = 18.0

  /// Returns the preset of one of Apple's names.
  ///
  /// - Parameter name: the name, whole or as `avconvert` takes it.
  static func apple(named name: String) -> Preset? { apple.first { $0.name == name || $0.name == prefixes.0 + name } }

  private init(apple name: String, _ summary: String, _ describe: (inout Settings) -> Void) {
    self.init(Self.prefixes.0 + Self.prefixes.1 + name, summary, .apple, describe)
  }

  private static func h264(_ name: String, _ width: Int, _ height: Int, in format: Container = .mov) -> Preset {
    sized(name, "H.264", .h264, PictureSize(width: width, height: height), in: format)
  }

  private static func hevc(_ name: String, _ width: Int, _ height: Int) -> Preset {
    sized(name, "HEVC", .hevc, PictureSize(width: width, height: height), in: .mov)
  }

  private static func sized(
    _ name: String, _ codecName: String, _ codec: VideoChoice.Codec, _ box: PictureSize, in format: Container
  ) -> Preset {
    Preset(apple: name, "\(codecName) and AAC, at most \(box.width)x\(box.height)") {
      $0.format = format
      $0.video.codec = codec
      $0.video.size = .within(.size(box))
      $0.audio.codec = .aac
    }
  }

  private static func proRes(_ name: String, _ profile: VideoChoice.Profile) -> Preset {
    Preset(apple: name, "ProRes \(profile == .standard ? "422" : "4444") with linear PCM") {
      $0.format = .mov
      $0.video.codec = .prores
      $0.video.profile = profile
      $0.audio.codec = .pcm
    }
  }
}
