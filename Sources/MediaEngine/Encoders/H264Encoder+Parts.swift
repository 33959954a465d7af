import MediaInterop
import MediaSupport

/// The parameter sets that all parts of one stream share, whichever encoder made them.
struct H264StreamHead: Sendable, Equatable {
  let sps: [UInt8]
  let pps: [UInt8]

  init(_ encoder: H264Encoder) { (sps, pps) = (encoder.sps, encoder.pps) }
}

extension H264Encoder {
  /// Opens an encoder for one part of a stream. Each of the other parts has its own encoder.
  ///
  /// - Throws: `MediaError(.internalError)` if the part would not fit into the stream.
  convenience init(_ settings: Settings, partOf stream: H264StreamHead) throws {
    try self.init(settings)
    guard H264StreamHead(self) == stream else {
      throw MediaError(.internalError, .encoding, "a part of a stream got other parameter sets than the rest")
    }
  }
}
