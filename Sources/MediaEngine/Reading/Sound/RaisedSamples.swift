import CoreMedia
import MediaInterop

/// Linear PCM whose significant bits are the low bits of wider samples. They are shifted to the high bits, as decoders
/// expect them.
final class RaisedSamples: PacketSource {
  private let packets: any PacketSource
  private let form: LinearPCM

  /// Makes the source. It is `nil` for a format whose samples are already as decoders expect them.
  init?(_ packets: any PacketSource, _ format: CMFormatDescription) {
    guard let form = format.audioStreamBasicDescription.flatMap({ LinearPCM($0) }), !form.isPacked, !form.isAlignedHigh
    else { return nil }
    self.packets = packets
    self.form = form
  }

  func next() throws -> Packet? {
    guard var packet = try packets.next() else { return nil }
    let storage = form.raised(packet.bytes)
    // The storage of an empty packet has one byte, so the bytes are limited to the packet's count.
    packet.bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage.bytes)[..<packet.bytes.count])
    packet.owner = storage
    return packet
  }

  func seek(to ticks: Int64) throws { try packets.seek(to: ticks) }
  func rewind() throws { try packets.rewind() }
}
