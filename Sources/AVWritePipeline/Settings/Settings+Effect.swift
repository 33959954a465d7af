extension Settings {
  /// Why an option that is said here can change nothing, as options, preset and container alone show; nil where each can.
  ///
  /// - Parameters:
  ///   - whole: all that is wanted, the preset included.
  ///   - container: where it goes.
  package func idleOption(of whole: Settings, in container: Container) -> String? {
    if container.videoEncoders.isEmpty, whole.video.codec != .copy,
      let option = Setting.name(of: Self.ofPictures, saidIn: self)
    {
      return "--\(option) has no effect: \(container.rawValue) carries no video"
    }
    if audio.bitRate != nil, whole.audio.codec == nil, container.usualAudioCodec.isLossless {
      return "--audio-bitrate has no effect: sound in \(container.rawValue) is \(container.usualAudioCodec.rawValue), "
        + "which has none to choose"
    }
    if !container.isMovie, let option = Setting.name(of: Self.ofMovies, saidIn: self) {
      return "--\(option) has no effect: \(container.rawValue) is no movie, whose tables can lie elsewhere"
    }
    return nil
  }

  /// Settings of how pictures are encoded; the others change nothing that is seen.
  private static let ofPictures: Set<String> = [
    "crf", "video-bitrate", "max-bitrate", "target-size", "target-ssim", "multi-pass", "profile", "keyframe-interval",
    "size",
    "max-size", "frame-rate", "deinterlace", "tone-map", "pixel-format",
  ]
  private static let ofMovies: Set<String> = ["fast-start", "chunk-duration", "chunk-alignment"]
}

extension Setting {
  /// The first of some settings that is said.
  fileprivate static func name(of names: Set<String>, saidIn settings: Settings) -> String? {
    all.first { names.contains($0.name) && $0.spelling(settings) != nil }?.name
  }
}
