import CoreAudioTypes
import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime

/// Decoded audio, in the decoder's own memory or converted to the wanted linear PCM.
final class AudioStage: ReadingStage {
  private let context: ReadingContext
  private let packets: any PacketSource
  private let request: AudioRequest
  private let endsWithLastPacket: Bool
  private let isVorbis: Bool
  /// A Boolean value that says whether the sound is linear PCM of a program stream.
  private let isDiscPCM: Bool
  /// The description that states the order of the decoded channels. It is `nil` for all codecs except linear PCM: their
  /// decoders convert the codec's own order to WAVE's.
  private let stored: CMFormatDescription?
  private var timeline: AssetTimeline { context.timeline }
  private var maker: SoundSampleMaker
  private var run = Run()
  private var overlaps: SoundOverlaps

  /// The state within a range.
  private struct Run {
    var range = CMTimeRange.zero
    /// The decoded frames; `nil` before the first range.
    var frames: (any FrameSequence)?
    /// The number of samples of the longest frame so far.
    var longestFrame = 0
    /// The end of the frame before.
    var previousEnd: CMTime?
    var converter: AudioConverter?
    /// The number of output samples since `base`, the time that they count from.
    var position: Int64 = 0
    var base: CMTime?
    var isDrained = false
    /// The end of the sound that was sent to the converter, and its format.
    var convertedEnd: CMTime?
    var convertedFormat: AudioFormat?
    /// The decoded sound that comes next.
    var held: (audio: PCMBuffer, time: CMTime)?
  }

  init(_ context: ReadingContext, _ packets: any PacketSource, _ request: AudioRequest) {
    self.context = context
    self.request = request
    maker = SoundSampleMaker(request.packing)
    overlaps = SoundOverlaps(context.notes)
    // In a movie, the tables state where the last packet's sound ends; in other containers the decoder's trims do.
    endsWithLastPacket = context.track.hasMovieTables
    let codec = context.stream.parameters.codec
    isVorbis = codec == .vorbis
    isDiscPCM = codec == .pcmDVD
    stored = codec.isPCM && context.hasOneCoding ? context.track.formatDescriptions.first : nil
    self.packets = stored.flatMap { RaisedSamples(packets, $0) } ?? packets
  }

  /// Seeks to the range's start, or to an earlier position, so that the decoder's state at the start is the same as
  /// after decoding everything before.
  ///
  /// Each range has a decoder of its own. An audio decoder is opened in less time than a packet takes to decode, and
  /// few can be flushed exactly: AAC continues with the state of its noise generator, and ADPCM and speech codecs with
  /// their predictions.
  func seek(to range: CMTimeRange) throws {
    let start = DecoderRunUp(for: context.codecs).start(of: range)
    let wanted = start > .zero ? timeline.ticks(range.start) : nil
    run = Run(range: range)
    run.frames =
      if let losses = context.losses {
        try context.salvagedFrames(of: packets, start: wanted, losses)
      } else {
        FrameSource(
          context, packets, decoder: try context.decoder(threads: 1), start: wanted, end: range.end)
      }
    try packets.go(to: start, on: timeline)
  }

  func next() throws -> CMSampleBuffer? {
    while true {
      if let (audio, time) = run.held.take() {
        if let sample = try sample(of: audio, at: time) { return sample }
      } else if let (part, time) = try nextPart() {
        run.held = (part, time)
        if let rest = try rest(before: part, at: time) { return rest }
      } else {
        return try drained()
      }
    }
  }

  /// Decodes the next part of the range. It is `nil` at the range's end.
  private func nextPart() throws -> (PCMBuffer, CMTime)? {
    while let frame = try run.frames?.next() {
      guard var audio = frame.audio, audio.sampleCount > 0 else { continue }
      if let stored { audio = stored.inWaveOrder(audio) }
      try check(&audio, of: frame)
      if let part = cut(audio, of: frame) { return part }
      if isPastTheEnd(frame) { return nil }
    }
    return nil
  }

  /// Checks for invalid samples, such as a float that is not a number. Decoded ones are lost, or end reading. Linear
  /// PCM is stored with them, and is returned unchanged.
  private func check(_ audio: inout PCMBuffer, of frame: Frame) throws {
    guard let samples = audio.unencodableSamples else { return }
    guard let losses = context.losses else {
      if context.stream.parameters.codec.isPCM { return }
      throw MediaError(
        .damagedMedia, .decoding, "the encoded media is damaged: it decodes to invalid samples",
        time: timeline.time(frame.pts))
    }
    if let start = frame.pts {
      let rate = TimeBase(ticksPerSecond: Int32(clamping: audio.format.sampleRate))
      let first = start &+ rate.rescale(Int64(samples.lowerBound), to: frame.timeBase, .down)
      let end = start &+ rate.rescale(Int64(samples.upperBound), to: frame.timeBase, .up)
      if first < end { losses.change { $0.lose(first..<end) } }
    }
    audio = audio.silenced(in: samples)
  }

  // MARK: Cutting

