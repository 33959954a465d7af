import CoreAudioTypes
import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime

/// Encodes linear PCM: converts it to the encoder's input format, fills gaps and drops overlaps.
final class AudioTrackEncoder: SampleEncoder {
  /// The largest gap or overlap between buffers that is ignored: no silence is inserted and no samples are dropped for
  /// it. Containers that count milliseconds are off by less, and nobody hears or sees it.
  private static let tolerance = CMTime(value: 5, timescale: 1000)

  let timeBase: TimeBase
  private let encoding: AudioSettings
  private let clock: SessionClock
  private let encoder: any PCMEncoder
  private var input: AudioFormat
  private var converter: AudioConverter?
  private var hasEmittedFormat = false
  /// The longest total silence that is inserted into gaps: longer than the pauses of any recording.
  private static let mostSilence = CMTime(value: 24 * 3600, timescale: 1)
  /// The total silence that was inserted into gaps so far.
  private var silence = CMTime.zero

  /// The first sample's time, or the session's start where what is before it is left out. The next sample belongs at
  /// this time and the samples counted since.
  private let origin: CMTime
  /// The same time in the track's ticks.
  private let originTicks: Int64
  private var inputCount: Int64 = 0

  /// - Parameter hidesMedia: sound before the session's start is encoded, too, and hidden by the container.
  /// - Throws: `MediaError(.unsupportedSettings)` naming the setting that the encoder refuses.
  init(_ encoding: AudioSettings, sessionStart: CMTime, hidesMedia: Bool, first: CMSampleBuffer) throws {
    input = try AudioFormat(linearPCM: first)
    self.encoding = encoding
    encoder = try makePCMEncoder(encoding, source: input)
    timeBase = encoder.timeBase
    clock = SessionClock(timeBase: timeBase, start: sessionStart)
    let time = try Self.time(of: first)
    origin = hidesMedia ? time : max(time, sessionStart)
    originTicks = try clock.ticks(origin) ?? 0
    if encoder.inputFormat != input { converter = try AudioConverter(from: input, to: encoder.inputFormat) }
  }

  func encode(_ sample: CMSampleBuffer, emit: (EncodedSample) throws -> Void) throws {
    try emitFormat(emit)
    var audio = try PCMBuffer(linearPCM: sample)
    if audio.format != input { try changeInput(to: audio.format, emit) }
    let rate = TimeBase(ticksPerSecond: Int32(clamping: input.sampleRate))
    let presented = sample.presentedFrames(rate)
    if presented.isEmpty { return }
    audio = audio.slice(presented)
    let time = try Self.time(of: sample)
    if !keepsFloats { try audio.requireEncodable(at: time) }
    let gap = time - (origin + rate.time(inputCount))
    if gap > Self.tolerance, let count = rate.ticks(gap) {
      silence = silence + gap
      guard silence <= Self.mostSilence else {
        let all = silence == gap ? "" : " (\(silence.seconds) s with the gaps before it)"
        throw MediaError(
          .invalidOperation, .encoding, "a gap in the sound of \(gap.seconds) s\(all) is too long", time: time)
      }
      try encodeSilence(count, emit)
    }
    // Nothing was encoded that could be heard twice: what is before the origin is outside of the session.
    let overlap = inputCount == 0 ? .zero : Self.tolerance
    if .zero - gap > overlap, let count = rate.ticks(.zero - gap) {
      guard count < Int64(audio.sampleCount) else { return }
      audio = audio.slice(Int(count)..<audio.sampleCount)
    }
    try encode(audio, emit)
  }

  /// A Boolean value that says whether floating-point samples are stored unchanged, so that they may have any value.
  private var keepsFloats: Bool {
    if case .pcm(let pcm) = encoding.codec { pcm.isFloat } else { false }
  }

  /// Returns the time at which a buffer is presented.
  private static func time(of sample: CMSampleBuffer) throws(MediaError) -> CMTime {
    let time = sample.writtenPresentationTimeStamp
    if time.isNumeric { return time }
    throw MediaError(.invalidOperation, .encoding, "an audio buffer has no numeric presentation time")
  }

  func finish(emit: (EncodedSample) throws -> Void) throws {
    if let rest = try converter?.drain(), rest.sampleCount > 0 { try give(rest, emit) }
    try encoder.finish { try emit(.packet(shifted($0))) }
    if let format = try encoder.completedFormat { try emit(.completedFormat(format)) }
    if let tag = encoder.tagFrame { try emit(.tag(tag)) }
  }

  private func encode(_ audio: PCMBuffer, _ emit: (EncodedSample) throws -> Void) throws {
    inputCount += Int64(audio.sampleCount)
    guard let converter else { return try give(audio, emit) }
    let converted = try converter.convert(audio)
    if converted.sampleCount > 0 { try give(converted, emit) }
  }

  private func give(_ audio: PCMBuffer, _ emit: (EncodedSample) throws -> Void) throws {
    try encoder.encode(audio) { try emit(.packet(shifted($0))) }
  }

  /// Encodes silence, in pieces of a second: a gap may be hours long.
  private func encodeSilence(_ count: Int64, _ emit: (EncodedSample) throws -> Void) throws {
    var rest = count
    while rest > 0 {
      let part = min(rest, Int64(input.sampleRate))
      try encode(.silence(input, count: Int(part)), emit)
      rest -= part
    }
  }

  /// Returns a packet with the track's times. The encoder counts from its first sample, the track from the session's
  /// start.
  private func shifted(_ packet: Packet) -> Packet {
    var packet = packet
    packet.pts = packet.pts.map { $0 + originTicks }
    packet.dts = packet.dts.map { $0 + originTicks }
    return packet
  }

  /// Handles a change of the source's rate or channels: the samples that were counted so far are converted to the new
  /// rate.
  private func changeInput(to format: AudioFormat, _ emit: (EncodedSample) throws -> Void) throws {
    if let rest = try converter?.drain(), rest.sampleCount > 0 { try give(rest, emit) }
    let rate = TimeBase(ticksPerSecond: Int32(clamping: input.sampleRate))
    inputCount = rate.rescale(inputCount, to: TimeBase(ticksPerSecond: Int32(clamping: format.sampleRate)))
    input = format
    converter = encoder.inputFormat == format ? nil : try AudioConverter(from: format, to: encoder.inputFormat)
  }

  private func emitFormat(_ emit: (EncodedSample) throws -> Void) throws {
    if hasEmittedFormat { return }
    hasEmittedFormat = true
    try emit(.format(encoder.formatDescription))
  }
}
