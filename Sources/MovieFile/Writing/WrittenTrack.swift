/// A track being written: its description, its tables, and the chunk that is open.
struct WrittenTrack {
  var description: TrackDescription
  var entries: [SampleEntry] = []
  /// The files that samples lie in, beside the movie itself.
  var locations: [String] = []
  var tables = SampleTableBuilder()
  var chunk = OpenChunk()
  /// What is added to decode times and taken from composition offsets; `nil` before the first sample.
  var decodeShift: Int64?

  init(_ description: TrackDescription) { self.description = description }

  /// Whether it is known how long the track will be.
  var isPlanned: Bool { description.plannedSampleCount != nil || description.plannedDuration != nil }

  /// The sample entries, counted from 1, whose samples lie in other files.
  var entriesElsewhere: Set<UInt32> {
    guard !locations.isEmpty else { return [] }
    return Set(entries.indices.filter { entries[$0].dataReferenceIndex > 1 }.map { UInt32($0 + 1) })
  }

  /// Media time on the caller's time line, in seconds: only to order chunks of different tracks.
  func seconds(_ time: Int64) -> Double { Double(time) / Double(description.timeScale) }

  /// When the open chunk is due, in seconds: another track's sample from then on must not be written before it.
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
  /// The samples one by one, where the movie is written in fragments.
  var rows = SampleTableBuilder()

  var isEmpty: Bool { samples == 0 }

  /// Empties it and keeps its memory for the next.
  mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    duration = 0
    samples = 0
    rows = SampleTableBuilder()
  }
}
