import MediaSupport
import MovieFile

extension MovieDump {
  /// Writes the summary of a track's samples, and a line for each sample if the options ask for it.
  func writeSamples(_ track: Track, of movie: Movie) throws {
    try outline.block("samples") {
      outline.field("count", track.sampleCount)
      if tellsBytes { outline.field("bytes", track.sampleBytes) }
      guard track.sampleCount > 0 else { return }
      var sync = RangeList()
      track.forEachSyncRange { sync.append($0) }
      outline.field("sync", sync.isAll(of: track.sampleCount) ? "all" : sync.description)
      var durations = RunList()
      track.forEachDurationRun { durations.append($0) }
      outline.field("durations", durations)
      writeCompositionOffsets(track)
      writeTimes(track, of: movie)
      outline.field("roll distance", track.rollDistance)
      if options.contains(.samples) { try writeLines(track, limit: Limits.sampleLines / movie.tracks.count) }
    }
  }

  private func writeCompositionOffsets(_ track: Track) {
    guard track.hasCompositionOffsets else { return }
    var offsets = RunList()
    track.forEachCompositionRun { offsets.append($0) }
    if !offsets.isZero { outline.field("composition offsets", offsets) }
  }

  /// Writes the first decode time and the duration, and the start and end of the presentation.
  private func writeTimes(_ track: Track, of movie: Movie) {
    let scale = track.timeScale
    outline.field("first decode time", Notation.time(track.firstDecodeTime, scale))
    outline.field("duration of all", Notation.time(track.sampleDuration, scale))
    guard track.hasCompositionOffsets, isExaminable(movie) else { return }
    var (start, end) = (Int64.max, Int64.min)
    for sample in track.samples {
      start = min(start, sample.presentationTime)
      end = max(end, sample.presentationTime &+ sample.duration)
    }
    guard start <= end else { return }
    outline.field("presentation", "from \(Notation.time(start, scale)) to \(Notation.time(end, scale))")
  }

  /// Writes `index: dts pts duration size sync droppable format crc32` for each sample. Times are in ticks of the
  /// track's time scale.
  private func writeLines(_ track: Track, limit: Int) throws {
    var readable = 2 * source.byteCount
    for sample in track.samples.prefix(limit) {
      var line = "\(sample.index): dts \(sample.decodeTime) pts \(sample.presentationTime) duration \(sample.duration)"
      if tellsBytes { line += " size \(sample.size)" }
      if sample.isSync { line += " sync" }
      if sample.dependency.isDependedOn == .no { line += " droppable" }
      if sample.entry != 0 { line += " format \(sample.entry + 1)" }
      if tellsBytes, options.contains(.checksums), isInFile(sample, of: track) {
        line += " crc32 \(try checksum(of: sample, within: &readable))"
      }
      outline.line(line)
    }
    if track.sampleCount > limit { outline.line("and \(track.sampleCount - limit) more") }
  }

  /// Returns whether a sample's bytes are in this file, as its data reference states.
  private func isInFile(_ sample: TrackSample, of track: Track) -> Bool {
    guard track.sampleEntries.indices.contains(sample.entry) else { return false }
    let reference = Int(track.sampleEntries[sample.entry].dataReferenceIndex) - 1
    return !track.dataReferences.indices.contains(reference) || track.dataReferences[reference].isSelfContained
  }

  /// - Parameter budget: the number of bytes that may still be read. It bounds the time for a file whose samples share
  ///   bytes. The samples of a consistent movie have at most twice the file's size.
  private func checksum(of sample: TrackSample, within budget: inout Int64) throws -> String {
    let (end, overflow) = sample.offset.addingReportingOverflow(Int64(sample.size))
    guard !overflow, sample.offset >= 0, end <= source.byteCount else { return "beyond the file" }
    budget -= Int64(sample.size)
    guard budget >= 0 else { return "not computed" }
    var checksum = Checksum()
    var offset = sample.offset
    while offset < end {
      let bytes = try source.read(Int(min(Int64(Limits.readSize), end - offset)), at: offset)
      guard !bytes.isEmpty else { return "beyond the file" }
      checksum.update(bytes)
      offset += Int64(bytes.count)
    }
    return checksum.description
  }
}
