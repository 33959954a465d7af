import MovieFile

/// What an MP3 file's encoder says of the samples that it added before and after the sound.
struct GaplessTag: Equatable {
  /// Samples before the sound, those of the decoder included.
  let delay: Int
  /// Samples after the sound.
  let padding: Int

  /// What a decoder adds of its own: half of the filter bank's window, and one (ISO 11172-3).
  private static let decoderDelay = 529
  /// Whose numbers libavformat believes; others leave other bytes in this place.
  private static let encoders = ["LAME", "Lavf", "Lavc"]

  /// - Returns: `nil` for a tag that says nothing of that.
  init?(_ tag: XingTag) {
    guard let encoder = tag.encoder, Self.encoders.contains(where: encoder.hasPrefix),
      let encoderDelay = tag.encoderDelay, let added = tag.padding
    else { return nil }
    delay = encoderDelay + Self.decoderDelay
    padding = max(0, added - Self.decoderDelay)
  }
}
