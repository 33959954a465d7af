import CoreMedia
import MediaInterop
import MediaTime

/// Finds the earliest time of a file's pictures from its first packets: a pure value.
///
/// Media may begin with a picture that is decoded before others that are shown earlier, as in an open group of
/// pictures. No picture is shown before it is decoded, so the earliest time is known once a packet is decoded at zero
/// or later.
struct LeadingPictures {
  /// The earliest presentation time of a picture; zero if none is before zero.
  private(set) var earliest = CMTime.zero
  /// A Boolean value that says whether no later packet can have an earlier picture.
  private(set) var isComplete = false
  private var packetCount = 0

  /// The number of packets after which the search ends, since decode times can have any value. The decode time of the
  /// last of them is then taken as the earliest possible time.
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
