/// Replaces sound by silence of the right duration, for speeds at which nothing is heard.
final class SilentStretch: TimeStretch {
  private let map: SpeedMap
  /// The number of frames of input that were taken, and of output that were written.
  private var taken: Int64 = 0
  private var written: Int64 = 0

  init(rate: Double) { map = SpeedMap(rate: rate) }

  func write(_ frames: UnsafePointer<Float>?, count: Int, into ring: SoundRing) -> Int {
    guard flush(into: ring), ring.room > 0 else { return 0 }
    taken += Int64(count)
    _ = flush(into: ring)
    return count
  }

  func finish(into ring: SoundRing) -> Bool { flush(into: ring) }

  /// - Returns: Whether all of it was written.
  private func flush(into ring: SoundRing) -> Bool {
    let length = map.place(of: taken)
    written += Int64(ring.write(nil, count: Int(clamping: length - written)))
    return written == length
  }
}
