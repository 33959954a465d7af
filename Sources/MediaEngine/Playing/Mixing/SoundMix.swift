import MediaInterop
import MediaSupport

/// The sum of sounds that are heard together, such as the tracks of a file: its frames one after the other, without
/// gaps.
///
/// A single sound is returned unchanged. The sum of several has the channels of the sound that has the most; the
/// channels of the other sounds are mixed into them as a device with those speakers would play them. A sound that ends
/// before the others is silent from there on. One thread at a time, except for `cancel()`, `interrupt()` and
/// `resume()`.
final class SoundMix: @unchecked Sendable {
  // Sendable: one thread at a time reads; the calls that cancel are Sendable themselves.

  private struct Part {
    let frames: SoundFrames
    let matrix: ChannelMatrix
    let treatment: SoundTreatment?
    /// The next stretch of the sound. It is `nil` before it is read, and at the end.
    var next: SoundFrames.Stretch?
    var hasEnded = false
  }

  /// The channels of the sum.
  let layout: ChannelLayout
  /// The number of frames of the sum, as the containers state it.
  let statedLength: Int64
  private let format: AudioFormat
  private var parts: [Part]
  /// The same sounds in an array that never changes, so that any thread can use it.
  private let sounds: [SoundFrames]

  /// - Parameters:
  ///   - sounds: one or more.
  ///   - sampleRate: the number of frames in a second of the sum, in Hz.
  /// - Throws: `MediaError`: a sound cannot be opened again.
  init(_ sounds: [SoundFile], sampleRate: Int) throws {
    let layout = Self.layout(of: sounds)
    self.layout = layout
    statedLength = SoundFrames.frame(at: sounds.map(\.duration).max() ?? 0, sampleRate)
    format = AudioFormat(
      sampleRate: sampleRate, layout: layout, sampleFormat: .f32,
      isPlanar: false)
    parts = try sounds.map { sound in
      Part(
        frames: try SoundFrames(sound, as: Self.request(sampleRate)),
        matrix: ChannelMatrix(from: sound.layout, to: layout), treatment: sound.treatment)
    }
    self.sounds = parts.map(\.frames)
  }

  /// Returns the channels of the sum of sounds.
  static func layout(of sounds: [SoundFile]) -> ChannelLayout {
    let layouts = sounds.map(\.layout)
    return layouts.reduce(layouts.first ?? .default(count: 2)) { $1.count > $0.count ? $1 : $0 }
  }

  /// Returns the form that a sound is decoded to: the sum's rate, and all its own channels.
  private static func request(_ rate: Int) -> AudioRequest {
    var request = AudioRequest()
    request.sampleRate = rate
    request.sampleType = .float32
    return request
  }

  /// Makes a waiting read end soon. Any thread; does not wait.
  func cancel() { for sound in sounds { sound.cancel() } }

  /// Makes reads that wait for a server's bytes fail with `cancelled` until `resume()`, so that they can seek
  /// elsewhere. Any thread.
  func interrupt() { for sound in sounds { sound.interrupt() } }

  /// Allows reads to wait for a server's bytes again. Any thread.
  func resume() { for sound in sounds { sound.resume() } }

  /// Seeks to a frame of the sum, from 0.
  func seek(to frame: Int64) {
    for index in parts.indices {
      parts[index].frames.seek(to: frame)
      (parts[index].next, parts[index].hasEnded) = (nil, false)
    }
  }

  /// Returns the next stretch, in interleaved 32-bit floating point, which has at least one frame. It is `nil` at the
  /// end of all sounds.
  ///
  /// - Throws: `MediaError` of reading and decoding.
  func next() throws -> SoundFrames.Stretch? {
    if parts.count == 1 { return try stretch(ofPart: 0) }
    for index in parts.indices where parts[index].next == nil && !parts[index].hasEnded {
      parts[index].next = try stretch(ofPart: index)
      parts[index].hasEnded = parts[index].next == nil
    }
    guard let count = parts.compactMap({ $0.next?.frameCount }).min() else { return nil }
    let isSilent = parts.allSatisfy { $0.next?.isSilent ?? true }
    if isSilent {
      for index in parts.indices { _ = take(count, ofPart: index) }
      return .silence(count)
    }
    return .sound(sum(Int(clamping: count)))
  }

