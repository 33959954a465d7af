/// The part of a movie's index that makes it the front of a fragmented movie (`mvex`, ISO 14496-12 8.8.1).
///
/// The front has a fixed size: it is written again, with the durations, when they are known.
struct MovieExtends {
  /// The description of a track in the front, which is written before all of its samples are known.
  struct Track {
    /// The number of sample entries that it had; 0 for a track without samples, which is not described.
    var entryCount: Int
    /// The decode time that is media time 0 in the file: the session's start, or the first sample's if that is earlier.
    var origin: Int64
    /// A Boolean value that says whether the front describes a `roll` sample group, to which all samples of the track
    /// belong.
    var hasRollGroup: Bool

    var isDescribed: Bool { entryCount > 0 }

    init(_ track: WrittenTrack) {
      entryCount = track.tables.count > 0 ? track.entries.count : 0
      origin = min(0, track.tables.firstDecodeTime)
      hasRollGroup = entryCount > 0 && track.description.rollDistance != nil
    }
  }

  let tracks: [Track]
  /// A Boolean value that says whether all fragments are written, and the durations known.
  var isFinished = false
  /// The duration, or expected duration, of the movie in its time scale; `nil` where it is not known.
  var duration: Int64?

  init(_ tracks: [WrittenTrack]) { self.tracks = tracks.map(Track.init) }

  /// Returns whether a run's track and sample entry are in the front.
  func describes(_ run: OpenFragment.Run) -> Bool { run.entry < tracks[run.track].entryCount }

  func write(to moov: inout ByteWriter) {
    moov.box("mvex") { mvex in
      // If the duration is not known, a filler reserves the space of `mehd`, because players would use a duration of 0.
      mvex.fullBox(duration == nil ? "free" : "mehd", version: 1) { $0.i64(duration ?? 0) }
      for track in tracks.indices where tracks[track].isDescribed {
        mvex.fullBox("trex") { trex in
          trex.u32(UInt32(track + 1))
          // This is the number of the first sample entry; every fragment states the other values itself.
          trex.u32(1)
          trex.zeros(12)
        }
      }
    }
  }
}
