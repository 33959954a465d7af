import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime

/// The packets of one stream in decode order, read on the caller's thread.
///
/// One caller at a time. A blocking read ends with an error of kind `.cancelled` when the session is cancelled.
protocol PacketSource: AnyObject, Sendable {
  /// Returns the next packet; `nil` at the end of the stream.
  ///
  /// - Throws: `MediaError` of stage `.demuxing`: the container is damaged, or the file cannot be read.
  func next() throws -> Packet?

  /// Continues at the last packet from which everything can be decoded that is shown at a time, in ticks of the stream,
  /// or later. If there is no such packet, it continues at the first one.
  ///
  /// - Throws: as `next()`.
  func seek(to ticks: Int64) throws

  /// Continues at the first packet.
  ///
  /// - Throws: as `next()`; the file cannot be opened again.
  func rewind() throws
}

/// The greatest number of frames that one packet of a transport stream is split into. A packet that is followed by more
/// cannot have been cut by the end of the file.
private let mostFramesBehind = 64

extension PacketSource {
  /// Continues at a time of the asset's timeline; at the first packet if the time is zero.
  func go(to time: CMTime, on timeline: AssetTimeline) throws {
    if time > .zero { try seek(to: timeline.ticks(time)) } else { try rewind() }
  }

  /// Returns the reason why the last packet is incomplete: the end of the file if that cut it, or damage otherwise.
  func damage(of packet: Packet, at time: CMTime) -> MediaError {
    cut(at: time) ?? MediaError(.damagedContainer, .demuxing, "a sample is damaged", time: time)
  }

  /// Reads ahead to see whether the file is truncated soon behind the last packet, or reading was cancelled. Returns
  /// that error, or `nil`.
  func cut(at time: CMTime) -> MediaError? {
    do {
      for _ in 0..<mostFramesBehind { if try next() == nil { break } }
    } catch let error as MediaError where [.truncatedContainer, .cancelled].contains(error.kind) {
      return error.adding(time: time)
    } catch {
      // Other errors behind the packet do not explain why it is incomplete.
    }
    return nil
  }
}
