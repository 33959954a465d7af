import CoreMedia
import MediaInterop
import MediaSupport

/// One stream's packets in decode order, pulled on the caller's thread.
///
/// One caller at a time; `cancel` from any thread.
protocol PacketSource: AnyObject, Sendable {
  /// The next packet; `nil` at the end of the stream.
  ///
  /// - Throws: `MediaError` of stage `.demuxing`: the container is damaged, the file cannot be read.
  func next() throws -> Packet?

  /// Continues at the last key frame at or before a time, in ticks of the stream.
  func seek(to ticks: Int64) throws

  /// Lets a blocking read end soon, with an error of kind `.cancelled`.
  func cancel()
}

/// One packet of a transport stream is parted into no more frames than this; further on the end has no part in it.
private let mostFramesBehind = 64

extension PacketSource {
  /// Why a packet that was just given is not whole: the end of the file where that cut it, and damage otherwise.
  func damage(of packet: Packet, at time: CMTime) -> MediaError {
    do {
      for _ in 0..<mostFramesBehind { if try next() == nil { break } }
    } catch let error as MediaError where error.kind == .truncatedContainer {
      return error.adding(time: time)
    } catch {
      // What comes behind is not what is asked about.
    }
    return MediaError(.damagedContainer, .demuxing, "a sample is damaged", time: time)
  }
}
