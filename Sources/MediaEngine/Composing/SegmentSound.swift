import CoreMedia
import MediaInterop
import MediaSupport

/// The sound of a segment: exactly as many frames as the segment has. One caller at a time.
protocol SegmentSound: AnyObject {
  /// Returns the next frames, at least one; `nil` at the end.
  ///
  /// - Parameter most: the greatest number of frames to return if they are silent; sound is returned in the amounts in
  ///   which it was decoded.
  /// - Throws: `MediaError` of reading and decoding.
  func next(most: Int) throws -> PCMBuffer?
}

/// Sound at its own speed, with silence where there is none.
final class PlacedSound: SegmentSound {
  /// The sound; `nil` for silence only.
  private let frames: SoundFrames?
  private let format: AudioFormat
  /// The number of remaining frames.
  private var left: Int64
  /// The number of silent frames that come next.
  private var silent: Int64 = 0

  /// - Parameter count: the total number of frames.
  init(_ frames: SoundFrames?, _ format: AudioFormat, count: Int64) {
    (self.frames, self.format, left) = (frames, format, count)
    if frames == nil { silent = count }
  }

  func next(most: Int) throws -> PCMBuffer? {
    guard left > 0 else { return nil }
    if silent == 0 {
      switch try frames?.next() {
      case .sound(let audio):
        let count = Int(min(left, Int64(audio.sampleCount)))
        left -= Int64(count)
        return audio.slice(0..<count)
      case .silence(let count): silent = min(left, count)
      case nil: silent = left
      }
    }
    let count = Int(min(silent, Int64(max(1, most))))
    silent -= Int64(count)
    left -= Int64(count)
    return .silence(format, count: count)
  }
}

/// Sound at another speed (CO-44).
final class StretchedSound: SegmentSound {
  private let input: PlacedSound
  private let stretch: (any TimeStretch)?
  private let ring: SoundRing
  private let converter: AudioConverter
  /// The input that was not taken yet.
  private var pending: PCMBuffer?
  private var hasEnded = false
  /// The number of the next frame of the ring.
  private var position: Int64 = 0
  /// The number of frames to skip before the first one that is returned.
  private var skipped: Int64
  /// The number of remaining frames.
  private var left: Int64

  /// - Parameters:
  ///   - input: interleaved floats.
  ///   - count: their number of frames.
  ///   - length: the number of frames after stretching.
  ///   - skipped: the number of frames that are left out at the start.
  ///   - given: the number of frames that are returned.
  /// - Throws: `MediaError`: the samples cannot be converted to the format.
  init(
    _ input: PlacedSound, count: Int64, _ algorithm: TimeStretchAlgorithm, to format: AudioFormat, length: Int64,
    skipping skipped: Int64, giving given: Int64
  ) throws {
    var floats = format.withFloats
    floats.isPlanar = false
    self.input = input
    let rate = Double(count) / Double(max(1, length))
    let channelCount = floats.layout.count
    stretch =
      SpeedMap.heardRates.contains(rate)
      ? makeTimeStretch(algorithm, rate: rate, channelCount: channelCount, sampleRate: floats.sampleRate) : nil
    ring = SoundRing(channelCount: channelCount, aheadFrames: Self.ringFrames, historyFrames: 0)
    converter = try AudioConverter(from: floats, to: format)
    (self.skipped, left) = (skipped, given)
  }

  private static let ringFrames = 1 << 15

  func next(most: Int) throws -> PCMBuffer? {
    while left > 0 {
      let available = ring.written - position
      if available > 0 {
        let (frames, count) = ring.stretch(at: position, limit: Int(min(available, Int64(Self.ringFrames))))
        let passed = min(Int64(count), skipped)
        let taken = Int(min(Int64(count) - passed, left))
        let audio = PCMBuffer(floats: frames + Int(passed) * ring.channelCount, count: taken, converter.source)
        position += passed + Int64(taken)
        skipped -= passed
        left -= Int64(taken)
        ring.release(before: position)
        if taken > 0 { return try converter.convert(audio) }
      } else if try !advance() {
        let count = Int(min(left, Int64(max(1, most))))
        left -= Int64(count)
        return .silence(converter.destination, count: count)
      }
    }
    return nil
  }

  /// Stretches more of the input.
  ///
  /// - Returns: `false` if no more frames come.
  private func advance() throws -> Bool {
    guard let stretch, !hasEnded else { return false }
    if pending == nil { pending = try input.next(most: Self.ringFrames) }
    guard let audio = pending, let plane = audio.planes.first else {
      hasEnded = stretch.finish(into: ring)
      return true
    }
    let taken = stretch.write(
      UnsafePointer(plane.assumingMemoryBound(to: Float.self)), count: audio.sampleCount, into: ring)
    pending = taken < audio.sampleCount ? audio.slice(taken..<audio.sampleCount) : nil
    return true
  }
}

extension PCMBuffer {
  /// Makes a copy of interleaved floats.
  init(floats: UnsafePointer<Float>, count: Int, _ format: AudioFormat) {
    self.init(format: format, sampleCount: count, planes: [])
    let storage = PacketStorage(count: max(1, count * bytesPerFrame))
    storage.bytes.copyMemory(from: UnsafeRawBufferPointer(start: floats, count: count * bytesPerFrame))
    (planes, owner) = ([storage.bytes.baseAddress!], storage)
  }
}
