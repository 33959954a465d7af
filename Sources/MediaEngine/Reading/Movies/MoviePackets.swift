import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

/// The packets of a movie's track: a packet for each sample, by the movie's own tables and its edit list.
final class MoviePackets: PacketSource, @unchecked Sendable {
  // Sendable: one caller at a time, as the protocol says.
  private let media: MovieMedia
  private let stream: MediaInterop.Stream
  private let kind: HandlerType
  /// A Boolean value that says whether presentation times differ from decode times.
  private let isReordered: Bool
  private var samples: AdjacentSamples
  /// The number of samples at the start that are only for the decoder, if the movie states it outside of edit lists.
  private let priming: Int
  private let sampleCount: CodedSampleCount
  /// The decoder's parameters for each sample entry, if there are several; `nil` for an entry of unknown coding.
  private let parameters: [CodecParameters?]
  /// The index of the sample entry that the decoder knows. It starts with the first.
  private var entry = 0
  /// The latest presentation time so far; `nil` before the first.
  private var latestTime: Int64?
  /// The duration of the last sample if the tables state none, in ticks of the media.
  private let unstatedDuration: Int64
  /// The palette that the decoder receives with the first packet; `nil` if it needs none.
  private let palette: SideData?
  private var hasPalette = false
  /// The range of composition offsets that are no damage; `nil` if none of the track's offsets is plausible.
  private let plausibleOffsets: ClosedRange<Int64>?

  /// - Parameters:
  ///   - edits: the edit list; `nil` for all of the media, at its own times.
  ///   - plausibleOffsets: the composition offsets that are no damage; `nil` if none of the track's offsets is
  ///     plausible.
  init(
    _ track: Track, _ edits: EditMap?, priming: Int, plausibleOffsets: ClosedRange<Int64>?, _ media: MovieMedia,
    of context: ReadingContext
  ) {
    self.media = media
    stream = context.stream
    (kind, isReordered) = (track.kind, track.hasCompositionOffsets)
    self.priming = edits == nil ? 0 : priming
    samples = AdjacentSamples(PresentedSamples(track, edits))
    sampleCount = CodedSampleCount(stream.parameters)
    unstatedDuration = track.unstatedDuration
    self.plausibleOffsets = plausibleOffsets
    palette = track.sampleEntries.first.flatMap { MoviePalette($0)?.sideData }
    let depth = stream.parameters.reorderDepth
    parameters =
      track.sampleEntries.count > 1
      ? context.track.formatDescriptions.map { format in
        var parameters = try? CodecParameters(format)
        parameters?.reorderDepth = depth
        return parameters
      } : []
  }

  func next() throws -> Packet? {
    while let (presented, run) = samples.next() {
      if let run { media.readAhead(run) }
      if let packet = try packet(of: presented) { return packet }
    }
    try media.finish()
    return nil
  }

  /// - Returns: `nil` if the sample lies beyond the end of the file, and reading continues after damage.
  private func packet(of presented: PresentedSample) throws -> Packet? {
    let sample = presented.sample
    guard var packet = try media.packet(sample.size, at: sample.offset, sample: sample.index, stream.timeBase) else {
      return nil
    }
    packet.streamIndex = stream.index
    packet.pts = presented.presentationTime
    packet.dts = presented.decodeTime
    packet.duration = presented.duration
    packet.isKeyFrame = sample.isAccessPoint
    packet.dependency = sample.dependency
    if packet.duration == 0, presented.isLast { packet.duration = unstatedDuration }
    if let plausibleOffsets, !plausibleOffsets.contains(sample.compositionOffset) {
      // The presentation time is unknown: a reader that continues after damage notes the picture as lost.
      (packet.pts, packet.isDamaged) = (packet.dts, true)
    } else {
      switch kind {
      case .audio: trim(&packet, presented)
      case .timecode: trimTicks(of: &packet, presented)
      case .video: cut(&packet, presented)
      default:
        cut(&packet, presented)
        if !isReordered { packet.dts = packet.pts }
      }
    }
    if media.isAtMissing {
      let time = earliestTime(from: presented) ?? presented.presentationTime
      (packet.pts, packet.dts) = (time, time)
    }
    if let palette, !hasPalette {
      hasPalette = true
      packet.sideData = [palette]
    }
    if sample.entry != entry {
      let codec = parameters(of: entry)?.codec
      entry = sample.entry
      let next = parameters(of: entry)
      packet.newExtradata = next?.extradata
      if next?.codec != codec { packet.newParameters = next }
    }
    return packet
  }

  /// Returns the earliest presentation time of a sample that is missing: one that is decoded after the first of them
  /// can be shown before it. It is `nil` if none of them is shown.
  private func earliestTime(from first: PresentedSample) -> Int64? {
    var earliest = first.shown?.lowerBound
    while let next = samples.next()?.sample, next.decodeTime < earliest ?? .max {
      if let time = next.shown?.lowerBound { earliest = min(time, earliest ?? time) }
    }
    return earliest
  }

  private func parameters(of entry: Int) -> CodecParameters? {
    parameters.indices.contains(entry) ? parameters[entry] : nil
  }

  /// Cuts a packet of pictures or texts to the stretch in which it is shown.
  private func cut(_ packet: inout Packet, _ presented: PresentedSample) {
    guard let shown = presented.shown else {
      packet.isDiscarded = true
      return
    }
    let isShownLast = latestTime.map { shown.lowerBound >= $0 } ?? true
    if presented.isLast, !isShownLast { packet.decodeDuration = packet.duration }
    if isShownLast { latestTime = shown.lowerBound }
    packet.pts = shown.lowerBound
    let (duration, overflow) = shown.upperBound.subtractingReportingOverflow(shown.lowerBound)
    if duration > 0, !overflow { packet.duration = duration }
  }

  /// Sets how many samples at both ends of a packet of sound are not heard.
  private func trim(_ packet: inout Packet, _ presented: PresentedSample) {
    let unit = stream.parameters.samples
    func count(_ ticks: Int64) -> Int { Int(Int32(clamping: stream.timeBase.rescale(ticks, to: unit))) }
    let start = presented.presentationTime
    let stated = packet.duration
    let all = presented.isLast && stated > 0 ? sampleCount.all(of: packet) : nil
    // The tables can state a shorter duration for the last packet than it decodes to.
    if let all, count(stated) < all {
      packet.duration = unit.rescale(Int64(all), to: stream.timeBase)
      packet.trimEnd = all - count(stated)
    }
    guard let shown = presented.shown else {
      packet.isDiscarded = true
      packet.trimStart = max(0, count(stated))
      return
    }
    packet.trimStart = count(shown.lowerBound &- start)
    packet.trimEnd += count(max(0, start &+ presented.duration &- shown.upperBound))
    if presented.sample.index == 0, packet.trimStart == 0 { packet.trimStart = priming }
  }

  /// Sets how many ticks at both ends of a timecode are not presented. The packet cannot be shortened instead, since
  /// its number belongs to its first frame.
  private func trimTicks(of packet: inout Packet, _ presented: PresentedSample) {
    guard let shown = presented.shown else {
      packet.isDiscarded = true
      return
    }
    let start = presented.presentationTime
    packet.trimStart = Int(clamping: max(0, shown.lowerBound &- start))
    packet.trimEnd = Int(clamping: max(0, start &+ packet.duration &- shown.upperBound))
  }

  // MARK: Seeking

  func seek(to ticks: Int64) {
    begin()
    samples.seek(to: ticks)
  }

  func rewind() {
    begin()
    samples.rewind()
  }

  private func begin() {
    media.jump()
    (entry, latestTime, hasPalette) = (0, nil, false)
  }
}
