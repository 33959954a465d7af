package import MovieFile

/// The times and durations in the index of a Matroska file. Writers list the samples of subtitles with their durations.
package struct MatroskaIndex: Sendable {
  /// The times of the listed samples, by the track's index in the file. They are in the order of the file's index, and
  /// in ticks of the file.
  package private(set) var stretches: [Int: [Range<Int64>]] = [:]

  /// Reads the index. A file without an index has no `stretches`.
  ///
  /// - Throws: `MediaError(.inputOutput)`, when the file cannot be read.
  package init(_ source: any ByteSource) throws {
    let file = try MatroskaFile(source, wanted: [MatroskaElement.tracks, MatroskaElement.cues])
    var tracks: [UInt64: Int] = [:]
    for (index, entry) in file.tracks.enumerated() {
      if let number = entry.first(MatroskaElement.trackNumber)?.unsigned { tracks[number] = tracks[number] ?? index }
    }
    for point in file.children(of: MatroskaElement.cues) where point.identifier == MatroskaElement.cuePoint {
      guard let start = Self.ticks(point, MatroskaElement.cueTime) else { continue }
      for place in point.children where place.identifier == MatroskaElement.cueTrackPositions {
        guard let track = place.first(MatroskaElement.cueTrack)?.unsigned.flatMap({ tracks[$0] }),
          let duration = Self.ticks(place, MatroskaElement.cueDuration)
        else { continue }
        let (end, overflow) = start.addingReportingOverflow(duration)
        if !overflow { stretches[track, default: []].append(start..<end) }
      }
    }
  }

  private static func ticks(_ element: EBMLElement, _ identifier: UInt32) -> Int64? {
    element.first(identifier)?.unsigned.flatMap { Int64(exactly: $0) }
  }
}
