import CoreMedia
import MediaSupport
import MediaTime
import MovieFile

extension Segment {
  init(_ segment: MovieSegment) {
    isInitialization = segment.kind == .initialization
    bytes = segment.bytes
    tracks = segment.tracks.map(Track.init)
  }
}

extension Segment.Track {
  init(_ track: MovieSegment.Track) {
    let timeBase = TimeBase(ticksPerSecond: track.timeScale)
    trackID = Int32(clamping: track.index + 1)
    mediaType = CMFormatDescription.MediaType(rawValue: track.kind.rawValue.rawValue)
    start = timeBase.time(track.start)
    duration = timeBase.time(track.end) - start
    firstTime = timeBase.time(track.firstTime)
    firstOffset = track.firstOffset
    firstLength = track.firstSize
    firstIsSync = track.firstIsSync
  }
}
