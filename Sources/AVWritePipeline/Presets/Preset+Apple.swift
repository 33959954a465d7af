internal import AVFoundation

extension Preset {
  /// The presets of Apple's names, as far as this build can make them. They are also found without `AVAssetExport`, as
  /// macOS's `avconvert` takes them.
  static let apple = ExportPreset.all.map(Preset.init)

  /// Returns the preset of one of Apple's names.
  ///
  /// - Parameter name: the name, whole or as `avconvert` takes it.
  static func apple(named name: String) -> Preset? {
    apple.first { $0.name == name || $0.name == ExportPreset.prefixes.0 + name }
  }

  private init(_ preset: ExportPreset) {
    self.init(preset.name, preset.summary, .apple) {
      $0.format = preset.fileTypes.first.flatMap(Container.init(fileType:))
      if let box = preset.box { $0.video.size = .within(.size(PictureSize(width: box.longer, height: box.shorter))) }
      $0.video.compression.rateControl = preset.constantRateFactor.map { .quality($0) }
      switch preset.media {
      case .stored: ($0.video.codec, $0.audio.codec) = (.copy, .copy)
      case .encoded(let codec, let sound):
        ($0.video.codec, $0.video.compression.profile) =
          codec.map(VideoChoice.Codec.choice(of:)) ?? (VideoChoice.Codec.none, nil)
        $0.audio.codec = sound == .aac ? .aac : .pcm
      }
    }
  }
}

extension VideoChoice.Codec {
  /// Returns the choice of a preset's codec.
  fileprivate static func choice(of type: AVVideoCodecType) -> (Self, VideoCompression.Profile?) {
    switch type {
    case .proRes422: (.prores, .standard)
    case .proRes4444: (.prores, .fullChroma)
    default: (allCases.first { $0.type == type } ?? .h264, nil)
    }
  }
}

extension ExportPreset {
  /// One sentence without its full stop.
  fileprivate var summary: String {
    switch media {
    case .stored: "the same video and audio in another container"
    case .encoded(nil, _): "AAC without video"
    case .encoded(.proRes422?, _): "ProRes 422 with linear PCM"
    case .encoded(.proRes4444?, _): "ProRes 4444 with linear PCM"
    case .encoded(let codec?, _):
      "\(codec == .hevc ? "HEVC" : "H.264") and AAC"
        + (box.map { ", at most \($0.longer)x\($0.shorter)" } ?? " at the source's size")
    }
  }
}
