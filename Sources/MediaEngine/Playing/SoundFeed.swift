import MediaInterop
import MediaSupport
import MediaTime

/// Decodes a sound, repetition after repetition, into a ring.
///
/// One thread at a time.
final class SoundFeed {
  let ring: SoundRing
  private let mix: SoundMix
  private let sampleRate: Int
  private var stretch: (any TimeStretch)?
  /// The sound that is not written yet, and its first frame; `nil` if there is none.
  private var pending: (buffer: PCMBuffer, first: Int)?
  /// The silence that is not written yet, in frames.
  private var silence: Int64 = 0
  /// The sound's frame that is written next.
  private var position: Int64 = 0
  /// The number of times that the sound has been restarted.
  private var pass = 0
  /// The frame of the ring behind the last frame of the sound; `nil` until that is decoded.
  private var end: Int64?
  private var map = SpeedMap()
  private var algorithm = TimeStretchAlgorithm.spectral
  /// The number of frames of the whole sound, once it was decoded to its end.
  private(set) var length: Int64?

  /// - Parameter mix: the sounds, with the channels of the ring.
  init(_ mix: SoundMix, _ ring: SoundRing, sampleRate: Int) {
    self.mix = mix
    self.ring = ring
    self.sampleRate = sampleRate
  }

  /// Seeks to a frame of the sound, which becomes the ring's first frame. Call it only while the ring is not being
  /// read.
  ///
  /// - Parameters:
  ///   - map: the frame, as the origin, and the speed.
  ///   - algorithm: the algorithm that changes the speed.
  func restart(_ map: SpeedMap, _ algorithm: TimeStretchAlgorithm) {
    ring.restart()
    (self.map, self.algorithm) = (map, algorithm)
    (pass, end) = (0, nil)
    go(to: map.origin)
  }

  private func go(to frame: Int64) {
    (pending, silence, position) = (nil, 0, frame)
    if isHeard {
      mix.seek(to: frame)
      stretch =
        map.rate == 1
        ? nil : makeTimeStretch(algorithm, rate: map.rate, channelCount: ring.channelCount, sampleRate: sampleRate)
    } else {
      silence = max(0, mix.statedLength - frame)
      stretch = SilentStretch(rate: map.rate)
    }
  }

  /// A Boolean value that says whether the sound is decoded. At a speed at which it cannot be heard, silence replaces
  /// it.
  private var isHeard: Bool { SpeedMap.heardRates.contains(map.rate) }

  /// Decodes until the ring is full, everything is decoded, or the sound is no longer wanted.
  ///
  /// - Parameters:
  ///   - loops: the number of repetitions; a negative number means without end.
  ///   - place: the ring's frame that is rendered next: the repetition that contains it is not cut.
  /// - Returns: The ring's frame behind the last audible one; `nil` if it is not known.
  /// - Throws: `MediaError` of reading and decoding.
  func fill(loops: Int, after place: Int64, while isWanted: () -> Bool) throws -> Int64? {
    while isWanted() {
      if let end {
        guard let length, length > 0, loops < 0 || pass < loops else { return min(limit(loops, place) ?? end, end) }
        // Another repetition follows, so the sound does not end here.
        self.end = nil
        pass += 1
        go(to: 0)
      }
      // Repetitions end at the sound's known length; decoded from another position, the sound may be a little longer.
      if pass > 0, let limit = limit(loops, place), ring.written >= limit { return limit }
      if silence > 0 {
        let count = write(nil, Int(clamping: silence))
        if count == 0 { return nil }
        silence -= Int64(count)
        position += Int64(count)
      } else if let (buffer, first) = pending {
        let frames = buffer.planes[0].assumingMemoryBound(to: Float.self) + first * ring.channelCount
        let count = write(frames, buffer.sampleCount - first)
        if count == 0 { return nil }
        position += Int64(count)
        pending = first + count < buffer.sampleCount ? (buffer, first + count) : nil
      } else if ring.room == 0 {
        return nil
      } else if isHeard, let stretch = try mix.next() {
        try take(stretch)
      } else if !finishPass() {
        return nil
      }
    }
    return nil
  }

  private func take(_ stretch: SoundFrames.Stretch) throws {
    switch stretch {
    case .silence(let count): silence = count
    case .sound(let buffer):
      if let samples = buffer.unencodableSamples {
        throw MediaError(
          .damagedMedia, .decoding, "the sound has invalid samples",
          time: TimeBase(ticksPerSecond: Int32(clamping: sampleRate)).time(position + Int64(samples.lowerBound)))
      }
      pending = (buffer, 0)
    }
  }

  /// - Returns: `false` if the ring has no space for the rest of the stretched sound.
  private func finishPass() -> Bool {
    // A first pass that begins behind the sound's end does not show the length.
    if pass > 0 || position > map.origin { length = position }
    if stretch?.finish(into: ring) == false { return false }
    end = ring.written
    return true
  }

  /// Returns the frame of the ring at which the last wanted repetition ends. It is `nil` if there is no last one, if it
  /// is too far away to be heard, and if the sound's length is not known.
  private func limit(_ loops: Int, _ place: Int64) -> Int64? {
    guard let length, length > 0, loops >= 0 else { return nil }
    let last = max(Int64(loops), map.frame(at: max(0, place - 1)) / length)
    return last < SoundFrames.farthest / length ? map.place(of: length * (last + 1)) : nil
  }

  /// - Returns: The number of the sound's frames that were written.
  private func write(_ frames: UnsafePointer<Float>?, _ count: Int) -> Int {
    stretch?.write(frames, count: count, into: ring) ?? ring.write(frames, count: count)
  }
}
