import CoreMedia
import MediaInterop
import MediaSupport

/// The frames of linear PCM, and of other sound that is stored frame by frame, in a movie: each is a sample of one tick,
/// and a packet is a run of them.
struct StoredFrames {
  /// The duration of a frame that is copied, as the format says; `nil` for encoded sound, whose packets are right.
  private let duration: TimeBase?
  /// The number of bytes in a frame; 0 where the format does not say it.
  private let byteCount: Int

  /// - Returns: `nil` for other media.
  init?(_ format: CMFormatDescription, areCopied: Bool) {
    guard let sound = format.audioStreamBasicDescription, sound.mFramesPerPacket == 1 else { return nil }
    duration = areCopied ? TimeBase.sound(format) : nil
    byteCount = Int(sound.mBytesPerFrame)
  }

  /// Returns the number of frames in a packet. It is that of the bytes: the durations that clients state are rounded.
  ///
  /// - Throws: `MediaError(.unsupportedByContainer)` for frames of another rate than the track's;
  ///   `MediaError(.invalidOperation)` for frames that are to play at another speed. No table could say either.
  func count(in packet: Packet, path: String?) throws(MediaError) -> Int {
    if let duration, duration != packet.timeBase {
      throw MediaError(
        .unsupportedByContainer, .writing,
        "linear PCM of \(duration.denominator) Hz cannot be in a track that counts \(packet.timeBase.denominator) "
          + "samples a second", path: path)
    }
    let (bytes, stated) = (packet.reference?.size ?? packet.bytes.count, Int(clamping: packet.duration))
    guard byteCount > 0, bytes % byteCount == 0 else { return stated }
    let count = bytes / byteCount
    guard stated == 0 || abs(stated - count) <= max(1, count / Self.roundedShare) else {
      throw MediaError(
        .invalidOperation, .writing,
        "\(count) frames of linear PCM cannot be copied to last as long as \(stated): they can be encoded", path: path)
    }
    return count
  }

  /// The share of a duration that rounding can change, as a divisor: a frame of 96 kHz in microseconds is off by 4 %.
  private static let roundedShare = 20
}
