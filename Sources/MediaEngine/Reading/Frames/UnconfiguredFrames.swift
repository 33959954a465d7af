import MediaInterop

/// The frames of a track whose configuration is damaged. There are none, and each packet is lost.
final class UnconfiguredFrames: FrameSequence {
  private let packets: any PacketSource
  private let losses: ReadingLosses
  private(set) var isAtLastPacket = false
  private(set) var lastPacketEnd: Int64?

  init(of packets: any PacketSource, _ losses: ReadingLosses) {
    self.packets = packets
    self.losses = losses
  }

  func next() throws -> Frame? {
    while let packet = try packets.next() {
      lastPacketEnd = packet.end(notBefore: lastPacketEnd)
      losses.lose(packet)
    }
    isAtLastPacket = true
    return nil
  }
}

extension ReadingContext {
  /// Makes the sequence of the frames of a damaged track that can be read.
  ///
  /// - Parameter start: the time that the packets were sought for, in the stream's ticks; `nil` at the stream's start.
  func salvagedFrames(
    of packets: any PacketSource, start: Int64?, _ losses: ReadingLosses
  ) throws -> any FrameSequence {
    guard isConfigured else { return UnconfiguredFrames(of: packets, losses) }
    return try SalvagedFrames(self, packets, start: start, losses)
  }
}
