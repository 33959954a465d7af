extension Settings {
  /// Returns a sentence about an option of these settings that can change nothing, as options, preset and container
  /// alone show, or nil if each can.
  ///
  /// - Parameters:
  ///   - whole: all settings of the output, the preset's included.
  ///   - container: the container of the output.
  package func idleOption(of whole: Settings, in container: Container) -> String? {
    if container.videoEncoders.isEmpty, whole.video.codec != .copy,
      let option = optionNames.first(where: Self.ofPictures.contains)
    {
      return "--\(option) has no effect: \(container.rawValue) carries no video"
    }
    if audio.bitRate != nil, whole.audio.codec == nil, container.usualAudioCodec.isLossless {
      return "--audio-bitrate has no effect: the audio codec of \(container.rawValue) is "
        + "\(container.usualAudioCodec.rawValue), which is lossless"
    }
    if !container.isMovie, let option = optionNames.first(where: Self.ofMovies.contains) {
      return "--\(option) has no effect: it is for movies (mov, mp4, m4v, m4a), not for \(container.rawValue)"
    }
    return nil
  }

  /// The names of the settings that have a value, in the order in which settings are listed.
  package var optionNames: [String] { Setting.all.filter { $0.spelling(self) != nil }.map(\.name) }

  /// The settings of the encoding of pictures. A codec may be named for every container, and a speed or the way in which
  /// work is shared for any work.
  static let ofPictures = Set(Setting.video.map(\.name))
    .subtracting(["video-codec", "best-effort", "parallel", "speed"])

  /// The settings of the encoding of sound, except bounds, which any sound may keep already.
  static let ofSound: Set<String> = ["audio-bitrate", "sample-rate", "channels", "sample-format", "loudness", "volume"]

  private static let ofMovies: Set<String> = ["fast-start", "chunk-duration", "chunk-alignment"]
}
