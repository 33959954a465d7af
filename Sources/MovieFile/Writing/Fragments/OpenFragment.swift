/// The fragment that is being gathered: closed chunks of all tracks, which become runs of samples.
struct OpenFragment {
  /// A chunk: contiguous samples of one track and one sample entry.
  struct Run {
    var track: Int
    var entry: Int
    /// The offset from the start of the fragment's media.
    var offset: Int
    var samples: SampleTableBuilder
  }

  private(set) var runs: [Run] = []
  /// The chunks in their order. They are not copied before they are written.
  private(set) var media: [[UInt8]] = []
  private(set) var mediaSize = 0

  var isEmpty: Bool { runs.isEmpty }

  /// Adds a track's chunk, and after it a last sample in pieces.
  ///
  /// - Parameter alignment: the number of which the chunk's offset in the media must be a multiple; 0 and 1 mean no
  ///   padding.
  mutating func append(
    _ chunk: OpenChunk, followedBy pieces: [UnsafeRawBufferPointer], of track: Int, alignment: Int = 0
  ) {
    let padding = Int(MediaPlacement.roundUp(Int64(mediaSize), to: Int64(alignment))) - mediaSize
    if padding > 0 { append([UInt8](repeating: 0, count: padding)) }
    runs.append(Run(track: track, entry: chunk.entry, offset: mediaSize, samples: chunk.rows))
    append(chunk.bytes)
    for piece in pieces { append([UInt8](piece)) }
  }

  private mutating func append(_ bytes: [UInt8]) {
    media.append(bytes)
    mediaSize += bytes.count
  }

  /// Sets the time at which a track continues. Its last sample so far is extended to that time, since a run states only
  /// the durations of its samples.
  mutating func continueTrack(_ track: Int, at decodeTime: Int64) {
    guard let last = runs.lastIndex(where: { $0.track == track }) else { return }
    let (duration, overflow) = decodeTime.subtractingReportingOverflow(runs[last].samples.lastDecodeTime)
    if !overflow { runs[last].samples.setLastDuration(duration) }
  }

  /// Sets the duration of the track's last sample.
  mutating func setLastDuration(_ duration: Int64, of track: Int) {
    guard let last = runs.lastIndex(where: { $0.track == track }) else { return }
    runs[last].samples.setLastDuration(duration)
  }

  mutating func reset() {
    runs = []
    media = []
    mediaSize = 0
  }
}
