/// Finds the elementary packets of a transport stream that lost transport packets in transmission.
///
/// libavformat counts the packets too, but drops the result if it parses frames out of the media.
struct TransportDamage {
  /// The offsets of their first transport packets, in bytes: of those that lack some, and of those before which others
  /// may be missing.
  private let brokenStarts: Set<Int64>
  private let followingStarts: Set<Int64>

  /// The number of bytes read at once: a multiple of every packet size.
  private static let blockSize = 188 * 192 * 204 / 4

  /// Checks every packet of a file that can be read in any order. The read position does not change.
  ///
  /// - Returns: `nil` for other sources, and if the packets have no constant distance.
  init?(_ bytes: IOContext) {
    guard bytes.isSeekable, let size = bytes.size,
      let rhythm = TransportRhythm(bytes.read(at: 0, count: TransportRhythm.byteCount))
    else { return nil }
    var counters = TransportCounters()
    var offset = Int64(rhythm.start)
    while offset < size {
      let block = bytes.read(at: offset, count: Self.blockSize)
      guard block.count >= rhythm.packetSize else { break }
      var place = 0
      while place + rhythm.packetSize <= block.count {
        if block[place + rhythm.sync] != Self.syncByte, let found = rhythm.next(in: block, from: place + 1) {
          place = found
          continue
        }
        let packet = block[(place + rhythm.sync)..<(place + rhythm.sync + TransportCounters.packetSize)]
        counters.note(packet, at: offset + Int64(place))
        place += rhythm.packetSize
      }
      offset += Int64(place)
    }
    brokenStarts = counters.brokenStarts
    followingStarts = counters.followingStarts
  }

  static let syncByte: UInt8 = 0x47

  /// Returns whether a packet began in an elementary packet that lost bytes. Most elementary packets contain one
  /// picture, or frames of sound of which only the first has a stated time, so all of them may be affected.
  func lacks(_ packet: Packet) -> Bool { packet.position.map(brokenStarts.contains) ?? false }

  /// Returns whether packets may be missing before one.
  func isMissing(before packet: Packet) -> Bool { packet.position.map(followingStarts.contains) ?? false }
}
