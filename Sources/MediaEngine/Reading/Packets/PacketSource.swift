import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime

/// The packets of one stream in decode order, pulled on the caller's thread.
///
/// One caller at a time. A blocking read ends with an error of kind `.cancelled` when the session is cancelled.
protocol PacketSource: AnyObject, Sendable {
  /// Returns the next packet; `nil` at the end of the stream.
  ///
  /// - Throws: `MediaError` of stage `.demuxing`: the container is damaged, the file cannot be read.
  func next() throws -> Packet?

  /// Continues at the last packet from which everything can be decoded that is shown at a time, in ticks of the stream,
  /// or later; at the first packet where none is that early.
  ///
  /// - Throws: as `next()`.
  func seek(to ticks: Int64) throws

  /// Continues at the first packet.
  ///
  /// - Throws: as `next()`; the file cannot be opened again.
  func rewind() throws
}

/// The greatest number of frames that one packet of a transport stream is parted into; the file's end cannot cut a
/// packet farther away.
private let mostFramesBehind = 64

extension PacketSource {
  /// Continues at a time of the asset's timeline; at the first packet for zero.
  func go(to time: CMTime, on timeline: AssetTimeline) throws {
    if time > .zero { try seek(to: timeline.ticks(time)) } else { try rewind() }
  }

  /// Returns the reason why the packet that was just given is not whole: the end of the file where that cut it, and
  /// damage otherwise.
  func damage(of packet: Packet, at time: CMTime) -> MediaError {
    cut(at: time) ?? MediaError(.damagedContainer, .demuxing, "a sample is damaged", time: time)
  }

  /// Reads on to see whether the file is cut soon behind the last packet, or reading was cancelled: returns that error,
  /// and `nil` otherwise.
  func cut(at time: CMTime) -> MediaError? {
    do {
      for _ in 0..<mostFramesBehind { if try next() == nil { break } }
    } catch let error as MediaError where [.truncatedContainer, .cancelled].contains(error.kind) {
      return error.adding(time: time)
    } catch {
      // Other errors behind the packet do not explain it.
    }
    return nil
  }
}
