/// A track being written: its description, its tables, and the chunk that is open.
struct WrittenTrack {
  var description: TrackDescription
  var entries: [SampleEntry] = []
  /// The files that samples lie in, other than the movie itself.
  var locations: [String] = []
  var tables = SampleTableBuilder()
  var chunk = OpenChunk()
  /// The number that is added to decode times and subtracted from composition offsets; `nil` before the first sample.
  var decodeShift: Int64?

  init(_ description: TrackDescription) { self.description = description }

  /// A Boolean value that says whether the track's length is known in advance.
  var isPlanned: Bool { description.plannedSampleCount != nil || description.plannedDuration != nil }

  /// The sample entries, counted from 1, whose samples lie in other files.
  var entriesElsewhere: Set<UInt32> {
    guard !locations.isEmpty else { return [] }
    return Set(entries.indices.filter { entries[$0].dataReferenceIndex > 1 }.map { UInt32($0 + 1) })
  }

  /// Returns a media time on the caller's time line, in seconds; only used to order chunks of different tracks.
  func seconds(_ time: Int64) -> Double { Double(time) / Double(description.timeScale) }

  /// The time at which the open chunk is due, in seconds: it must be written before a sample of another track at that
  /// time or later.
  var chunkDue: Double {
    guard description.isInterleaved else { return -.infinity }
    let limit = description.chunks.durationLimit(timeScale: description.timeScale)
    return seconds(chunk.startTime) + seconds(limit)
  }
}

/// Samples of one track and one sample entry that will be contiguous in the file.
struct OpenChunk {
  var bytes: [UInt8] = []
  /// The decode time of the first sample.
  var startTime: Int64 = 0
  var duration: Int64 = 0
  var samples: UInt32 = 0
  var entry = 0
  /// A table row for each sample, if the movie is written in fragments.
  var rows = SampleTableBuilder()

  var isEmpty: Bool { samples == 0 }

  /// Empties the chunk and keeps its memory for the next.
  mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    duration = 0
    samples = 0
    rows = SampleTableBuilder()
  }
}