  /// Returns whether a frame from which nothing remained after cutting, and those behind it, lie after the range's end.
  private func isPastTheEnd(_ frame: Frame) -> Bool {
    let end = run.range.end
    guard end.isNumeric else { return false }
    return frame.pts.map { timeline.time($0) >= end } ?? false || run.previousEnd.map { $0 >= end } ?? false
  }

  /// Returns the samples of a frame that lie in the range and before the end that the tables state.
  private func cut(_ audio: PCMBuffer, of frame: Frame) -> (PCMBuffer, CMTime)? {
    let rate = TimeBase(ticksPerSecond: Int32(clamping: audio.format.sampleRate))
    run.longestFrame = max(run.longestFrame, audio.sampleCount)
    let start = start(of: frame, rate)
    run.previousEnd = start + rate.time(Int64(audio.sampleCount))
    var first = 0
    var count = audio.sampleCount
    if endsWithLastPacket, let frames = run.frames, frames.isAtLastPacket, let pts = frame.pts,
      let end = frames.lastPacketEnd
    {
      let stated = frame.timeBase.rescale(end - pts, to: rate)
      if stated > 0 { count = min(count, Int(clamping: stated)) }
    }
    let range = run.range
    if range.start > start, let skipped = rate.ticks(range.start - start) { first = min(count, Int(clamping: skipped)) }
    if range.end.isNumeric, let end = rate.ticks(range.end - start) { count = min(count, Int(clamping: max(0, end))) }
    guard count > first else { return nil }
    return (audio.slice(first..<count), start + rate.time(Int64(first)))
  }

  /// Returns the start time of a frame. These frames follow the one before directly, so that no sound is lost because
  /// of a file's wrong times: a frame without a time; one that the file makes overlap the sound before it; one of
  /// Vorbis that is off by less than two blocks; and linear PCM of a program stream that is off by at most a packet,
  /// because few packets state a time, and libavformat counts the headers of the others as sound.
  private func start(of frame: Frame, _ rate: TimeBase) -> CMTime {
    guard let stated = frame.pts.map({ timeline.time($0) }) else { return run.previousEnd ?? .zero }
    guard let previousEnd = run.previousEnd else { return stated }
    let overlap = previousEnd - stated
    if isVorbis, CMTimeAbsoluteValue(overlap) < rate.time(SoundOverlaps.mostVorbisSamples) { return previousEnd }
    if isDiscPCM, CMTimeAbsoluteValue(overlap) <= rate.time(Int64(run.longestFrame)) { return previousEnd }
    guard overlap > SoundOverlaps.longestRounding else { return stated }
    overlaps.add(overlap, at: previousEnd)
    return previousEnd
  }

  // MARK: Converting

  /// The greatest number of samples that are converted at once: a file may state so low a rate that its packets would
  /// become gigabytes.
  private static let mostConverted = 1 << 18

  private func sample(of audio: PCMBuffer, at time: CMTime) throws -> CMSampleBuffer? {
    var audio = audio
    let wanted = request.format(for: audio.format)
    if wanted == audio.format && run.converter == nil { return try maker.sample(audio, at: time) }
    if run.converter == nil { run.converter = try AudioConverter(from: audio.format, to: wanted) }
    if run.base == nil { run.base = time }
    let rate = TimeBase(ticksPerSecond: Int32(clamping: audio.format.sampleRate))
    let most = max(1, Self.mostConverted * audio.format.sampleRate / max(1, wanted.sampleRate))
    if audio.sampleCount > most {
      let front = audio.split(at: most)
      run.held = (audio, time + rate.time(Int64(most)))
      audio = front
    }
    run.convertedFormat = audio.format
    run.convertedEnd = time + rate.time(Int64(audio.sampleCount))
    let converted = try run.converter!.convert(audio)
    guard converted.sampleCount > 0 else { return nil }
    return try converterSample(converted)
  }

  /// Returns the samples that remain in the converter if the sound continues later than it ended, as after a lost
  /// fragment, or in another format. Converted samples are then counted from the new start. It is `nil` if nothing
  /// remains, or if the sound continues without a change.
  private func rest(before audio: PCMBuffer, at time: CMTime) throws -> CMSampleBuffer? {
    guard let converter = run.converter, let end = run.convertedEnd,
      time - end > SoundOverlaps.longestRounding || audio.format != run.convertedFormat
    else { return nil }
    let rest = try converter.drain()
    let sample = rest.sampleCount > 0 ? try converterSample(rest) : nil
    run.converter = nil
    run.convertedEnd = nil
    run.base = nil
    run.position = 0
    return sample
  }

  private func drained() throws -> CMSampleBuffer? {
    guard let converter = run.converter, !run.isDrained else { return nil }
    run.isDrained = true
    let rest = try converter.drain()
    guard rest.sampleCount > 0 else { return nil }
    return try converterSample(rest)
  }

  /// Makes a sample of converted sound. Its time is counted from the first input's time, since a converter keeps the
  /// total duration exact to the sample.
  private func converterSample(_ audio: PCMBuffer) throws -> CMSampleBuffer {
    let rate = TimeBase(ticksPerSecond: Int32(clamping: audio.format.sampleRate))
    defer { run.position += Int64(audio.sampleCount) }
    return try maker.sample(audio, at: (run.base ?? .zero) + rate.time(run.position))
  }
}
