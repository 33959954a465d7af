import MediaInterop

/// The packets of a stream from its last random-access point at or before a time on, found by reading on: nothing is
/// decoded for it.
struct AccessPoint {
  /// The packets. They end with the first that is decoded after the time.
  private(set) var packets = PacketQueue<Packet>()

  /// The greatest number of bytes that are held. Where there are more, reading begins at an earlier random-access point
  /// than it could.
  static let memoryLimit = 32 << 20

  /// Reads on from a place at or before the random-access point.
  ///
  /// - Parameters:
  ///   - ticks: the time, in ticks of the stream.
  ///   - first: the packet at that place, where it was read already.
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
  /// Returns whether everything that is shown at a time or later can be decoded from here on.
  ///
  /// Pictures before a random-access point in decode order are shown before it (H.264, 3.30; H.265, 3.67). A packet
  /// that an edit only needs to begin with is no such point: the edit before shows pictures with the same times.
  func isAccessPoint(at ticks: Int64) -> Bool { isKeyFrame && !isDiscarded && pts.map { $0 <= ticks } ?? false }
}
