import MediaInterop

/// The packets of a fragmented movie that wait for the next packet of their track: a pure value.
///
/// A fragment states the duration of each of its samples, and a sample that is not sound lasts until the next sample of
/// its track (WI-65). So the last packet of each track is held. It goes to the next fragment if the open one ends
/// before the packet's end is known. No packet waits longer than that: so a file that is cut off contains its last
/// still picture, and the front describes every track that has begun.
struct HeldPackets {
  /// A packet with its decode time and the number of its sample entry.
  struct Sample {
    var packet: Packet
    var decodeTime: Int64
    var entry: Int
  }

  private var samples: [Int: Sample] = [:]
  /// The tracks that have samples in the open fragment.
  private var writtenTracks: Set<Int> = []

  /// The tracks that have a held packet, in order.
  var tracks: [Int] { samples.keys.sorted() }

  /// The tracks whose held packet is their only one in the open fragment: it must be written before the fragment ends.
  var tracksWithoutOthers: [Int] { tracks.filter { !writtenTracks.contains($0) } }

  /// Holds a packet. The track's previous one must have been taken.
  mutating func hold(_ sample: Sample, of track: Int) { samples[track] = sample }

  /// Removes and returns the held packet of a track, to be written now. It is `nil` if there is none.
  mutating func take(of track: Int) -> Sample? { samples.removeValue(forKey: track) }

  /// Notes that a packet of a track is in the open fragment.
  mutating func didWrite(_ track: Int) { writtenTracks.insert(track) }

  /// Notes that the open fragment is over.
  mutating func didEndFragment() { writtenTracks = [] }
}
