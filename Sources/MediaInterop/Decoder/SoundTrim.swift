/// The samples at both ends of AAC that are not to be heard.
///
/// libavcodec takes their number at the start for samples of the core, and doubles it where it finds spectral band
/// replication; containers count the samples that are heard.
struct SoundTrim {
  /// Samples a second that trims are counted in.
  private let sampleRate: Int
  /// Samples that frames to come are still to lose.
  private var start = 0
  /// Samples that the frame of the packet that was given last is to lose at its end: every packet gives one frame, at once.
  private var end = 0
  /// Nothing of that frame is heard.
  private var isDiscarded = false

  /// `nil` for codings that the library trims as it should.
  init?(_ parameters: CodecParameters) {
    guard parameters.codec == .aac, parameters.sampleRate > 0 else { return nil }
    sampleRate = parameters.sampleRate
  }

  /// Takes note of a packet that the decoder took.
  mutating func add(_ packet: Packet) {
    start += packet.trimStart
    end = packet.trimEnd
    isDiscarded = packet.isDiscarded
  }

  /// Takes off a frame what is not heard of it.
  mutating func apply(to frame: Frame) {
    guard start > 0 || end > 0 || isDiscarded, let rate = frame.audioFormat?.sampleRate else { return }
    // A rate that nobody knew of when the trims were counted.
    func samples(_ count: Int, _ from: Int, _ to: Int) -> Int { from == to ? count : count * to / from }
    frame.trimStart = isDiscarded ? frame.sampleCount : min(frame.sampleCount, samples(start, sampleRate, rate))
    start = max(0, start - samples(frame.trimStart, rate, sampleRate))
    frame.trimEnd = min(frame.sampleCount, samples(end, sampleRate, rate))
    (end, isDiscarded) = (0, false)
  }

  /// What follows lies elsewhere.
  mutating func reset() { (start, end, isDiscarded) = (0, 0, false) }
}
