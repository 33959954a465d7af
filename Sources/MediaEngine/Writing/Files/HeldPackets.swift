import MediaInterop

/// The packets of a movie in fragments that wait for the next ones of their tracks: a pure value.
///
/// A fragment states how long each of its samples lasts, and anything but sound lasts until the next sample of its
/// track (WI-65). So the last packet of each track is held. It goes to the next fragment if the open one ends before it
/// is known when the packet does. No packet waits for longer: a picture that stays is in a file that is cut off, and
/// the front knows every track that has begun.
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

  /// The tracks of which a packet is held, in order.
  var tracks: [Int] { samples.keys.sorted() }

  /// The tracks that have nothing in the open fragment but the packet that is held: it must not end without that.
  var tracksWithoutOthers: [Int] { tracks.filter { !writtenTracks.contains($0) } }

  /// Holds a packet. The one before it was taken.
  mutating func hold(_ sample: Sample, of track: Int) { samples[track] = sample }

  /// Returns the packet of a track that is held, and is to be written now; `nil` where there is none.
  mutating func take(of track: Int) -> Sample? { samples.removeValue(forKey: track) }

  /// Notes that a packet of a track is in the open fragment.
  mutating func didWrite(_ track: Int) { writtenTracks.insert(track) }

  /// Notes that the open fragment is over.
  mutating func didEndFragment() { writtenTracks = [] }
}
