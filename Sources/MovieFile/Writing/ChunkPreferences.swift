/// How a track's samples are gathered into chunks.
///
/// A chunk is contiguous in the file and has one sample entry. Large chunks make small tables and long reads; small
/// ones let a player start early and keep the tracks close together.
package struct ChunkPreferences: Hashable, Sendable {
  /// The longest chunk, in the media's time scale; a sample that is longer is a chunk by itself. `nil` for the
  /// writer's own half second.
  package var duration: Int64?
  /// The largest chunk in bytes; a larger sample is a chunk by itself. `nil` for the writer's own limit.
  package var size: Int?
  /// Chunks start at multiples of this many bytes of the file; 0 and 1 pad nothing.
  package var alignment = 0

  /// Half a second: a player that reads chunk by chunk needs less than a second of each track to start, and the
  /// table of chunks costs two entries a second.
  package static let defaultDurationInSeconds = 0.5
  /// A chunk is held in memory until it is complete: one mebibyte a track bounds that, and is more than a read-ahead.
  package static let defaultSize = 1 << 20
  /// The limit where a caller asks for long chunks, for the same reason.
  package static let largestSize = 32 << 20
  /// Alignments beyond this are refused; the largest in use is a flash page.
  package static let largestAlignment = 1 << 20

  package init(duration: Int64? = nil, size: Int? = nil, alignment: Int = 0) {
    self.duration = duration
    self.size = size
    self.alignment = alignment
  }

  /// How many of `count` equal samples a chunk takes that has `openDuration` and `openSize` already.
  ///
  /// An empty chunk takes at least one. With a wanted duration alone the size is bounded by `largestSize`.
  func samplesThatFit(
    _ count: Int, duration sampleDuration: Int64, size sampleSize: Int, openDuration: Int64, openSize: Int,
    timeScale: Int32
  ) -> Int {
    let longest = durationLimit(timeScale: timeScale)
    let largest = min(size ?? (duration == nil ? Self.defaultSize : Self.largestSize), Self.largestSize)
    var fitting = count
    if sampleDuration > 0 {
      fitting = min(fitting, Int(clamping: max(0, longest - openDuration) / sampleDuration))
    }
    if sampleSize > 0 { fitting = min(fitting, max(0, largest - openSize) / sampleSize) }
    let isEmpty = openDuration == 0 && openSize == 0
    return isEmpty ? max(1, fitting) : fitting
  }

  /// The longest chunk in the media's time scale.
  func durationLimit(timeScale: Int32) -> Int64 {
    duration ?? Int64((Double(timeScale) * Self.defaultDurationInSeconds).rounded(.up))
  }
}
