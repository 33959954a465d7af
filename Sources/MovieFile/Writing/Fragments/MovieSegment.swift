/// A part of a movie that is delivered instead of written to a file.
package struct MovieSegment: Sendable {
  package enum Kind: Sendable {
    /// `ftyp` and `moov`, which are needed to read all following segments.
    case initialization
    /// One `moof` and its `mdat`.
    case media
  }

  package var kind: Kind
  package var bytes: [UInt8]
  /// The tracks in the segment, in the order of their numbers. The list is empty for the initialization segment.
  package var tracks: [Track] = []

  /// A track's samples in a segment. Times are in `timeScale` on the time line of the appended samples.
  package struct Track: Sendable {
    /// The index that the track was added under.
    package var index: Int
    package var kind: HandlerType
    package var timeScale: Int32
    /// The start of the first and the end of the last presented sample.
    package var start: Int64
    package var end: Int64
    /// The presentation time of the first sample in decode order, the offset of its bytes in the segment, and its size.
    package var firstTime: Int64
    package var firstOffset: Int
    package var firstSize: Int
    package var firstIsSync: Bool
  }
}

extension MovieSegment.Track {
  /// - Parameter mediaOffset: the distance from the start of the segment to the fragment's media.
  init?(_ index: Int, _ track: WrittenTrack, runs: [OpenFragment.Run], mediaOffset: Int) {
    let runs = runs.filter { $0.track == index }
    guard let first = runs.first else { return nil }
    self.index = index
    kind = track.description.kind
    timeScale = track.description.timeScale
    start = runs.map(\.samples.presentationStart).min() ?? first.samples.presentationStart
    // The track's last sample so far is in the segment, and the track knows how long the one before it lasts.
    end = track.tables.presentationEnd
    firstTime = first.samples.firstPresentationTime
    firstOffset = mediaOffset + first.offset
    firstSize = Int(first.samples.sizes.first ?? first.samples.uniformSize)
    firstIsSync = first.samples.firstSync?.index == 0
  }
}
