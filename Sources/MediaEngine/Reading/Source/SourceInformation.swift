import CoreGraphics
package import CoreMedia
package import MediaInterop
import MediaSupport
import MediaTags
import MediaTime
package import MovieFile

/// The streams and tracks of a source, as its container states them. A movie's tables are parsed by our own code.
package struct SourceInformation: Sendable {
  package var probe: Probe
  /// The movie, for QuickTime and ISO files.
  package var movie: Movie?
  package var tracks: [SourceTrack]
  /// The probe's streams, corrected for reading: with times that count samples, and the properties that are actually
  /// decoded.
  private var streams: [MediaInterop.Stream]
  /// The sample numbers that an MP3 file's encoder states, if libavformat applies them.
  let gaplessTag: GaplessTag?
  /// The number of samples in all frames of an MP3 file that states it; `nil` for others.
  let countedSamples: Int?
  /// The container's time that is the asset's time zero.
  package var origin: CMTime
  /// The container's tags, since libavformat passes on only some of them; `nil` for movies, and for containers without
  /// tags.
  let tags: FileTags?
  /// The container's metadata.
  package var metadata: [MetadataRecord]
  /// The files that the container holds beside its media, except pictures, which are metadata.
  package var attachments: [FileAttachment] {
    (tags?.attachments ?? []).map { FileAttachment($0, in: probe.source) }
  }
  /// The end of the longest track. It is indefinite if it is not known.
  package var duration = CMTime.indefinite

  /// Opens a source and determines its streams.
  ///
  /// - Parameter movie: the index of a movie file; `nil` for a file that is none.
  /// - Throws: `MediaError` of stage `.opening`.
  init(of source: MediaSource, movie: Movie?, by opener: any MediaOpener, cancellation: Cancellation) throws {
    let probe = try opener.probe(source, movie, cancellation: cancellation)
    self.probe = probe
    self.movie = probe.isMovie ? movie : nil
    let frame =
      probe.traits.hasInformationFrame
      ? try? source.bytes(cancellation: cancellation).flatMap(InformationFrame.init)
      : nil
    // If libavformat drops the samples that an encoder added, its stream begins after them.
    gaplessTag = probe.streams.contains { $0.startTime ?? 0 > 0 } ? frame?.gapless : nil
    countedSamples = frame?.sampleCount
    // A movie's own empty edits are kept; other containers may begin at any time.
    origin = self.movie == nil ? Self.earliestStart(probe) : .zero
    tags = self.movie == nil ? Self.tags(probe, cancellation) : nil
    metadata = self.movie?.records ?? MetadataRecord.records(tags, and: probe)
    tracks = []
    streams = []
    // All stored properties are set now, so that making the tracks can use them.
    for source in probe.streams.map({ $0.countingSamples(in: probe) }) {
      let sound = DecodedSound(source, in: probe, self.movie, by: opener, cancellation: cancellation)
      var stream = source.decoding(as: sound)
      if let track = try SourceTrack(&stream, in: self) { tracks.append(track) }
      streams.append(stream)
    }
    let known = probe.duration.map(Probe.timeBase.time)
    duration =
      self.movie?.presentationEnd ?? tracks.map(\.timeRange.end).filter(\.isNumeric).max() ?? known ?? .indefinite
    if duration == .zero, let known { duration = known }
    shareBitRate()
  }

  /// Gives tracks without a stated bit rate a share of what the file's size leaves, in the usual proportion of their
  /// formats.
  private mutating func shareBitRate() {
    let (unknown, seconds) = (tracks.indices.filter { tracks[$0].storedBitRate == nil }, duration.seconds)
    guard let byteCount = probe.byteCount, byteCount > 0, seconds > 0, seconds.isFinite else { return }
    let known = tracks.reduce(0) { $0 + ($1.storedBitRate ?? 0) }
    let rest = max(0, Double(byteCount) * 8 / seconds - known)
    let usual = unknown.map { tracks[$0].formatDescriptions.first?.usualBitRate ?? 0 }
    let sum = usual.reduce(0, +)
    for (index, rate) in zip(unknown, usual) { tracks[index].storedBitRate = sum > 0 ? rest * rate / sum : 0 }
  }

  /// Returns a file's tags. Tags that cannot be read are no reason to refuse a file whose media can.
  private static func tags(_ probe: Probe, _ cancellation: Cancellation) -> FileTags? {
    guard let container = probe.traits.tags, let bytes = try? probe.source.bytes(cancellation: cancellation) else {
      return nil
    }
    return try? FileTags(bytes, in: container)
  }

  /// Returns libavformat's stream for a track; its times are the container's own.
  func stream(of track: SourceTrack) -> MediaInterop.Stream { streams[track.streamIndex] }

  /// Returns the error that makes a track, or the rest of it, unreadable: see `AssetSource.damage(of:in:)`.
  ///
  /// A sample beyond the end is an error of the tables only if the file is known to be complete.
  func damage(of track: SourceTrack, by opener: any MediaOpener) -> MediaError? {
    if let damage = configurationDamage(of: track, by: opener) { return damage }
    guard let movie, let tables = movie.track(id: UInt32(bitPattern: stream(of: track).id)) else { return nil }
    if let place = movie.damagedFragments.first {
      return MediaError(
        .damagedContainer, .demuxing, "the fragment at byte \(place) does not give the positions of all of its samples")
    }
    return movie.firstInconsistency(of: tables).map { found in
      let isCut = found.isBeyondTheEnd && !movie.isWhole
      return MediaError(isCut ? .truncatedContainer : .damagedContainer, .demuxing, found.description)
    }
  }

  /// A Boolean value that says whether the file states its durations and times. Otherwise they are estimated from its
  /// size.
  package var statesTimes: Bool {
    if probe.isMovie { return movie != nil }
    return probe.traits.isSelfDescribing || gaplessTag != nil || countedSamples != nil
  }

  /// Returns the earliest start of a stream, exactly, in the stream's own time base: the container's field is in
  /// microseconds.
  private static func earliestStart(_ probe: Probe) -> CMTime {
    probe.streams.filter { $0.parameters.kind == .video || $0.parameters.kind == .audio }
      .compactMap { stream in stream.presentedStart(in: probe).map(stream.timeBase.time) }
      .min() ?? .zero
  }
}
