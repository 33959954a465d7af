internal import AVFoundation

extension Source {
  /// Returns the source with files whose tracks outputs may have beside its own. Their first pictures and sounds come
  /// when its own come.
  ///
  /// - Parameter files: the files, with their paths as the user wrote them.
  /// - Throws: `JobError` of exit 65 for a file whose tracks cannot be moved on the timeline.
  func with(_ files: [(path: String, source: Source)]) throws(JobError) -> Source {
    var result = self
    var taken = Set(facts.tracks.map(\.id))
    for file in files {
      var ids: [Int32: Int32] = [:]
      var next: Int32 = 1
      for track in file.source.facts.tracks {
        while taken.contains(next) { next += 1 }
        taken.insert(next)
        ids[next] = track.id
      }
      let moved = try file.source.moved(by: CMTime(facts.earliestStart) - CMTime(file.source.facts.earliestStart))
      result.added.append(AddedFile(path: file.path, source: moved, ids: ids))
    }
    return result
  }

  /// Returns the file that a track is of, and the track's identifier there.
  func file(of track: TrackFacts) -> (source: Source, id: Int32) {
    for file in added { if let id = file.ids[track.id] { return (file.source, id) } }
    return (self, track.id)
  }

  /// Returns the source with all its tracks moved on the timeline. What comes before zero then is cut off.
  private func moved(by distance: CMTime) throws(JobError) -> Source {
    if distance == .zero { return self }
    let composition = AVMutableComposition()
    var moved = facts
    for index in facts.tracks.indices {
      let track = try assetTrack(facts.tracks[index])
      let range = track.endingTimeRange(of: facts.tracks[index])
      let start = CMTimeMaximum(range.start, .zero - distance)
      let joined = composition.addMutableTrack(withMediaType: track.mediaType, preferredTrackID: track.trackID)
      do {
        try joined?.insertCountedTimeRange(
          CMTimeRange(start: start, end: range.end), of: track, at: start + distance)
      } catch {
        throw JobError(reading: error, of: input.name)
      }
      moved.tracks[index].start = ExactTime(start + distance) ?? .zero
      moved.tracks[index].duration = facts.tracks[index].duration.flatMap { _ in ExactTime(range.end - start) }
      moved.tracks[index].beginsWithEmptyEdit = false
    }
    moved.duration = moved.duration.flatMap { ExactTime(CMTime($0) + distance) }
    var result = self
    (result.media, result.facts) = (composition, moved)
    return result
  }
}
