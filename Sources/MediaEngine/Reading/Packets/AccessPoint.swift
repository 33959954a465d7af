import MediaInterop

/// The packets of a stream from its last random-access point at or before a time on. The point is found by reading
/// packets; nothing is decoded.
struct AccessPoint {
  /// The packets. The last one is the first that is decoded after the time.
  private(set) var packets = PacketQueue<Packet>()

  /// The greatest number of bytes that are held. If the packets exceed it, reading begins at an earlier random-access
  /// point than necessary.
  static let memoryLimit = 32 << 20

  /// Reads packets from a position at or before the random-access point.
  ///
  /// - Parameters:
  ///   - ticks: the time, in ticks of the stream.
  ///   - first: the packet at that position, if it was read already.
  init(at ticks: Int64, from first: Packet? = nil, read: () throws -> Packet?) rethrows {
    var byteCount = 0
    var passed = PassedConfiguration()
    var next = try first ?? read()
    while var packet = next {
      if packet.isAccessPoint(at: ticks) {
        while let earlier = packets.popFirst() { passed.pass(earlier) }
        packet = passed.carry(to: packet)
        byteCount = 0
      }
      packets.append(packet)
      byteCount += packet.bytes.count
      if byteCount > Self.memoryLimit { return }
      if let time = packet.dts ?? packet.pts, time > ticks { return }
      next = try read()
    }
  }
}

extension Packet {
  /// Returns whether everything that is shown at a time or later can be decoded from this packet on.
  ///
  /// Pictures before a random-access point in decode order are shown before it (H.264, 3.30; H.265, 3.67). A packet
  /// that is discarded, because an edit needs it only for decoding, is no such point: the edit before shows pictures
  /// with the same times.
  func isAccessPoint(at ticks: Int64) -> Bool { isKeyFrame && !isDiscarded && pts.map { $0 <= ticks } ?? false }
}
