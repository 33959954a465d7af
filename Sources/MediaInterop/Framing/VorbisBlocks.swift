internal import CFFmpeg
import MediaSupport

/// Counts the samples that the packets of a Vorbis stream decode to, one after the other.
///
/// Each packet is a block of one of two sizes that overlaps the one before. Decoding it completes the samples from the
/// middle of that block to its own middle (Vorbis I specification, 4.3.8). The first packet completes none. One thread
/// at a time.
package final class VorbisBlocks {
  private let parser: OpaquePointer
  private var hasPrevious = false

  /// - Parameter headers: the stream's three headers, as in libavcodec's extradata; the result is `nil` if they cannot
  ///   be read.
  package init?(headers: [UInt8]) {
    guard let count = Int32(exactly: headers.count), let parser = av_vorbis_parse_init(headers, count) else {
      return nil
    }
    self.parser = parser
    LiveObjects.increment()
  }

  deinit {
    var parser: OpaquePointer? = parser
    av_vorbis_parse_free(&parser)
    LiveObjects.decrement()
  }

  /// Returns the number of samples of each channel that the next packet completes; `nil` for a packet that contains no
  /// sound.
  package func sampleCount(of packet: UnsafeRawBufferPointer) -> Int? {
    guard let bytes = packet.bindMemory(to: UInt8.self).baseAddress, let size = Int32(exactly: packet.count) else {
      return nil
    }
    let count = av_vorbis_parse_frame(parser, bytes, size)
    guard count >= 0 else { return nil }
    defer { hasPrevious = true }
    return hasPrevious ? Int(count) : 0
  }

  /// Notes that the next packet does not follow the last one.
  package func reset() {
    hasPrevious = false
    av_vorbis_parse_reset(parser)
  }
}
