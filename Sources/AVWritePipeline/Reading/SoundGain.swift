internal import AVFoundation

/// The gain of a track's sound over time: first the one that brings it to a loudness, then the volume, then the fades.
///
/// Loudness is measured before, of the sound as the source has it: neither the volume nor a fade changes the gain for it.
struct SoundGain: Sendable {
  /// The gain that stays the same.
  private let factor: Double
  private let fades: Fades?

  /// - Parameter leveling: the measured gain for a loudness, or nil if none was asked for.
  init(_ level: AudioEncoding.Level, _ leveling: Leveling?) {
    factor = pow(10, (leveling?.gain ?? 0) / 20) * (level.volume?.factor ?? 1)
    fades = level.fades
  }

  /// Multiplies a sample buffer's samples in place. They are floating point, of 32 or 64 bits, and interleaved.
  func apply(to sample: CMSampleBuffer) {
    guard let buffer = sample.dataBuffer, let format = sample.formatDescription?.audioStreamBasicDescription,
      format.mSampleRate > 0, format.mChannelsPerFrame > 0
    else { return }
    let (start, rate) = (sample.presentationTimeStamp.seconds, format.mSampleRate)
    let end = start + Double(sample.numSamples) / rate
    // No level between two that are 1 is lower.
    let fades = fades.flatMap { $0.level(at: start) == 1 && $0.level(at: end) == 1 ? nil : $0 }
    if factor == 1, fades == nil { return }
    let (factor, channelCount) = (factor, Int(format.mChannelsPerFrame))
    let gain: ((Int) -> Double)? = fades.map { fades in { factor * fades.level(at: start + Double($0) / rate) } }
    if format.mBitsPerChannel > 32 {
      Self.multiply(buffer, of: Double.self, channelCount, by: factor, or: gain)
    } else {
      Self.multiply(buffer, of: Float.self, channelCount, by: Float(factor), or: gain)
    }
  }

  /// - Parameters:
  ///   - factor: the gain of all frames.
  ///   - gain: a closure that returns the gain of each frame, or nil if it is that of all.
  private static func multiply<Sample: BinaryFloatingPoint>(
    _ buffer: CMBlockBuffer, of type: Sample.Type, _ channelCount: Int, by factor: Sample, or gain: ((Int) -> Double)?
  ) {
    var offset = 0
    while offset < buffer.dataLength {
      var length = 0
      var bytes: UnsafeMutablePointer<CChar>?
      let status = CMBlockBufferGetDataPointer(
        buffer, atOffset: offset, lengthAtOffsetOut: &length, totalLengthOut: nil, dataPointerOut: &bytes)
      guard status == noErr, let bytes, length > 0 else { return }
      let count = length / MemoryLayout<Sample>.size
      bytes.withMemoryRebound(to: Sample.self, capacity: count) { samples in
        guard let gain else {
          for index in 0..<count { samples[index] *= factor }
          return
        }
        var (frame, channel) = (offset / MemoryLayout<Sample>.size).quotientAndRemainder(dividingBy: channelCount)
        var factor = Sample(gain(frame))
        for index in 0..<count {
          samples[index] *= factor
          channel += 1
          guard channel == channelCount else { continue }
          (frame, channel) = (frame + 1, 0)
          factor = Sample(gain(frame))
        }
      }
      offset += length
    }
  }
}

extension TrackPlan.Action {
  /// Returns the gain of the track's sound, or nil if its level stays.
  ///
  /// - Parameter leveling: the measured gain for a loudness.
  func gain(_ leveling: Leveling?) -> SoundGain? {
    guard case .leveledSound(let level) = sampleForm else { return nil }
    return SoundGain(level, leveling)
  }
}
