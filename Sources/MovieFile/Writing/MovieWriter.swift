package import MediaSupport

/// A writer of QuickTime movies and MPEG-4 files.
///
/// Samples are appended in the order in which they are to be played (decode time). The writer gathers each track's
/// samples into chunks and writes `moov` at the end, or before the media if `Options.isFastStart` is set. Only one
/// thread may use it at a time. After an error has been thrown, only `cancel()` makes sense.
///
/// With `Options.fragments`, the file is playable up to the last complete fragment, or every fragment is delivered as a
/// segment: see `endFragment()`.
///
/// Memory: the tables (see `SampleTableBuilder`), one open chunk a track, a mebibyte of output, and with fast start up
/// to `heldMedia` of media. With fragments: the media of one fragment, in a file at most
/// `FragmentOptions.largestFragment`.
package final class MovieWriter {
  package struct Options: Sendable {
    /// A Boolean value that says whether `moov` comes before the media.
    package var isFastStart: Bool
    /// The options of a movie in fragments, which needs no fast start; `nil` for other movies.
    package var fragments: FragmentOptions?

    package init(isFastStart: Bool = true, fragments: FragmentOptions? = nil) {
      self.isFastStart = isFastStart
      self.fragments = fragments
    }
  }

  /// The greatest number of bytes of media that are held in memory if `moov` comes first and every track's length is
  /// planned: the unused space is then small compared with this.
  package static let heldPlannedMedia = 1 << 20

  /// The timing and flags of an appended sample, or of a run of equal ones.
  package struct Sample: Sendable {
    /// The decode time in the track's time scale, on a time line of the caller's choice that all tracks share. The
    /// first sample's decode time becomes media time 0 of the file.
    package var decodeTime: Int64
    /// The presentation time minus the decode time.
    package var compositionOffset: Int64
    /// The duration. Only the last sample's affects the decode times in the file.
    package var duration: Int64
    /// A Boolean value that says whether decoding can start here.
    package var isSync: Bool
    package var dependency: SampleDependency
    /// The index of the sample entry, from `addSampleEntry`.
    package var entry: Int
    /// The number of samples of equal size and duration in the bytes, as in PCM.
    package var count: Int

    package init(
      decodeTime: Int64, compositionOffset: Int64 = 0, duration: Int64, isSync: Bool = true,
      dependency: SampleDependency = .unknown, entry: Int = 0, count: Int = 1
    ) {
      self.decodeTime = decodeTime
      self.compositionOffset = compositionOffset
      self.duration = duration
      self.isSync = isSync
      self.dependency = dependency
      self.entry = entry
      self.count = count
    }
  }

  package let format: FileFormat
  package let options: Options
  /// The movie's own description, which may change until `finish()`.
  package var movie = MovieDescription()
  var tracks: [WrittenTrack] = []
  let output: Output
  /// The file; `nil` if segments are delivered.
  private let file: FileOutput?

  /// The destination of the media.
  enum Output {
    case whole(MediaOutput)
    case fragments(FragmentedMedia)
  }

  /// Creates a file. Throws `.outputExists` if it exists, `.outputUnavailable` or `.diskFull`.
  package convenience init(creating path: String, format: FileFormat, options: Options = Options()) throws {
    self.init(try FileOutput(creating: path), format: format, options: options)
  }

  /// Writes to an open, empty regular file. The caller closes the descriptor; `path` is used in messages.
  package convenience init(descriptor: Int32, path: String, format: FileFormat, options: Options = Options()) {
    self.init(FileOutput(descriptor: descriptor, path: path), format: format, options: options)
  }

  /// Writes nothing, and only counts in `size` the bytes that it would write.
  package convenience init(rehearsing format: FileFormat, options: Options) {
    self.init(FileOutput(), format: format, options: options)
  }

  private init(_ file: FileOutput, format: FileFormat, options: Options) {
    self.file = file
    self.format = format
    self.options = options
    output =
      if let fragments = options.fragments {
        .fragments(FragmentedMedia(.file(FragmentFile(file)), options: fragments))
      } else {
        .whole(MediaOutput(file, format: format, holdsMedia: options.isFastStart))
      }
  }

  /// Makes a writer that delivers the initialization segment and, at every `endFragment()`, a media segment. Errors
  /// that `output` throws are rethrown.
  package init(format: FileFormat, fragments: FragmentOptions, segments output: @escaping (MovieSegment) throws -> Void)
  {
    self.format = format
    options = Options(isFastStart: false, fragments: fragments)
    self.output = .fragments(FragmentedMedia(.segments(output), options: fragments))
    file = nil
  }

  /// Adds a track and returns its index; its identifier in the file is the index plus one.
  package func addTrack(_ description: TrackDescription) -> Int {
    precondition((0...ChunkPreferences.largestAlignment).contains(description.chunks.alignment))
    tracks.append(WrittenTrack(description))
    return tracks.count - 1
  }

  /// Returns the identifier of a track in the file, for references to it.
  package func trackID(of track: Int) -> UInt32 { UInt32(track + 1) }

  /// Changes the description of a track. It may change until `finish()`, except for its kind, and for its time scale
  /// once the track has a sample.
  package func updateDescription(of track: Int, _ change: (inout TrackDescription) -> Void) {
    var description = tracks[track].description
    change(&description)
    precondition(
      description.timeScale == tracks[track].description.timeScale || tracks[track].tables.count == 0,
      "the time scale of samples does not change")
    tracks[track].description = description
  }

  /// Adds a description of the coding of a track's samples and returns its index, for `Sample.entry`. An entry that the
  /// track already has is not added twice.
  package func addSampleEntry(_ entry: SampleEntry, to track: Int) -> Int {
    if let known = tracks[track].entries.firstIndex(of: entry) { return known }
    tracks[track].entries.append(entry)
    return tracks[track].entries.count - 1
  }

  /// Replaces a sample entry with facts that are known only after the last sample. In a fragmented file the entries are
  /// already written, and do not change.
  package func replaceSampleEntry(_ index: Int, with entry: SampleEntry, of track: Int) {
    tracks[track].entries[index] = entry
  }

  /// The time scale of the movie's durations and of edits; it is fixed as soon as all tracks are added.
  package var movieTimeScale: Int32 {
    if movie.timeScale > 0 { return movie.timeScale }
    return MovieTimeScale.choose(tracks.map { ($0.description.kind, $0.description.timeScale) })
  }

  /// Returns the numbers of samples and bytes that were appended to a track, and their duration in its time scale.
  package func appended(to track: Int) -> (samples: Int, bytes: Int64, duration: Int64) {
    (Int(tracks[track].tables.count), tracks[track].tables.byteCount, tracks[track].tables.duration)
  }

  /// The size of the file in bytes, complete after `finish()`; 0 if segments are delivered.
  package var size: Int64 { file?.size ?? 0 }

  /// Replaces the duration of a track's last sample in decode order, if it is known only after the sample.
  ///
  /// - Parameter end: the end of the sample that is presented last; `nil` if that follows from its own duration.
  package func setLastDuration(_ duration: Int64, presentedUntil end: Int64? = nil, of track: Int) {
    tracks[track].tables.setLastDuration(duration, presentedUntil: end)
    fragments?.setLastDuration(duration, of: track, &tracks[track].chunk)
  }

  /// Cancels the writing, and removes the file if the writer created it. No other call may follow.
  package func cancel() {
    switch output {
    case .whole(let media): media.discard()
    case .fragments(let media): media.discard()
    }
  }
}
