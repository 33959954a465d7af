package import CoreMedia

/// The fragments of a movie file that is playable while it is written (AW-60 to AW-62).
package struct FragmentConfiguration: Sendable {
  /// The duration of media after which a fragment is written.
  package var interval: CMTime
  /// The interval for the first fragment. If it is not numeric, `interval` applies.
  package var initialInterval: CMTime = .invalid
  /// The number of the first fragment.
  package var firstSequenceNumber: UInt32 = 1
  /// The expected duration of the file.
  package var durationHint: CMTime = .invalid
  /// A Boolean value that says whether fragments are independent of the times that the front of their own file states.
  package var isCombinable = false

  package init(interval: CMTime) { self.interval = interval }
}

/// The segments that are delivered instead of a file (AW-70 to AW-78).
package struct SegmentConfiguration: Sendable {
  package enum Profile: Sendable {
    /// Fragmented MPEG-4 as in Apple's HTTP Live Streaming.
    case appleHLS
    /// ISO 23000-19: one track, each segment with its own index.
    case cmaf
    /// The fragments of one file, which is written without seeking back. Its tracks have the edit lists and decode
    /// times of fragmented files, because some players shift all times of tracks that have others.
    case stream
  }

  package enum Rule: Sendable {
    /// A segment ends at the first sync sample that is presented at or after each multiple of an interval.
    case every(SegmentBoundaries)
    /// A segment ends only where the client ends it.
    case onDemand
  }

  package var profile: Profile
  package var rule: Rule
  /// The number of tracks that there will be: CMAF's brands promise exactly one.
  package var trackCount = 1
  package var firstSequenceNumber: UInt32 = 1
  /// A closure that receives each segment, on the file's worker.
  package var output: @Sendable (Segment) throws -> Void

  package init(profile: Profile, rule: Rule, output: @escaping @Sendable (Segment) throws -> Void) {
    self.profile = profile
    self.rule = rule
    self.output = output
  }

  /// The interval of a stream if the client states none: short, so that a player at the stream's end starts soon.
  package static let streamInterval = CMTime(value: 2, timescale: 1)

  /// The interval if the client states none, as Apple's authoring rules for HTTP Live Streaming recommend.
  package static let defaultInterval = CMTime(value: 6, timescale: 1)
}

/// The times at which segments should end: a first time and every interval after it.
package struct SegmentBoundaries: Sendable, Hashable {
  package var start: CMTime
  package var interval: CMTime

  package init(start: CMTime, interval: CMTime) {
    self.start = start
    self.interval = interval
  }
}

/// A part of a movie for streaming, with the facts for a playlist. Times are the source's.
package struct Segment: Sendable {
  package struct Track: Sendable {
    package var trackID: Int32
    package var mediaType: CMFormatDescription.MediaType
    /// The presentation time of its earliest sample.
    package var start: CMTime
    package var duration: CMTime
    /// The first sample in decode order: its presentation time, its byte range in the segment, and whether decoding can
    /// start with it.
    package var firstTime: CMTime
    package var firstOffset: Int
    package var firstLength: Int
    package var firstIsSync: Bool
  }

  package var isInitialization: Bool
  package var bytes: [UInt8]
  /// The tracks; empty for the initialization segment.
  package var tracks: [Track]
}
