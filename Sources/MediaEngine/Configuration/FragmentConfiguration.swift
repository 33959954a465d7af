package import CoreMedia

/// A movie file that plays as far as it was written (AW-60 to AW-62).
package struct FragmentConfiguration: Sendable {
  /// The duration of media after which a fragment is written.
  package var interval: CMTime
  /// The interval for the first fragment. Where it is not numeric, it is as for the others.
  package var initialInterval: CMTime = .invalid
  /// The number of the first fragment.
  package var firstSequenceNumber: UInt32 = 1
  /// The expected duration of the file.
  package var durationHint: CMTime = .invalid
  /// A Boolean value that says whether fragments do not depend on the times that the front of their own file states.
  package var isCombinable = false

  package init(interval: CMTime) { self.interval = interval }
}

/// Segments that are given out, and no file (AW-70 to AW-78).
package struct SegmentConfiguration: Sendable {
  package enum Profile: Sendable {
    /// Fragmented MPEG-4 as Apple's HTTP Live Streaming has it.
    case appleHLS
    /// ISO 23000-19: one track, each segment with its own index.
    case cmaf
    /// The fragments of one file, which is written without going back. Its tracks have the edit lists and the decode
    /// times of fragmented files: some players shift all times of tracks that have other ones.
    case stream
  }

  package enum Rule: Sendable {
    /// A segment ends at the first sync sample that is presented at or after each multiple of an interval.
    case every(SegmentBoundaries)
    /// A segment ends where the client says so.
    case onDemand
  }

  package var profile: Profile
  package var rule: Rule
  /// The number of tracks that there will be: the brands of CMAF promise one.
  package var trackCount = 1
  package var firstSequenceNumber: UInt32 = 1
  /// Takes each segment, on the file's worker.
  package var output: @Sendable (Segment) throws -> Void

  package init(profile: Profile, rule: Rule, output: @escaping @Sendable (Segment) throws -> Void) {
    self.profile = profile
    self.rule = rule
    self.output = output
  }

  /// The interval of a stream where the client has no wish: a player at its end starts soon.
  package static let streamInterval = CMTime(value: 2, timescale: 1)

  /// The interval where the client has no wish: the one that Apple's authoring rules for HTTP Live Streaming recommend.
  package static let defaultInterval = CMTime(value: 6, timescale: 1)
}

/// The times at which segments are to end: a time and every interval after it.
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
    /// The time at which its earliest sample is presented.
    package var start: CMTime
    package var duration: CMTime
    /// The first sample in decode order: the time at which it is presented, its place in the segment, and whether
    /// decoding can start with it.
    package var firstTime: CMTime
    package var firstOffset: Int
    package var firstLength: Int
    package var firstIsSync: Bool
  }

  package var isInitialization: Bool
  package var bytes: [UInt8]
  /// The tracks; empty for the initialization.
  package var tracks: [Track]
}
