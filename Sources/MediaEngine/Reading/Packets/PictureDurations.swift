import MediaInterop
import MediaSupport

/// Makes stored pictures last until the next one is shown, for containers that do not state exact durations: Matroska
/// states a default duration, and rounds times.
final class PictureDurations: PacketSource {
  private let packets: any PacketSource
  // Unsafe: the one caller at a time that the protocol asks for changes them.
  nonisolated(unsafe) private var held = PresentationEnds<Packet>()
  nonisolated(unsafe) private var ending = HeldEnding()

  /// - Parameter packets: pictures with decode times, each of which is shown.
  init(_ packets: any PacketSource) { self.packets = packets }

  func next() throws -> Packet? {
    while !ending.isReached, !held.isReady { read() }
    guard let next = held.next() else {
      try ending.pass()
      return nil
    }
    var packet = next.picture
    guard let end = next.end, let start = Self.time(of: packet) else { return packet }
    let (duration, overflow) = end.subtractingReportingOverflow(start)
    if !overflow { packet.duration = duration }
    return packet
  }

  private func read() {
    guard let packet = ending.read(packets.next) else { return }
    held.add(packet, shownAt: Self.time(of: packet), decodedAt: packet.dts)
  }

  private static func time(of packet: Packet) -> Int64? { packet.pts ?? packet.dts }

  // MARK: Seeking

  func seek(to ticks: Int64) throws { try go { try packets.seek(to: ticks) } }

  func rewind() throws { try go { try packets.rewind() } }

  private func go(_ move: () throws -> Void) rethrows {
    held = PresentationEnds()
    ending = HeldEnding()
    try move()
  }
}
