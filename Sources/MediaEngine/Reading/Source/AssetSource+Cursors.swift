import MovieFile
import Synchronization

extension AssetSource {
  /// Returns a cursor among a track's samples. The cursors of a track share the unpacked tables.
  ///
  /// - Returns: The cursor; `nil` for a source that is no movie file, for a damaged track, and if there is no sample at
  ///   the start.
  package func cursor(in track: SourceTrack, at start: SampleCursor.Start) -> SampleCursor? {
    guard let information = try? load(), damage(of: track, in: information) == nil,
      let tables = information.movie?.track(id: UInt32(bitPattern: track.trackID))
    else { return nil }
    let samples = indices.withLock { indices in
      let samples = indices[track.trackID] ?? SampleIndex(tables)
      indices[track.trackID] = samples
      return samples
    }
    return SampleCursor(samples, track.formatDescriptions, in: url, at: start)
  }
}
