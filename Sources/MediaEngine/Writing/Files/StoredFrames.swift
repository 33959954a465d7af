import CoreMedia
import MediaInterop
import MediaSupport

/// The frames of linear PCM, and of other sound that is stored frame by frame, in a movie: each frame is a sample of
/// one tick, and a packet is a run of frames.
struct StoredFrames {
  /// The duration of a copied frame, as the format states it. It is `nil` for encoded sound, whose packets are right.
  private let duration: TimeBase?
  /// The number of bytes in a frame; 0 if the format does not state it.
  private let byteCount: Int

  /// - Returns: `nil` for other media.
  init?(_ format: CMFormatDescription, areCopied: Bool) {
    guard let sound = format.audioStreamBasicDescription, sound.mFramesPerPacket == 1 else { return nil }
    duration = areCopied ? TimeBase.sound(format) : nil
    byteCount = Int(sound.mBytesPerFrame)
  }

  /// Returns the number of frames in a packet. It follows from the number of bytes, since the durations that clients
  /// state are rounded.
  ///
  /// - Throws: `MediaError(.unsupportedByContainer)` for frames of another rate than the track's, and
  ///   `MediaError(.invalidOperation)` for frames that should play at another speed: a movie's tables can state
  ///   neither.
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

  /// The largest error of a duration by rounding, as a divisor: a frame of 96 kHz in whole microseconds is off by 4 %.
  private static let roundedShare = 20
}
