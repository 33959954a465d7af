/// The fragment that is being gathered: closed chunks of all tracks, which become runs of samples.
struct OpenFragment {
  /// A chunk: contiguous samples of one track and one sample entry.
  struct Run {
    var track: Int
    var entry: Int
    /// From the start of the fragment's media.
    var offset: Int
    var samples: SampleTableBuilder
  }

  private(set) var runs: [Run] = []
  /// Chunk by chunk, as they came: nothing is copied before it is written.
  private(set) var media: [[UInt8]] = []
  private(set) var mediaSize = 0

  var isEmpty: Bool { runs.isEmpty }

  /// Takes a track's chunk, and behind it a last sample in pieces.
  ///
  /// - Parameter alignment: what the chunk's place in the media is to be a multiple of; 0 and 1 pad nothing.
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

  /// The track goes on at a time: its last sample so far lasts until then, since a run says only how long its samples
  /// last.
  mutating func continueTrack(_ track: Int, at decodeTime: Int64) {
    guard let last = runs.lastIndex(where: { $0.track == track }) else { return }
    let (duration, overflow) = decodeTime.subtractingReportingOverflow(runs[last].samples.lastDecodeTime)
    if !overflow { runs[last].samples.setLastDuration(duration) }
  }

  /// The track's last sample lasts so long.
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
