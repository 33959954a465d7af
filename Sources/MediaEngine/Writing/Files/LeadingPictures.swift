import CoreMedia
import MediaInterop
import MediaTime

/// Finds the earliest time of a file's pictures from its first packets: a pure value.
///
/// Media may begin with a picture behind which others are decoded that are shown before it, as in an open group of
/// pictures. None is shown before it is decoded: the earliest is known once a packet is decoded at zero, or later.
struct LeadingPictures {
  /// The earliest time that a picture may have; zero where none is before it.
  private(set) var earliest = CMTime.zero
  /// A Boolean value that says whether no picture of the packets that follow is earlier.
  private(set) var isComplete = false
  private var packetCount = 0

  /// The number of packets after which no more are waited for: decode times may say anything. Then the last one's is
  /// the earliest time that is left.
  private static let capacity = 128

  /// Takes the next packet in the order of decode times over all tracks.
  mutating func add(_ packet: Packet, isPicture: Bool) {
    guard !isComplete, let decoded = packet.dts ?? packet.pts else { return }
    let decodeTime = packet.timeBase.time(decoded)
    if isPicture { earliest = min(earliest, packet.timeBase.time(packet.pts ?? decoded)) }
    packetCount += 1
    if packetCount == Self.capacity { earliest = min(earliest, decodeTime) }
    isComplete = decodeTime >= .zero || packetCount == Self.capacity
  }
}
