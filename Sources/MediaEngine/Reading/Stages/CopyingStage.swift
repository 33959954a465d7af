import CoreAudioTypes
import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime

/// Returns packets as stored, in the framing that the format description promises. If the framing agrees, bytes stay
/// unchanged.
final class CopyingStage: ReadingStage {
  private let context: ReadingContext
  private let packets: any PacketSource
  private var timeline: AssetTimeline { context.timeline }
  /// Collects the losses if reading continues after damage.
  private var losses: ReadingLosses? { context.losses }
  private let isAudio: Bool
  private let samplesPerSecond: Double
  /// The unit in which packets are trimmed: a sample of sound, or a tick of other media.
  private let trimUnit: TimeBase
  private var range = CMTimeRange.zero
  /// The end of the range; `nil` for one without an end.
  private var end: CMTime?
  /// A Boolean value that says whether the range begins where the media ends, so that it may be empty. The container
  /// may state another end than the media has.
  private var mayBeEmpty = false
  /// The samples before such a range, and the first one in it. They are returned next.
  private var held: ArraySlice<CMSampleBuffer> = []
  private var framer: PacketFramer
  private var format: CMFormatDescription?
  private var trim = StartTrim()
  /// The end of the packet of sound before, in ticks of the stream; `nil` at the start of a range.
  private var soundEnd: Int64?
  /// Decides which packets are usable if reading continues after damage.
  private var usable: UsablePackets
  /// The configuration that lost packets announced.
  private var passed = PassedConfiguration()
  /// The latest decode time, for a movie whose samples come in the order of their decode times.
  private var previousDecodeTime: Int64?
  private let isOrdered: Bool
  private var proof: ConfigurationProof?
  /// A Boolean value that says whether every packet must have a time.
  private let needsTimes: Bool
  /// A Boolean value that says whether packets are texts, which are UTF-8 in all of their containers.
  private let isText: Bool
  /// A Boolean value that says whether a text was found that is not UTF-8.
  private var hasOtherTexts = false

  /// - Parameter isProven: a Boolean value that says whether the check that a decoder can use the packets is omitted.
  init(_ context: ReadingContext, _ packets: any PacketSource, isProven: Bool = false) {
    self.context = context
    self.packets = packets
    isAudio = context.track.mediaType == .audio
    isOrdered =
      context.track.hasMovieTables && !context.track.isComposed && context.losses == nil
      && [.audio, .video].contains(context.track.mediaType)
    samplesPerSecond = Double(context.stream.parameters.sampleRate)
    trimUnit = isAudio ? context.stream.parameters.samples : context.stream.timeBase
    framer = Self.framer(of: context)
    usable = UsablePackets(of: context)
    proof = isProven ? nil : ConfigurationProof(of: context)
    isText = [.subRip, .ssa, .webVTT].contains(context.stream.parameters.codec)
    needsTimes = !isProven && context.track.mediaType == .video
  }

  /// Makes a framer. A movie's own description is exact; others may need the first packet to be complete.
  private static func framer(of context: ReadingContext) -> PacketFramer {
    PacketFramer(
      stream: context.stream, formats: context.track.hasMovieTables ? context.track.formatDescriptions : [])
  }

  func seek(to range: CMTimeRange) throws {
    self.range = range
    end = range.end.isNumeric ? range.end : nil
    let mediaEnd = context.track.timeRange.end
    (mayBeEmpty, held) = (mediaEnd.isNumeric && range.start >= mediaEnd, [])
    framer = Self.framer(of: context)
    format = context.track.hasMovieTables ? context.track.formatDescriptions.first : nil
    trim = StartTrim()
    soundEnd = nil
    usable = UsablePackets(of: context)
    passed = PassedConfiguration()
    previousDecodeTime = nil
    try packets.go(to: range.start, on: timeline)
  }

  func next() throws -> CMSampleBuffer? {
    if mayBeEmpty {
      mayBeEmpty = false
      held = try samplesUpToRange()
    }
    return try held.popFirst() ?? nextStored()
  }

  /// Returns the samples before the range and the first one in it. If the range has none, those before it are not
  /// needed.
  private func samplesUpToRange() throws -> ArraySlice<CMSampleBuffer> {
    var (samples, byteCount): (ArraySlice<CMSampleBuffer>, Int) = ([], 0)
    // Beyond this limit no more are held: then the samples that are not shown are returned without one that is.
    while byteCount <= AccessPoint.memoryLimit {
      guard let sample = try nextStored() else { return [] }
      samples.append(sample)
      byteCount += sample.totalSampleSize
      if !isBeforeRange(from: sample.presentationTimeStamp, for: sample.duration) { break }
    }
    return samples
  }

