import MediaInterop

/// Changes the speed of sound with the Rubber Band Library, whose output length is only approximate, and makes the
/// length exact.
final class RubberBandStretch: TimeStretch {
  private let library: RubberBand
  private let rate: Double
  private let channelCount: Int
  /// The memory of each channel: the library expects planar sound.
  private let planes: [UnsafeMutablePointer<Float>]
  /// The number of frames of the result that still have to be dropped: they come before the sound's first frame.
  private var delay: Int
  private var output: StretchOutput
  /// The number of input frames that were taken.
  private var taken = 0
  private var hasEnded = false

  /// Makes the object; `nil` if the library is not installed.
  init?(rate: Double, channelCount: Int, sampleRate: Int) {
    guard let library = RubberBand(sampleRate: sampleRate, channelCount: channelCount, timeRatio: 1 / rate) else {
      return nil
    }
    self.library = library
    self.rate = rate
    self.channelCount = channelCount
    output = StretchOutput(channelCount: channelCount)
    planes = (0..<channelCount).map { _ in .allocate(capacity: RubberBand.largestPiece) }
    delay = library.startDelay
    var pad = library.startPad
    while pad > 0 {
      let count = min(pad, RubberBand.largestPiece)
      give(nil, count: count, isLast: false)
      pad -= count
    }
  }

  deinit { for plane in planes { plane.deallocate() } }

  func write(_ frames: UnsafePointer<Float>?, count: Int, into ring: SoundRing) -> Int {
    guard output.flush(into: ring), ring.room > 0 else { return 0 }
    let count = inputCount(RubberBand.largestPiece, of: count, rate: rate)
    give(frames, count: count, isLast: false)
    taken += count
    collect()
    _ = output.flush(into: ring)
    return count
  }

  func finish(into ring: SoundRing) -> Bool {
    if !hasEnded {
      hasEnded = true
      let length = Int((Double(taken) / rate).rounded())
      // The end of the sound comes out only when enough input follows it.
      var silence = Int(Double(library.startDelay) * rate) + RubberBand.largestPiece
      while silence > 0, output.frameCount < length {
        give(nil, count: RubberBand.largestPiece, isLast: silence <= RubberBand.largestPiece)
        silence -= RubberBand.largestPiece
        collect()
      }
      output.end(at: length)
    }
    return output.flush(into: ring)
  }

  /// - Parameter frames: interleaved frames; nil for silence.
  private func give(_ frames: UnsafePointer<Float>?, count: Int, isLast: Bool) {
    for (channel, plane) in planes.enumerated() {
      for frame in 0..<count { plane[frame] = frames.map { $0[frame * channelCount + channel] } ?? 0 }
    }
    library.process(planes.map { UnsafePointer($0) }, count: count, isLast: isLast)
  }

  /// Takes the frames that the library has made.
  private func collect() {
    while library.available > 0 {
      let wanted = min(library.available, RubberBand.largestPiece)
      let count = library.retrieve(into: planes, count: wanted)
      guard count > 0 else { return }
      let first = min(delay, count)
      delay -= first
      var frames: [Float] = []
      frames.reserveCapacity((count - first) * channelCount)
      for frame in first..<count {
        for plane in planes { frames.append(plane[frame]) }
      }
      output.append(frames)
    }
  }
}
