import MediaInterop
import MediaSupport

/// Changes the speed of sound and its pitch with it, as a tape does: it converts the sound as if it had another sample
/// rate.
final class TapeStretch: TimeStretch {
  private let rate: Double
  private let converter: AudioConverter
  private let channelCount: Int
  private var output: StretchOutput
  /// The number of input frames that were taken.
  private var taken = 0
  private var hasEnded = false

  /// The number of frames that are converted at once.
  private static let pieceCount = 4096

  /// Makes it; `nil` for a rate from which samples cannot be converted.
  init?(rate: Double, channelCount: Int, sampleRate: Int) {
    func format(_ sampleRate: Int) -> AudioFormat {
      AudioFormat(
        sampleRate: sampleRate, layout: ChannelLayout(count: channelCount, mask: 0), sampleFormat: .f32,
        isPlanar: false)
    }
    guard let source = Int(exactly: (rate * Double(sampleRate)).rounded()), source > 0,
      let converter = try? AudioConverter(from: format(source), to: format(sampleRate))
    else { return nil }
    self.rate = rate
    self.converter = converter
    self.channelCount = channelCount
    output = StretchOutput(channelCount: channelCount)
  }

  func write(_ frames: UnsafePointer<Float>?, count: Int, into ring: SoundRing) -> Int {
    guard output.flush(into: ring), ring.room > 0 else { return 0 }
    let count = inputCount(Self.pieceCount, of: count, rate: rate)
    convert(frames, count: count)
    _ = output.flush(into: ring)
    return count
  }

  func finish(into ring: SoundRing) -> Bool {
    if !hasEnded {
      hasEnded = true
      if let rest = try? converter.drain() { take(rest) }
      // The converter's rate is a whole number, and its length is rounded up.
      output.end(at: Int((Double(taken) / rate).rounded()))
    }
    return output.flush(into: ring)
  }

  /// - Parameter frames: interleaved frames; nil for silence.
  private func convert(_ frames: UnsafePointer<Float>?, count: Int) {
    let storage = PacketStorage(count: count * channelCount * MemoryLayout<Float>.size)
    guard let plane = storage.bytes.baseAddress else { return }
    if let frames {
      plane.copyMemory(from: frames, byteCount: storage.bytes.count)
    } else {
      storage.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    }
    taken += count
    let input = PCMBuffer(format: converter.source, sampleCount: count, planes: [plane], owner: storage)
    if let converted = try? converter.convert(input) { take(converted) }
  }

  private func take(_ converted: PCMBuffer) {
    guard converted.sampleCount > 0, let plane = converted.planes.first else { return }
    output.append(
      UnsafeBufferPointer(
        start: plane.assumingMemoryBound(to: Float.self), count: converted.sampleCount * channelCount))
  }
}
