import Bitstreams
import MovieFile

/// The numbers of samples that an MP3 file's encoder states to have added before and after the sound.
struct GaplessTag: Equatable {
  /// The number of samples before the sound, including the decoder's delay.
  let delay: Int
  /// The number of samples after the sound.
  let padding: Int

  /// The delay of a decoder, in samples: half of the filter bank's window, and one (ISO 11172-3).
  private static let decoderDelay = 529
  /// The encoders whose numbers libavformat trusts; others write other bytes in these fields.
  private static let encoders = ["LAME", "Lavf", "Lavc"]

  /// - Returns: `nil` for a tag without these numbers.
  init?(_ tag: XingTag) {
    guard let encoder = tag.encoder, Self.encoders.contains(where: encoder.hasPrefix),
      let encoderDelay = tag.encoderDelay, let added = tag.padding
    else { return nil }
    delay = encoderDelay + Self.decoderDelay
    padding = max(0, added - Self.decoderDelay)
  }
}