  private func nextStored() throws -> CMSampleBuffer? {
    while let packet = try packets.next() {
      guard let losses else {
        if DamageVerdict(on: packet) == .damaged {
          // In a movie, the tables state a packet's decode time even if the packet is missing.
          if context.track.hasMovieTables, isPastTheEnd(packet) { return nil }
          throw packets.damage(of: packet, at: timeline.time(packet.pts ?? packet.dts))
        }
        try proof?.require(packet)
        if isOrdered { try requireOrder(packet) }
        if needsTimes { try requireTime(packet) }
        if isPastTheEnd(packet) { return nil }
        if let sample = try sample(of: packet) { return sample }
        continue
      }
      if isPastTheEnd(packet) { return nil }
      if let sample = try salvagedSample(of: packet, losses) { return sample }
    }
    return nil
  }

  /// Returns the sample of a packet; `nil` for a packet that is lost.
  private func salvagedSample(of source: Packet, _ losses: ReadingLosses) throws -> CMSampleBuffer? {
    guard usable.admit(source) else {
      passed.pass(source)
      losses.lose(source)
      return nil
    }
    let packet = source.isDamaged ? source : passed.carry(to: source)
    do {
      if !packet.isDamaged {
        try proof?.require(packet)
        return try sample(of: packet)
      }
    } catch let error as MediaError where error.kind == .damagedMedia {}
    passed.pass(packet)
    losses.lose(packet)
    usable.lose(packet)
    return nil
  }

  private func sample(of source: Packet) throws -> CMSampleBuffer? {
    var (packet, newFormat) = try framer.frame(source)
    if let newFormat { format = newFormat }
    guard let format else {
      throw MediaError(.damagedMedia, .demuxing, "the stream's configuration is missing")
    }
    // A packet like this contained only parameter sets.
    if packet.bytes.isEmpty && packet.duration == 0 { return nil }
    if isAudio {
      let count = sampleCount(of: packet)
      trim.apply(to: &packet, samples: count)
      packet.discardIfSilent(samples: count)
      placeInTime(&packet)
    }
    let timing = CMSampleTimingInfo(
      duration: timeline.duration(packet.decodeDuration ?? packet.duration),
      presentationTimeStamp: timeline.time(packet.pts ?? packet.dts),
      decodeTimeStamp: isAudio ? .invalid : timeline.time(packet.dts ?? packet.pts))
    if isText { noteEncoding(of: packet, at: timing.presentationTimeStamp) }
    if let count = linearPCMFrames(packet, format) { return linearPCM(packet, count, format, timing) }
    let data = CMBlockBuffer(bytes: packet.bytes, owner: packet.owner)
    let sample = CMSampleBuffer(dataBuffer: data, format: format, timing: timing, flags: flags(of: packet))
    if packet.trimStart > 0 || packet.trimEnd > 0 {
      sample.setTrim(start: trimmed(packet.trimStart), end: trimmed(packet.trimEnd))
    }
    if !packet.sideData.isEmpty { sample.sideData = packet.sideData }
    return sample
  }

  /// Notes the first text that is not UTF-8. Its encoding is not stated, and a guess would change characters.
  private func noteEncoding(of packet: Packet, at time: CMTime) {
    guard !hasOtherTexts, String(validating: packet.bytes, as: UTF8.self) == nil else { return }
    hasOtherTexts = true
    let seconds = (time.seconds * 1000).rounded() / 1000
    context.notes.set(
      "its texts are not all UTF-8, the first at \(seconds) s: copies keep their bytes, and players show other characters",
      about: "encoding of texts")
  }

  /// Places a packet of sound without a time behind the one before; the first begins at time zero. Containers omit the
  /// times of sound that is as short as one of their packets or pages.
  private func placeInTime(_ packet: inout Packet) {
    let start = packet.pts ?? packet.dts ?? soundEnd ?? timeline.ticks(.zero)
    packet.pts = packet.pts ?? start
    soundEnd = start &+ packet.duration
  }

  /// Returns the number of frames in a packet of linear PCM, which may have any size because each frame is a sample. It
  /// is `nil` for other formats.
  private func linearPCMFrames(_ packet: Packet, _ format: CMFormatDescription) -> Int? {
    guard let basic = format.audioStreamBasicDescription, basic.mFramesPerPacket == 1, basic.mBytesPerFrame > 0 else {
      return nil
    }
    let (count, rest) = packet.bytes.count.quotientAndRemainder(dividingBy: Int(basic.mBytesPerFrame))
    return count > 0 && rest == 0 ? count : nil
  }

