import MediaInterop

/// Remembers positions of a sound stream whose times were found by counting samples from its start, so that reading can
/// begin there again with the same times: a pure value.
struct SoundPlaces {
  struct Place: Equatable {
    /// The byte position in the source. It identifies the first packet that begins there.
    let position: Int64
    let byteCount: Int
    /// The container's time, in its own ticks.
    let stated: Int64
    /// The counted time and duration, in ticks of the track.
    let time: Int64
    let duration: Int64
  }

  private var places: [Place] = []
  private var previousPosition: Int64?
  /// The distance between two remembered positions, in ticks of the track. It bounds their number by the length of the
  /// sound.
  private let distance: Int64

  /// - Parameter distance: the distance between two positions, in ticks of the track.
  init(distance: Int64) { self.distance = distance }

  /// Notes a packet that follows the one before, with its counted time and duration.
  mutating func note(_ packet: Packet, at time: Int64, lasting duration: Int64) {
    defer { previousPosition = packet.position }
    guard let position = packet.position, position != previousPosition, let stated = packet.pts else { return }
    if let last = places.last, time < last.time + distance || position <= last.position { return }
    places.append(
      Place(position: position, byteCount: packet.bytes.count, stated: stated, time: time, duration: duration))
  }

  /// Notes that the next packet does not follow the last one.
  mutating func reset() { previousPosition = nil }

  /// Returns the last remembered position that is not later than a time.
  func last(notAfter time: Int64) -> Place? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : places[low - 1]
  }
}
