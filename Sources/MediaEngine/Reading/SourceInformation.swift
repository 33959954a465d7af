import CoreGraphics
package import CoreMedia
package import MediaInterop
import MediaSupport
package import MovieFile

/// What a source holds: libavformat's view of it, and for a movie file our own reading of its tables.
package struct SourceInformation: Sendable {
  package var probe: Probe
  /// For QuickTime and ISO files.
  package var movie: Movie?
  package var tracks: [SourceTrack]
  /// For MP3 files whose encoder left its numbers.
  let gaplessTag: GaplessTag?
  /// The container's time that is the asset's time zero.
  package var origin: CMTime
  /// What the container says of itself.
  package var metadata: [MetadataRecord]
  /// End of the longest track.
  package var duration = CMTime.zero

  /// Opens a source and reads what its header says.
  ///
  /// - Throws: `MediaError` of stage `.opening`.
  init(of source: MediaSource) throws {
    let probe = try Self.probe(source)
    self.probe = probe
    if probe.isFormat("mov"), case .file(let path) = source { movie = try Movie(path: path) }
    if probe.isFormat("mp3"), case .file(let path) = source {
      gaplessTag = GaplessTag(path: path)
    } else {
      gaplessTag = nil
    }
    // A movie's own empty edits are kept; other containers may count from anywhere.
    origin = movie == nil ? Self.earliestStart(probe) : .zero
    metadata =
      movie.map { MetadataRecord.records(userData: $0.userData, metadata: $0.metadata) }
      ?? MetadataRecord.records(probe.metadata, isID3: probe.isFormat("mp3"))
    tracks = []
    // Every stored property has its value now: the tracks read the rest.
    for stream in probe.streams.map({ $0.countingSamples(in: probe) }) {
      if let track = try SourceTrack(stream, in: self) { tracks.append(track) }
    }
    duration = tracks.map(\.timeRange.end).filter(\.isNumeric).max() ?? .zero
    if duration == .zero, let known = probe.duration { duration = Probe.timeBase.time(known) }
  }

  /// libavformat does not know a movie by its fragments alone, and has few words for what is wrong with one.
  private static func probe(_ source: MediaSource) throws -> Probe {
    do {
      return try Demuxer.probe(source)
    } catch let error where [.unrecognizedFormat, .damagedContainer].contains(error.kind) {
      if case .file(let path) = source, let damage = Movie.damage(path: path) { throw damage }
      throw error
    }
  }

  /// Whether durations and times are the file's own statement, and not an estimate from its size.
  package var statesTimes: Bool {
    movie != nil || gaplessTag != nil || ["wav", "w64", "aiff", "caf", "flac"].contains(where: probe.isFormat)
  }

  /// Exact in the earliest stream's own time base, where the container's field is in microseconds.
  private static func earliestStart(_ probe: Probe) -> CMTime {
    probe.streams.filter { $0.parameters.kind == .video || $0.parameters.kind == .audio }
      .compactMap { stream in stream.presentedStart(in: probe).map(stream.timeBase.time) }
      .min() ?? .zero
  }
}
