import MediaSupport

/// The choice of a movie's time scale. Edits use it, so its ticks should divide every track's.
package enum MovieTimeScale {
  /// The scale used if there is no track at all.
  static let withoutTracks: Int32 = 600

  /// Returns the least common multiple of the tracks' time scales if it fits in 31 bits. Otherwise it is the audio's
  /// time scale, since an inexact audio edit is heard as a gap, or else the finest track's.
  ///
  /// - Parameter tracks: all tracks' kinds and time scales, in order.
  package static func choose(_ tracks: [(kind: HandlerType, timeScale: Int32)]) -> Int32 {
    var multiple: Int64 = 1
    for track in tracks {
      multiple *= Int64(track.timeScale) / greatestCommonDivisor(multiple, Int64(track.timeScale))
      if multiple > Int64(Int32.max) {
        let audio = tracks.first { $0.kind == .audio }?.timeScale
        return audio ?? tracks.map(\.timeScale).max() ?? withoutTracks
      }
    }
    return tracks.isEmpty ? withoutTracks : Int32(multiple)
  }
}
