/// Writes a QuickTime movie or an MPEG-4 file.
///
/// Samples are appended in the order in which they are to be played (decode time); the writer gathers each track's
/// into chunks and writes `moov` at the end, or in front of the media where `Options.isFastStart` says so. Used from
/// one thread at a time. After an error has been thrown, only `cancel()` makes sense.
///
/// Memory: the tables (see `SampleTableBuilder`), one open chunk a track, a mebibyte of output, and with fast start up
/// to `heldMedia` of media.
package final class MovieWriter {
  package struct Options: Sendable {
    /// `moov` comes before the media.
    package var isFastStart: Bool

    package init(isFastStart: Bool = true) { self.isFastStart = isFastStart }
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
  let media: MediaOutput

  /// Creates a file, which must not exist: `.outputExists`, `.outputUnavailable` or `.diskFull` otherwise.
  package init(creating path: String, format: FileFormat, options: Options = Options()) throws {
    self.format = format
    self.options = options
    media = MediaOutput(try FileOutput(creating: path), format: format, holdsMedia: options.isFastStart)
  }

  /// Writes to an open, empty regular file. The caller closes the descriptor; `path` is for messages.
  package init(descriptor: Int32, path: String, format: FileFormat, options: Options = Options()) {
    self.format = format
    self.options = options
    media = MediaOutput(
      FileOutput(descriptor: descriptor, path: path), format: format, holdsMedia: options.isFastStart)
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

  /// Replaces the duration of a track's last sample, for what is known only after it.
  package func setLastDuration(_ duration: Int64, of track: Int) {
    tracks[track].tables.setLastDuration(duration)
  }

  /// Gives up: removes the file if the writer made it. Nothing may follow.
  package func cancel() { media.discard() }
}
