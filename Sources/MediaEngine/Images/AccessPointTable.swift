import CoreMedia
import MediaSupport
import MediaTime
import MovieFile

/// The random-access points of a track whose movie has a table of samples. No media is read for them.
struct AccessPointTable {
  private let track: SourceTrack
  private let edits: TrackEdits
  private let content: any AssetContent

  /// - Returns: `nil` for a track without a table of samples.
  init?(of track: SourceTrack, in content: any AssetContent) {
    guard track.hasMovieTables, let edits = track.edits else { return nil }
    (self.track, self.edits, self.content) = (track, edits, content)
  }

  /// Returns the time of the picture that is shown at a time, if decoding can begin with that picture; otherwise `nil`.
  func timeOfAccessPoint(shownAt time: CMTime) -> CMTime? {
    guard let cursor = cursor(at: time), cursor.isSync else { return nil }
    return latestTime(of: cursor, before: time)
  }

  /// Returns the time of the random-access point that is nearest to a time; of two equally near ones, the earlier. It
  /// is `nil` if there is none within the bounds, and if nothing is shown at the time.
  func nearest(to time: CMTime, from earliest: CMTime, to latest: CMTime) -> CMTime? {
    guard let shown = cursor(at: time) else { return nil }
    var candidates: [CMTime] = []
    var cursor = shown
    while !cursor.isSync, cursor.stepInDecodeOrder(by: -1) != 0 {}
    if cursor.isSync, let before = latestTime(of: cursor, before: time) { candidates.append(before) }
    cursor = shown
    while cursor.stepInDecodeOrder(by: 1) != 0 {
      guard cursor.isSync, let after = times(of: cursor).first(where: { $0 > time }) else { continue }
      candidates.append(after)
      break
    }
    return candidates.filter { $0 >= earliest && $0 <= latest }
      .min { CMTimeAbsoluteValue($0 - time) < CMTimeAbsoluteValue($1 - time) }
  }

  /// Returns whether there is a random-access point between the picture that is shown at a time and that of a later
  /// time. It is `false` if nothing is shown at one of the times.
  func isAccessPoint(between time: CMTime, and next: CMTime) -> Bool {
    guard let first = cursor(at: time), var cursor = cursor(at: next) else { return false }
    while cursor.index > first.index {
      if cursor.isSync { return true }
      if cursor.stepInDecodeOrder(by: -1) == 0 { return false }
    }
    return false
  }

  private func cursor(at time: CMTime) -> SampleCursor? {
    guard let ticks = edits.media.ticks(time, .down), let mediaTime = edits.map.mediaTime(at: ticks) else { return nil }
    return content.cursor(in: track, at: .shown(at: edits.media.time(mediaTime)))
  }

  /// Returns the start of the last sample whose presentation begins at or before a time.
  private func latestTime(of cursor: SampleCursor, before time: CMTime) -> CMTime? {
    times(of: cursor).last { $0 <= time }
  }

  private func times(of cursor: SampleCursor) -> [CMTime] {
    guard let ticks = edits.media.ticks(cursor.presentationTime, .down) else { return [] }
    return edits.map.presentationTimes(of: ticks).map { edits.media.time($0) }
  }
}
