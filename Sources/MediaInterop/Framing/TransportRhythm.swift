/// The constant distance between a transport stream's packets: 188 bytes; 192 with an arrival time before each; 204
/// with parity after each.
struct TransportRhythm {
  let start: Int
  let packetSize: Int
  /// The offset of the sync byte in a packet.
  var sync: Int { packetSize == 192 ? 4 : 0 }

  /// The number of bytes in which the distance can be found, and the number of packets that must have it.
  static let byteCount = 204 * 32
  private static let proof = 5

  init?(_ bytes: [UInt8]) {
    for packetSize in [188, 192, 204] {
      let sync = packetSize == 192 ? 4 : 0
      for start in 0..<packetSize where Self.holds(bytes, start + sync, packetSize) {
        (self.start, self.packetSize) = (start, packetSize)
        return
      }
    }
    return nil
  }

  private static func holds(_ bytes: [UInt8], _ first: Int, _ packetSize: Int) -> Bool {
    first + proof * packetSize < bytes.count
      && (0...proof).allSatisfy { bytes[first + $0 * packetSize] == TransportDamage.syncByte }
  }

  /// Returns the offset where the distance is found again. It is `nil` if only a single sync byte is wrong, and the
  /// next is at the expected offset.
  func next(in bytes: [UInt8], from place: Int) -> Int? {
    let following = place - 1 + packetSize + sync
    if following >= bytes.count || bytes[following] == TransportDamage.syncByte { return nil }
    return (place..<bytes.count).first { Self.holds(bytes, $0 + sync, packetSize) }
  }
}
