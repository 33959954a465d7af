/// Writes a QuickTime movie or an MPEG-4 file.
///
/// Samples are appended in the order in which they are to be played (decode time); the writer gathers each track's
/// into chunks and writes `moov` at the end, or in front of the media where `Options.isFastStart` says so. Used from
/// one thread at a time. After an error has been thrown, only `cancel()` makes sense.
///
/// In fragments (`Options.fragments`) the file plays as far as it was written, or every fragment is given out as a
/// segment: see `endFragment()`.
///
/// Memory: the tables (see `SampleTableBuilder`), one open chunk a track, a mebibyte of output, and with fast start up
/// to `heldMedia` of media. In fragments: the media of one, `FragmentOptions.largestFragment` at most in a file.
package final class MovieWriter {
  package struct Options: Sendable {
    /// `moov` comes before the media.
    package var isFastStart: Bool
    /// Set for a movie in fragments, which needs no fast start.
    package var fragments: FragmentOptions?

    package init(isFastStart: Bool = true, fragments: FragmentOptions? = nil) {
      self.isFastStart = isFastStart
      self.fragments = fragments
    }
  }

  /// The timing and flags of an appended sample, or of a run of equal ones.
  package struct Sample: Sendable {
    /// In the track's time scale, on a time line of the caller's choice that all tracks share. The first sample's
    /// becomes media time 0 of the file.
    package var decodeTime: Int64
    /// Presentation time less decode time.
    package var compositionOffset: Int64
    /// Only the last sample's tells the file anything that the decode times do not.
    package var duration: Int64
    /// Decoding can start here.
    package var isSync: Bool
    package var dependency: SampleDependency
    /// From `addSampleEntry`.
    package var entry: Int
    /// The bytes are so many samples of equal size and duration, as PCM has them.
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
  /// The movie's own description; may change until `finish()`.
  package var movie = MovieDescription()
  var tracks: [WrittenTrack] = []
  let output: Output
  /// `nil` where segments are given out.
  private let file: FileOutput?

  /// Where the media goes.
  enum Output {
    case whole(MediaOutput)
    case fragments(FragmentedMedia)
  }

  /// Creates a file, which must not exist: `.outputExists`, `.outputUnavailable` or `.diskFull` otherwise.
  package convenience init(creating path: String, format: FileFormat, options: Options = Options()) throws {
    self.init(try FileOutput(creating: path), format: format, options: options)
  }

  /// Writes to an open, empty regular file. The caller closes the descriptor; `path` is for messages.
  package convenience init(descriptor: Int32, path: String, format: FileFormat, options: Options = Options()) {
    self.init(FileOutput(descriptor: descriptor, path: path), format: format, options: options)
  }

  /// Writes nothing, and counts what it would write in `size`.
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

  /// Gives out the initialization segment and, at every `endFragment()`, a media segment. An error that `output`
  /// throws is thrown on.
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

  /// The identifier of a track in the file, for references to it.
  package func trackID(of track: Int) -> UInt32 { UInt32(track + 1) }

  /// The description of a track. It may be replaced until `finish()`, but for its kind, and its time scale once
  /// it has a sample.
  package func description(of track: Int) -> TrackDescription { tracks[track].description }

  package func setDescription(_ description: TrackDescription, of track: Int) {
    precondition(
      description.timeScale == tracks[track].description.timeScale || tracks[track].tables.count == 0,
      "the time scale of samples does not change")
    tracks[track].description = description
  }

  /// Adds a way in which a track's samples are coded and returns its index, for `Sample.entry`. An entry that the
  /// track has already is not added twice.
  package func addSampleEntry(_ entry: SampleEntry, to track: Int) -> Int {
    if let known = tracks[track].entries.firstIndex(of: entry) { return known }
    tracks[track].entries.append(entry)
    return tracks[track].entries.count - 1
  }

  /// Says of a track's samples what was not known before the last of them. In a file in fragments the entries are
  /// written already, and stay.
  package func replaceSampleEntry(_ index: Int, with entry: SampleEntry, of track: Int) {
    tracks[track].entries[index] = entry
  }

  /// The time scale of the movie's durations and of edits: fixed as soon as all tracks are added.
  package var movieTimeScale: Int32 {
    if movie.timeScale > 0 { return movie.timeScale }
    return MovieTimeScale.choose(tracks.map { ($0.description.kind, $0.description.timeScale) })
  }

  /// How many samples and bytes of a track were appended, and how long they last in its time scale.
  package func appended(to track: Int) -> (samples: Int, bytes: Int64, duration: Int64) {
    let tables = tracks[track].tables
    return (Int(tables.count), tables.byteCount, tables.duration)
  }

  /// The bytes of the file, complete after `finish()`; 0 where segments are given out.
  package var size: Int64 { file?.size ?? 0 }

  /// Replaces the duration of a track's last sample, for what is known only after it.
  package func setLastDuration(_ duration: Int64, of track: Int) {
    tracks[track].tables.setLastDuration(duration)
    fragments?.setLastDuration(duration, of: track, &tracks[track].chunk)
  }

  /// Gives up: removes the file if the writer made it. Nothing may follow.
  package func cancel() {
    switch output {
    case .whole(let media): media.discard()
    case .fragments(let media): media.discard()
    }
  }
}
