extension Settings {
  /// Returns a sentence about an option of these settings that can change nothing, as options, preset and container
  /// alone show; nil where each can.
  ///
  /// - Parameters:
  ///   - whole: all settings of the output, the preset's included.
  ///   - container: the container of the output.
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

  /// The settings of the encoding of pictures.
  private static let ofPictures: Set<String> = [
    "crf", "video-bitrate", "max-bitrate", "target-size", "target-ssim", "multi-pass", "profile", "keyframe-interval",
    "size",
    "max-size", "frame-rate", "deinterlace", "tone-map", "pixel-format",
  ]
  private static let ofMovies: Set<String> = ["fast-start", "chunk-duration", "chunk-alignment"]
}

extension Setting {
  /// Returns the name of the first of some settings that has a value.
  fileprivate static func name(of names: Set<String>, saidIn settings: Settings) -> String? {
    all.first { names.contains($0.name) && $0.spelling(settings) != nil }?.name
  }
}