  /// Returns the frames of a packet that lie in the range; `nil` if there are none.
  private func linearPCM(
    _ packet: Packet, _ count: Int, _ format: CMFormatDescription, _ timing: CMSampleTimingInfo
  ) -> CMSampleBuffer? {
    let rate = TimeBase(ticksPerSecond: Int32(clamping: Int(samplesPerSecond)))
    let start = timing.presentationTimeStamp
    var (first, end) = (0, count)
    if range.start > start, let ticks = rate.ticks(range.start - start) { first = min(end, Int(clamping: ticks)) }
    if let rangeEnd = self.end, let ticks = rate.ticks(rangeEnd - start) {
      end = min(end, max(first, Int(clamping: ticks)))
    }
    guard first < end else { return nil }
    let size = packet.bytes.count / count
    let bytes = UnsafeRawBufferPointer(rebasing: packet.bytes[(first * size)..<(end * size)])
    let each = CMSampleTimingInfo(
      duration: rate.time(1), presentationTimeStamp: first == 0 ? start : start + rate.time(Int64(first)),
      decodeTimeStamp: .invalid)
    let data = CMBlockBuffer(bytes: bytes, owner: packet.owner)
    return CMSampleBuffer(
      dataBuffer: data, format: format, sampleCount: end - first, timings: [each], sizes: [size])
  }

  private func sampleCount(of packet: Packet) -> Int {
    guard let rate = Int32(exactly: samplesPerSecond), rate > 0 else { return 0 }
    return Int(clamping: packet.timeBase.rescale(packet.duration, to: TimeBase(ticksPerSecond: rate)))
  }

  private func trimmed(_ count: Int) -> CMTime { count > 0 ? trimUnit.time(Int64(count)) : .zero }

  private func flags(of packet: Packet) -> SampleFlags {
    let flags = SampleFlags(packet)
    let start = timeline.time(packet.pts ?? packet.dts)
    // A text without a stated end is shown until the next one.
    let isOpen = isText && packet.duration <= 0
    let isBefore = !isOpen && isBeforeRange(from: start, for: timeline.duration(packet.duration))
    return packet.isDiscarded || isBefore ? flags.union(.doNotDisplay) : flags
  }

  private func isBeforeRange(from start: CMTime, for duration: CMTime) -> Bool {
    guard range.start > .zero, start < range.start else { return false }
    return (duration.isNumeric ? start + duration : start) <= range.start
  }

  /// Refuses pictures without a time if their order is not known either: only a decoder could find it.
  private func requireTime(_ packet: Packet) throws {
    guard packet.pts == nil, packet.dts == nil else { return }
    throw MediaError(
      .unsupportedSettings, .demuxing,
      "the container does not state when each of its pictures is shown: they can be encoded, not copied")
  }

  /// Refuses packets whose decode times decrease. Fragments can state that their samples are decoded before those of
  /// the fragment before. Decoding can use the stated presentation times, but a copy would have to change one of the
  /// two times.
  private func requireOrder(_ packet: Packet) throws {
    guard let time = packet.dts else { return }
    if let previousDecodeTime, time < previousDecodeTime {
      throw MediaError(
        .damagedContainer, .demuxing,
        "its parts overlap in time: a sample has an earlier decode time than the one before it",
        time: timeline.time(packet.pts ?? time))
    }
    previousDecodeTime = time
  }

  /// Returns whether a packet is decoded after the range's end. Packets come in decode order, so neither it nor any
  /// later packet is needed.
  private func isPastTheEnd(_ packet: Packet) -> Bool {
    guard let end, let ticks = packet.dts ?? packet.pts else { return false }
    return timeline.time(ticks) >= end
  }
}

/// Distributes a stream's priming over its first packets: libavformat states it once, at the first packet.
private struct StartTrim {
  private var remaining = 0

  mutating func apply(to packet: inout Packet, samples: Int) {
    remaining += packet.trimStart
    packet.trimStart = 0
    guard remaining > 0, samples > 0 else { return }
    packet.trimStart = min(remaining, samples)
    remaining -= packet.trimStart
    packet.isDiscarded = packet.trimStart == samples
  }
}

extension Packet {
  /// Discards a packet that is trimmed completely at the end, so that nothing of it is heard.
  fileprivate mutating func discardIfSilent(samples: Int) {
    guard samples > 0, trimEnd >= samples else { return }
    trimEnd = samples
    isDiscarded = true
  }
}
