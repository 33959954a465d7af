package import CoreMedia

/// A movie file that plays as far as it was written (AW-60 to AW-62).
package struct FragmentConfiguration: Sendable {
  /// A fragment is written whenever so much media has passed.
  package var interval: CMTime
  /// The same for the first fragment; not numeric: as for the others.
  package var initialInterval: CMTime = .invalid
  /// The number of the first fragment.
  package var firstSequenceNumber: UInt32 = 1
  /// What the file is expected to last.
  package var durationHint: CMTime = .invalid
  /// Fragments depend on nothing that the front of their own file says of times.
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
  }

  package enum Rule: Sendable {
    /// A segment ends at the first sync sample that is presented at or after each multiple of an interval.
    case every(SegmentBoundaries)
    /// A segment ends where the client says so.
    case onDemand
  }

  package var profile: Profile
  package var rule: Rule
  /// How many tracks there will be: the brands of CMAF promise one.
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

  /// The interval where the client has no wish: what Apple's authoring rules for HTTP Live Streaming recommend.
  package static let defaultInterval = CMTime(value: 6, timescale: 1)
}

/// Where segments are to end: at a time and every interval after it.
package struct SegmentBoundaries: Sendable, Hashable {
  package var start: CMTime
  package var interval: CMTime

  package init(start: CMTime, interval: CMTime) {
    self.start = start
    self.interval = interval
  }
}

/// A part of a movie for streaming, with what a playlist says of it. Times are the source's.
package struct Segment: Sendable {
  package struct Track: Sendable {
    package var trackID: Int32
    package var mediaType: CMFormatDescription.MediaType
    /// When its earliest sample is presented.
    package var start: CMTime
    package var duration: CMTime
    /// The first sample in decode order: when it is presented, where in the segment it lies, and whether decoding can
    /// start with it.
    package var firstTime: CMTime
    package var firstOffset: Int
    package var firstLength: Int
    package var firstIsSync: Bool
  }

  package var isInitialization: Bool
  package var bytes: [UInt8]
  /// Empty for the initialization.
  package var tracks: [Track]
}
