import MediaInterop
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
  /// The tag is in the first frame, which follows ID3 but for a little padding.
  private static let searchedBytes = 8192

  /// Reads the tag of a file; `nil` where there is none or it tells nothing.
  init?(_ file: any ByteSource) {
    guard let start = try? file.read(TagBlock.headerSize, at: 0),
      let bytes = try? file.read(Self.searchedBytes, at: TagBlock.byteCount(start) ?? 0)
    else { return nil }
    self.init(firstFrame: bytes)
  }

  /// Reads the tag in bytes that begin at the first frame or a little before.
  init?(firstFrame bytes: [UInt8]) {
    guard let start = bytes.indices.first(where: { Self.isFrame([UInt8](bytes[$0...].prefix(4))) }),
      let tag = XingTag(frame: [UInt8](bytes[start...])), let encoder = tag.encoder,
      Self.encoders.contains(where: encoder.hasPrefix), let encoderDelay = tag.encoderDelay, let added = tag.padding
    else { return nil }
    delay = encoderDelay + Self.decoderDelay
    padding = max(0, added - Self.decoderDelay)
  }

  private static func isFrame(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == 0xFF, let header = try? MPEGAudioHeader(frame: bytes) else { return false }
    return header.layer == 3
  }
}