  /// Returns the next stretch of a part, with its treatment in the mix applied; `nil` at its end.
  private func stretch(ofPart index: Int) throws -> SoundFrames.Stretch? {
    let (frames, treatment) = (parts[index].frames, parts[index].treatment)
    let next = try frames.next()
    guard let treatment, case .sound(let sound) = next else { return next }
    // The decoder's memory must not be changed.
    let channelCount = parts[index].matrix.sourceCount
    let count = sound.sampleCount * channelCount
    let storage = PacketStorage(count: max(1, count * MemoryLayout<Float>.size))
    let samples = storage.bytes.bindMemory(to: Float.self)
    _ = samples.update(
      fromContentsOf: UnsafeBufferPointer(start: sound.planes[0].assumingMemoryBound(to: Float.self), count: count))
    treatment.apply(
      to: UnsafeMutableBufferPointer(rebasing: samples[..<count]), channelCount: channelCount,
      from: frames.position - Int64(sound.sampleCount), sampleRate: format.sampleRate)
    return .sound(
      PCMBuffer(
        format: sound.format, sampleCount: sound.sampleCount, planes: storage.bytes.baseAddress.map { [$0] } ?? [],
        owner: storage))
  }

  /// Returns the sum of the next frames of all parts. Each part has as many frames, or has ended.
  private func sum(_ count: Int) -> PCMBuffer {
    let storage = PacketStorage(count: count * layout.count * MemoryLayout<Float>.size)
    let bytes = storage.bytes
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    let sum = bytes.bindMemory(to: Float.self)
    for index in parts.indices {
      guard case .sound(let sound) = take(Int64(count), ofPart: index) else { continue }
      add(sound, to: sum, by: parts[index].matrix)
    }
    return PCMBuffer(
      format: format, sampleCount: count, planes: bytes.baseAddress.map { [$0] } ?? [], owner: storage)
  }

  /// Takes the next frames of a part, which must have as many. It is `nil` after the part's end.
  private func take(_ count: Int64, ofPart index: Int) -> SoundFrames.Stretch? {
    guard let next = parts[index].next else { return nil }
    let (front, rest) = next.split(at: count)
    parts[index].next = rest
    return front
  }

  private func add(_ sound: PCMBuffer, to sum: UnsafeMutableBufferPointer<Float>, by matrix: ChannelMatrix) {
    let (sources, targets) = (matrix.sourceCount, matrix.targetCount)
    let samples = UnsafeBufferPointer(
      start: sound.planes[0].assumingMemoryBound(to: Float.self), count: sound.sampleCount * sources)
    for source in 0..<sources {
      for target in 0..<targets {
        let gain = matrix[source, target]
        if gain == 0 { continue }
        for frame in 0..<sound.sampleCount { sum[frame * targets + target] += gain * samples[frame * sources + source] }
      }
    }
  }
}

extension SoundFrames.Stretch {
  fileprivate var frameCount: Int64 {
    switch self {
    case .sound(let buffer): Int64(buffer.sampleCount)
    case .silence(let count): count
    }
  }

  fileprivate var isSilent: Bool { if case .silence = self { true } else { false } }

  /// Returns the first frames, and the rest; `nil` if there is no rest.
  fileprivate func split(at count: Int64) -> (front: Self, rest: Self?) {
    switch self {
    case .silence(let length): return (.silence(count), length > count ? .silence(length - count) : nil)
    case .sound(var buffer):
      let front = buffer.split(at: Int(clamping: count))
      return (.sound(front), buffer.sampleCount > 0 ? .sound(buffer) : nil)
    }
  }
}
