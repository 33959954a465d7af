/// The limits for gathering a track's samples into chunks.
///
/// A chunk is contiguous in the file and has one sample entry. Large chunks make small tables and long reads; small
/// chunks let a player start early and keep the tracks close together.
package struct ChunkPreferences: Hashable, Sendable {
  /// The longest duration of a chunk, in the media's time scale. A sample that is longer gets its own chunk. If it is
  /// `nil`, the writer uses half a second.
  package var duration: Int64?
  /// The largest size of a chunk in bytes. A larger sample gets its own chunk. If it is `nil`, the writer uses its own
  /// limit.
  package var size: Int?
  /// The number of bytes of which chunks' offsets in the file are multiples. 0 and 1 add no padding.
  package var alignment = 0

  /// Half a second: a player that reads chunk by chunk needs less than a second of each track to start, and the table
  /// of chunks costs two entries a second.
  package static let defaultDurationInSeconds = 0.5
  /// One mebibyte for each track. It bounds the memory for chunks, which are held until they are complete, and is more
  /// than a read-ahead.
  package static let defaultSize = 1 << 20
  /// The largest size if a caller asks for long chunks. It bounds the memory for chunks too.
  package static let largestSize = 32 << 20
  /// The largest alignment. Larger ones are refused. The largest that is used is a flash page.
  package static let largestAlignment = 1 << 20

  package init(duration: Int64? = nil, size: Int? = nil, alignment: Int = 0) {
    self.duration = duration
    self.size = size
    self.alignment = alignment
  }

  /// Returns how many of `count` equal samples fit in a chunk that already has `openDuration` and `openSize`.
  ///
  /// An empty chunk takes at least one. Where only a duration is wanted, the size is bounded by `largestSize`.
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

  /// Returns the longest duration of a chunk, in the media's time scale.
  func durationLimit(timeScale: Int32) -> Int64 {
    duration ?? Int64((Double(timeScale) * Self.defaultDurationInSeconds).rounded(.up))
  }
}
