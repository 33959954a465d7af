/// A disagreement within a movie's index, or between the index and the file.
package struct Inconsistency: Hashable, Sendable, CustomStringConvertible {
  /// The identifier of the track; `nil` where the disagreement is not a track's.
  package var trackID: UInt32?
  /// The sample's index, from 0; `nil` where the disagreement is not one sample's.
  package var sample: Int?
  /// The sample's presentation time in ticks of `timeScale`, before edits.
  package var time: Int64?
  package var timeScale: Int32?
  /// The tables place the sample beyond the end of the file, which may have been longer.
  package var isBeyondTheEnd = false
  /// The description of the disagreement: a sentence without its full stop.
  package var description: String
}

extension Movie {
  /// Returns the first disagreement that makes samples unreadable or mistimed; `nil` for a consistent movie. For each
  /// track, a disagreement of the tables is returned before a sample beyond the end of the file, since earlier samples
  /// can be read then.
  ///
  /// It examines every table entry, but no media: a million samples take some tens of milliseconds.
  package func firstInconsistency() -> Inconsistency? {
    for track in tracks {
      if let found = firstInconsistency(of: track) { return found }
    }
    // If a fragment was not completed, its rest is a filler, which contains nothing of the movie.
    if let cutBox, cutBox.type != "free", cutBox.type != "mdat" || tracks.isEmpty || isFragmented {
      return Inconsistency(
        isBeyondTheEnd: true,
        description: "the '\(cutBox.type)' box at byte \(cutBox.offset) has \(cutBox.size) bytes, and the file ends "
          + "after \(fileSize - cutBox.offset)")
    }
    return nil
  }

  /// Returns the first disagreement that makes a track's samples unreadable or mistimed; `nil` for a consistent track.
  package func firstInconsistency(of track: Track) -> Inconsistency? {
    track.firstInconsistency(fileSize: fileSize, movieTimeScale: header.timeScale)
  }
}

extension Track {
  /// Returns the first disagreement in the track of a movie; `nil` for a consistent one.
  func firstInconsistency(fileSize: Int64, movieTimeScale: Int32) -> Inconsistency? {
    tableInconsistency ?? sampleInconsistency(fileSize: fileSize, movieTimeScale: movieTimeScale)
  }

  private func inconsistency(_ description: String) -> Inconsistency {
    Inconsistency(trackID: trackID, description: "track \(trackID): \(description)")
  }

  /// A Boolean value that says whether the tables give samples increasing times.
  private var hasTimes: Bool {
    tables.compositionOffsets.count > 1
      || (0..<tables.decodeTimes.count).contains { tables.decodeTimes.u32($0, column: 1) > 0 }
  }

  /// The first disagreement between counts, or the first entry that refers to something that does not exist.
  var tableInconsistency: Inconsistency? {
    let count = tables.sizes.count
    let timed = tables.decodeTimes.sum
    if timed != count { return inconsistency("\(timed) samples have a duration and \(count) a size") }
    let composed = tables.compositionOffsets.sum
    if tables.compositionOffsets.count > 0, composed != count {
      return inconsistency("\(composed) samples have a composition offset and \(count) a size")
    }
    if kind == .video, count > 1, !hasTimes { return inconsistency("its \(count) pictures have one time") }
    var lastChunk: UInt32 = 0
    for row in 0..<tables.chunkRuns.count {
      let first = tables.chunkRuns.u32(row)
      let isRising = row == 0 ? first == 1 : first > lastChunk
      if !isRising { return inconsistency("entry \(row) of the sample-to-chunk table starts at chunk \(first)") }
      lastChunk = first
    }
    if let sync = tables.syncSamples {
      var last: UInt32 = 0
      for row in 0..<sync.count {
        let number = sync.u32(row)
        if number <= last || Int(number) > count { return inconsistency("sync sample \(number) is out of order") }
        last = number
      }
    }
    return nil
  }

  /// Returns the first sample that has no entry, is in no chunk, or has an impossible time; otherwise the first one
  /// that is outside of the file.
  private func sampleInconsistency(fileSize: Int64, movieTimeScale: Int32) -> Inconsistency? {
    let external = Set(
      sampleEntries.indices.filter { index in
        let reference = Int(sampleEntries[index].dataReferenceIndex) - 1
        return dataReferences.indices.contains(reference) && !dataReferences[reference].isSelfContained
      })
    let offsets = plausibleCompositionOffsets(movieTimeScale: movieTimeScale)
    var seen = 0
    var missing: Inconsistency?
    for sample in samples {
      if let offsets, !offsets.contains(sample.compositionOffset) {
        return at(
          sample, "it is shown \(sample.compositionOffset) ticks after it is decoded, longer than the media lasts")
      }
      guard sampleEntries.indices.contains(sample.entry) else {
        return at(sample, "it has no sample description (\(sample.entry + 1) of \(sampleEntries.count))")
      }
      if missing == nil, !external.contains(sample.entry) {
        let (end, overflow) = sample.offset.addingReportingOverflow(Int64(sample.size))
        if overflow || sample.offset < 0 || end > fileSize {
          let found = absence(of: sample, fileSize: fileSize)
          if hasSimpleTables { return found }
          missing = found
        }
      }
      seen += 1
    }
    if seen < sampleCount { return inconsistency("\(sampleCount) samples have a size and \(seen) are in a chunk") }
    return missing
  }

  /// A Boolean value that says whether the rows of the tables alone show that each sample has an entry, a chunk and a
  /// possible time.
  private var hasSimpleTables: Bool {
    guard fragmentRuns.isEmpty, !hasCompositionOffsets, chunk(of: sampleCount - 1) != nil else { return false }
    return (0..<tables.chunkRuns.count).allSatisfy {
      sampleEntries.indices.contains(Int(tables.chunkRuns.u32($0, column: 2)) - 1)
    }
  }

  /// Returns the disagreement of a sample that the tables place beyond the end of the file.
  package func absence(of sample: TrackSample, fileSize: Int64) -> Inconsistency {
    var found = at(sample, "its \(sample.size) bytes at \(sample.offset) lie beyond the file's \(fileSize)")
    found.isBeyondTheEnd = true
    return found
  }

  private func at(_ sample: TrackSample, _ what: String) -> Inconsistency {
    let seconds = (Double(sample.presentationTime) / Double(timeScale) * 1000).rounded() / 1000
    return Inconsistency(
      trackID: trackID, sample: sample.index, time: sample.presentationTime, timeScale: timeScale,
      description: "track \(trackID), sample \(sample.index) at \(seconds) s: \(what)")
  }
}
