import MediaInterop
import MediaSupport

/// Linear PCM without the bytes at its end that do not form a whole sample of all channels: padding, as in Wave64, or
/// the end of a recording that was interrupted. Decoders refuse such bytes.
final class WholeSamples: PacketSource {
  private let packets: PacketLookahead
  /// The number of bytes of one sample of all channels.
  private let frameSize: Int
  private let notes: ReadingNotes

  /// Makes the source. It is nil for other codings than linear PCM.
  init?(_ packets: any PacketSource, _ parameters: CodecParameters, _ notes: ReadingNotes) {
    guard let pcm = LinearPCM(codecName: parameters.codec.name) else { return nil }
    frameSize = pcm.bytes * parameters.layout.count
    guard frameSize > 1 else { return nil }
    self.packets = PacketLookahead(packets)
    self.notes = notes
  }

  func next() throws -> Packet? {
    guard var packet = try packets.next() else { return nil }
    let rest = packet.bytes.count % frameSize
    // Before the last packet, such bytes are no padding: the decoder then reports the packet as damaged.
    guard rest > 0, packets.peek() == nil else { return packet }
    notes.set("skipped \(rest) bytes after the last whole sample that are not media", about: "bytes at the end")
    packet.bytes = UnsafeRawBufferPointer(rebasing: packet.bytes.dropLast(rest))
    return packet.bytes.isEmpty ? try packets.next() : packet
  }

  func seek(to ticks: Int64) throws { try packets.seek(to: ticks) }
  func rewind() throws { try packets.rewind() }
}
