/// The inaudible samples at both ends of AAC.
///
/// libavcodec interprets the number at the start as samples of the core, and doubles it if it finds spectral band
/// replication; containers count audible samples.
struct SoundTrim {
  /// The rate that trims are counted in, in samples a second.
  private let sampleRate: Int
  /// The number of samples that later frames must still lose.
  private var start = 0
  /// The number of samples that the frame of the last packet must lose at its end. Every packet produces one frame, at
  /// once.
  private var end = 0
  /// A Boolean value that says whether that frame is completely inaudible.
  private var isDiscarded = false

  /// Makes the trimming of a stream; `nil` for codings that the library trims correctly.
  init?(_ parameters: CodecParameters) {
    guard parameters.codec == .aac, parameters.sampleRate > 0 else { return nil }
    sampleRate = parameters.sampleRate
  }

  /// Notes a packet that the decoder accepted.
  mutating func add(_ packet: Packet) {
    start += packet.trimStart
    end = packet.trimEnd
    isDiscarded = packet.isDiscarded
  }

  /// Removes the inaudible samples from a frame.
  mutating func apply(to frame: Frame) {
    guard start > 0 || end > 0 || isDiscarded, let rate = frame.audioFormat?.sampleRate else { return }
    // The frame's rate may not have been known when the trims were counted.
    func samples(_ count: Int, _ from: Int, _ to: Int) -> Int { from == to ? count : count * to / from }
    frame.trimStart = isDiscarded ? frame.sampleCount : min(frame.sampleCount, samples(start, sampleRate, rate))
    start = max(0, start - samples(frame.trimStart, rate, sampleRate))
    frame.trimEnd = min(frame.sampleCount, samples(end, sampleRate, rate))
    (end, isDiscarded) = (0, false)
  }

  /// Forgets the trims: the next packet does not follow the last one.
  mutating func reset() { (start, end, isDiscarded) = (0, 0, false) }
}
