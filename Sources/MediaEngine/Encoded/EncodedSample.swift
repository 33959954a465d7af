package import CoreMedia
package import MediaInterop

/// An output of a track's encoder, in order: a format before the first packet it describes, then packets.
package enum EncodedSample: Sendable {
  /// The format of the packets that follow. A second one starts a new sample entry.
  case format(CMFormatDescription)
  case packet(Packet)
  /// The last format once more, with the facts that are known only after its last packet, such as FLAC's sample count
  /// and checksum.
  case completedFormat(CMFormatDescription)
  /// Bytes that replace the first packet and are known only after the last one: a Xing frame.
  case tag([UInt8])
}

extension EncodedSample {
  /// The packet; `nil` for anything else.
  var packet: Packet? { if case .packet(let packet) = self { packet } else { nil } }
}
