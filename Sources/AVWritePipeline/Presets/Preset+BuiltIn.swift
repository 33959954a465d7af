extension Preset {
  /// The presets of this build, in the order in which they are listed.
  static let builtIn: [Preset] = [
    web("web-1080p", edge: 1920, quality: 21),
    web("web-720p", edge: 1280, quality: 22),
    web("web-480p", edge: 854, quality: 23),
    Preset("webm", "VP9 and Opus for browsers") {
      $0.format = .webm
      $0.video.codec = .vp9
      // Browsers bring high dynamic range to a screen each in its own way; some cut its light off.
      $0.video.toneMapping = .on
      $0.audio.codec = .opus
    },
    Preset("hevc", "HEVC and AAC, about half the size of H.264, for players that support HEVC") {
      $0.format = .mp4
      $0.video.codec = .hevc
      $0.video.compression.speed = .slow
      $0.audio.codec = .aac
    },
    Preset("archive", "lossless FFV1 and FLAC for archives") {
      $0.format = .mkv
      $0.video.codec = .ffv1
      $0.audio.codec = .flac
    },
    proRes("prores-proxy", "ProRes 422 Proxy for offline editing, with linear PCM", .proxy),
    proRes("prores", "ProRes 422 for editing, with linear PCM", .standard),
    proRes("prores-hq", "ProRes 422 HQ for editing and grading, with linear PCM", .hq),
    sound("podcast", "MP3 at 128 kb/s, at the usual loudness of podcasts (-16 LUFS)", in: .mp3) {
      $0.codec = .mp3
      $0.bitRate = BitRate(bitsPerSecond: 128_000)
      $0.loudness = -16
    },
    sound("audiobook", "mono AAC at 64 kb/s, at -18 LUFS", in: .m4a) {
      $0.codec = .aac
      $0.bitRate = BitRate(bitsPerSecond: 64_000)
      $0.channels = .exactly(1)
      $0.loudness = -18
    },
    sound("music", "AAC at 256 kb/s", in: .m4a) {
      $0.codec = .aac
      $0.bitRate = BitRate(bitsPerSecond: 256_000)
    },
    sound("music-lossless", "lossless FLAC", in: .flac) { $0.codec = .flac },
    Preset("remux", "the same video and audio in another container") {
      $0.format = .mkv
      $0.video.codec = .copy
      $0.audio.codec = .copy
    },
  ]

  /// - Parameter edge: the longer edge's greatest length, in pixels, whichever way the picture is held.
  private static func web(_ name: String, edge: Int, quality: Double) -> Preset {
    Preset(name, "H.264 and AAC for browsers and phones, longer edge at most \(edge) pixels") {
      $0.format = .mp4
      $0.video.codec = .h264
      $0.video.compression.rateControl = .quality(quality)
      $0.video.compression.profile = .high
      $0.video.size = .within(.size(PictureSize(width: edge, height: edge)))
      $0.audio.codec = .aac
    }
  }

  private static func proRes(_ name: String, _ summary: String, _ profile: VideoCompression.Profile) -> Preset {
    Preset(name, summary) {
      $0.format = .mov
      $0.video.codec = .prores
      $0.video.compression.profile = profile
      $0.audio.codec = .pcm
    }
  }

  private static func sound(
    _ name: String, _ summary: String, in format: Container, _ describe: (inout AudioChoice) -> Void
  ) -> Preset {
    Preset(name, summary) {
      $0.format = format
      $0.video.codec = VideoChoice.Codec.none
      describe(&$0.audio)
    }
  }
}
