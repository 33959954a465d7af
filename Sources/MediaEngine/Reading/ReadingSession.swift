package import CoreMedia
import MediaInterop
import MediaSupport
import MediaTags
import MovieFile
import Synchronization

/// The track readers of one reader of a source. They share a demuxer if the container has no index.
package final class ReadingSession: AssetSession {
  private let source: AssetSource
  private let treatment: DamageTreatment
  private let shared = Mutex<SharedDemuxer?>(nil)
  private let cancellation = Cancellation()

  package init(source: AssetSource, onDamage treatment: DamageTreatment = .endsReading) {
    self.source = source
    self.treatment = treatment
  }

  /// Makes a reader of one track. All readers of a session are made before the first is read.
  ///
  /// - Parameter isRandomAccess: a Boolean value that says whether the reader will be reset to other ranges. It then
  ///   shares no demuxer.
  /// - Throws: `MediaError`: the file cannot be opened again, the track is damaged, there is no decoder, or the output
  ///   cannot be made from the track.
  package func reader(
    of track: SourceTrack, output: TrackReader.Output, timeRange: CMTimeRange, isRandomAccess: Bool = false
  ) throws -> any SampleReader {
    let leavesOut = treatment == .isLeftOut
    if !leavesOut, output != .glimpse { try requireReadable(track, as: output) }
    let information = try source.load(cancellation)
    let context = context(
      of: track, output, timeRange, ReadingNotes(), in: information, continuesAfterDamage: leavesOut)
    return try reader(context, output, timeRange, isAlone: isRandomAccess, in: information)
  }

  package func pictures(
    of track: SourceTrack, _ request: PictureRequest, in timeRange: CMTimeRange, _ notes: ReadingNotes
  ) throws -> any SampleReader {
    try requireReadable(track, as: .pictures(request))
    let information = try source.load(cancellation)
    let context = context(
      of: track, .pictures(request), timeRange, notes, in: information, continuesAfterDamage: false)
    return try reader(context, .pictures(request), timeRange, isAlone: true, in: information)
  }

  package func indexedStretches(of track: SourceTrack) throws -> [CMTimeRange] {
    let information = try source.load(cancellation)
    guard case .matroska = information.probe.traits.tags,
      let bytes = try information.probe.source.bytes(cancellation: cancellation)
    else { return [] }
    let stream = information.stream(of: track)
    let timeline = AssetTimeline(timeBase: stream.timeBase, origin: information.origin)
    return (try MatroskaIndex(bytes).stretches[stream.index] ?? []).map {
      CMTimeRange(start: timeline.time($0.lowerBound), end: timeline.time($0.upperBound))
    }
  }

  private func context(
    of track: SourceTrack, _ output: TrackReader.Output, _ range: CMTimeRange, _ notes: ReadingNotes,
    in information: SourceInformation, continuesAfterDamage: Bool
  ) -> ReadingContext {
    var stream = information.stream(of: track)
    // If a movie's track begins with JPEG, libavformat reports the coding that follows for all of it.
    if track.hasMovieTables, track.formatDescriptions.count > 1, let format = track.formatDescriptions.first,
      let first = try? CodecParameters(format), first.codec != stream.parameters.codec
    {
      stream.parameters = first
    }
    let timeline = AssetTimeline(timeBase: stream.timeBase, origin: information.origin)
    let edits = isEdited(track, output, in: information) ? track.edits : nil
    let isDamaged = continuesAfterDamage && source.damage(of: track, in: information) != nil
    let losses =
      continuesAfterDamage
      ? ReadingLosses(of: track, timeline, edits: edits?.map, in: range, isDamaged: isDamaged) : nil
    let tables =
      track.mediaType == .video && track.formatDescriptions.count > 1
      ? information.movie?.track(id: UInt32(bitPattern: track.trackID)) : nil
    return ReadingContext(
      track: track, stream: stream, opener: source.opener, timeline: timeline, edits: edits, notes: notes,
      losses: losses,
      isConfigured: !isDamaged || information.configurationDamage(of: track, by: source.opener) == nil,
      descriptions: tables.map { ShownDescriptions(of: $0, edits == nil ? track.edits?.map : nil) },
      agreement: output == .packets ? information.configurationAgreement(of: track) : nil)
  }

  /// - Throws: `MediaError`: the configuration is damaged, the tables contradict each other, or they place samples
  ///   outside of the file. Missing samples of a truncated file are an error only if all samples are required;
  ///   references are read without them.
  private func requireReadable(_ track: SourceTrack, as output: TrackReader.Output) throws {
    guard let damage = source.damage(of: track, in: try source.load(cancellation)) else { return }
    if treatment == .endsReading, damage.kind == .truncatedContainer, output != .references { return }
    throw damage
  }

  /// - Throws: `MediaError(.encrypted)` for a track of encrypted media, with the scheme and the coding.
  private func requireUnencrypted(_ track: SourceTrack, in information: SourceInformation) throws {
    let tables = information.movie?.track(id: UInt32(bitPattern: track.trackID))
    guard let protection = tables?.sampleEntries.lazy.compactMap(\.protection).first else { return }
    let scheme = protection.scheme.map { " by the scheme '\($0)'" } ?? ""
    let coding = protection.originalFormat.map { " (coding '\($0)')" } ?? ""
    throw MediaError(
      .encrypted, .opening, "the track is encrypted\(scheme)\(coding), and no key is known", trackID: track.trackID)
  }

  /// Makes blocking reads, and blocking opening, end soon. Any thread; does not wait.
  package func cancel() { cancellation.cancel() }

  package func interrupt() { cancellation.interrupt() }

  package func resume() { cancellation.resume() }

  private func reader(
    _ context: ReadingContext, _ output: TrackReader.Output, _ range: CMTimeRange, isAlone: Bool,
    in information: SourceInformation
  ) throws -> TrackReader {
    try TrackReader(
      context, path: source.name, { try stage(context, output, isAlone: isAlone, in: information) }, timeRange: range)
  }

  /// Makes the stage that produces the samples of an output.
  private func stage(
    _ context: ReadingContext, _ output: TrackReader.Output, isAlone: Bool, in information: SourceInformation
  ) throws -> any ReadingStage {
    let track = context.track
    if output == .references { return try ReferenceStage(track, in: information, url: source.url) }
    guard track.isSelfContained else {
      throw MediaError(
        .referencesForbidden, .opening, "the track's samples are in another file, which is not opened")
    }
    try requireUnencrypted(track, in: information)
    var options = Demuxer.Options()
    options.readsPastDamage = treatment == .isLeftOut
    let chain = PacketChain(information: information, options: options, cancellation: cancellation) {
      try self.sharedDemuxer(of: information, options)
    }
    func decoding(_ stage: (any PacketSource) -> any ReadingStage) throws -> any ReadingStage {
      let isOrdered = track.mediaType != .video
      let packets = try chain.packets(
        context, isAlone: isAlone, isOrdered: isOrdered, appliesEdits: context.edits == nil)
      let made = stage(packets)
      guard let edits = context.edits else { return made }
      return EditedStage(made, edits, isPictures: track.mediaType == .video)
    }
    switch output {
    case .packets where context.edits != nil: return try decoding { CopyingStage(context, $0) }
    case .references, .packets, .glimpse:
      return CopyingStage(context, try chain.packets(context, isAlone: isAlone), isProven: output != .packets)
    case .pictures(let request): return try decoding { PictureStage(context, $0, request) }
    case .audio(let request): return try decoding { AudioStage(context, $0, request) }
    }
  }

  /// Returns whether an `EditedStage` reads the parts of the media that the edit list shows, one after the other.
  ///
  /// Packets stay in decode order, because the packets that a part's decoding depends on come with the part. The
  /// samples of linear PCM depend on nothing.
  private func isEdited(_ track: SourceTrack, _ output: TrackReader.Output, in information: SourceInformation) -> Bool {
    guard track.isComposed, information.probe.isIndexed else { return false }
    switch output {
    case .pictures, .audio: return true
    case .packets: return information.stream(of: track).parameters.codec.isPCM
    case .references, .glimpse: return false
    }
  }

  private func sharedDemuxer(of information: SourceInformation, _ options: Demuxer.Options) throws -> SharedDemuxer {
    try shared.withLock { shared in
      let demuxer =
        try shared
        ?? SharedDemuxer(
          reopening: information.probe, by: source.opener, options: options, cancellation: cancellation)
      shared = demuxer
      return demuxer
    }
  }
}
