import MediaInterop
import MediaSupport

/// Leaves out what lies behind the last frame of a raw stream of MPEG or AC-3 audio, such as a line feed or a tag that
/// no standard knows: it is no media, and a note says so. Between two frames it is damage.
final class TrailingBytes: PacketSource {
  private let packets: any PacketSource
  private let notes: ReadingNotes
  /// What lies between two frames is told to the second, and ends nothing.
  private let continues: Bool
  // Unsafe: the one caller at a time that the protocol asks for changes it.
  nonisolated(unsafe) private var count = 0

  init(leftOutOf packets: any PacketSource, _ notes: ReadingNotes, continues: Bool) {
    self.packets = packets
    self.continues = continues
    self.notes = notes
  }

  /// The codecs whose every frame begins with a syncword.
  static func canBeFound(in codec: CodecID) -> Bool { codec == .mp3 || codec == .mp2 || isAC3(codec) }

  private static func isAC3(_ codec: CodecID) -> Bool { codec == .ac3 || codec == .eac3 }

  func next() throws -> Packet? {
    while let packet = try packets.next() {
      if beginsWithSyncword(packet) {
        guard count == 0 || continues else {
          throw MediaError(
            .damagedMedia, .demuxing, "\(count) bytes between two frames are no media",
            time: packet.pts.map(packet.timeBase.time))
        }
        defer { count = 0 }
        return packet.following(damage: count > 0)
      }
      count += packet.bytes.count
    }
    if count > 0 { notes.add("left out \(count) bytes behind the last frame, which are no media") }
    count = 0
    return nil
  }

  /// ISO 11172-3, 2.4.2.3: eleven ones. ETSI TS 102 366, 4.4.1: 0x0b77.
  private func beginsWithSyncword(_ packet: Packet) -> Bool {
    guard packet.bytes.count >= 2 else { return false }
    let word = UInt16(packet.bytes[0]) << 8 | UInt16(packet.bytes[1])
    return word & 0xffe0 == 0xffe0 || word == 0x0b77 || word == 0x770b
  }

  func seek(to ticks: Int64) throws {
    count = 0
    try packets.seek(to: ticks)
  }

  func rewind() throws {
    count = 0
    try packets.rewind()
  }
}

extension Packet {
  fileprivate func following(damage: Bool) -> Packet {
    guard damage else { return self }
    var packet = self
    packet.followsDamage = true
    return packet
  }
}
