/// The end of a transport stream: whether its last packet is whole (ISO 13818-1, 2.4.3.2).
enum TransportTail {
  /// The number of bytes at the end of a file in which the distance of its packets can be found.
  static let byteCount = 6 * 204

  /// Returns the number of bytes of a truncated last packet. It is `nil` if the file ends with a whole packet, or with
  /// something else.
  ///
  /// - Parameter packetSize: 188; 192 with an arrival time before each packet; 204 with parity after each.
  static func cutPacket(_ tail: [UInt8], packetSize: Int) -> Int? {
    guard packetSize >= 188 else { return nil }
    let sync = packetSize == 192 ? 4 : 0
    for rest in 0..<packetSize where tail.count >= rest + packetSize {
      let wholePackets = (tail.count - rest) / packetSize
      let isInStep = (1...wholePackets).allSatisfy { tail[tail.count - rest - $0 * packetSize + sync] == 0x47 }
      guard isInStep else { continue }
      if rest == 0 { return nil }
      return rest <= sync || tail[tail.count - rest + sync] == 0x47 ? rest : nil
    }
    return nil
  }
}
