package import MediaSupport

/// The properties of a container, found once by opening it.
package struct Probe: Sendable {
  /// The unit of `duration` and `startTime`: microseconds.
  package static let timeBase = TimeBase(ticksPerSecond: 1_000_000)

  package var source: MediaSource
  /// The container's fixed properties.
  package let traits: DemuxerTraits
  /// The container's name in plain English.
  package var formatTitle: String
  package var streams: [Stream]
  /// The duration; `nil` if it is not known.
  package var duration: Int64?
  /// The earliest presentation time; `nil` if only the packets state it.
  package var startTime: Int64?
  /// The average bit rate of the whole file in bits a second; zero where unknown.
  package var bitRate: Int64 = 0
  /// The total number of bytes; `nil` if the input does not state it.
  package var byteCount: Int64?
  package var metadata: [String: String] = [:]
  package var chapters: [Chapter] = []
  /// A Boolean value that says whether the bytes can be read in any order.
  package var isSeekable = false
  /// A Boolean value that says whether a stream can be read separately, by its own demuxer, at about the cost of its
  /// own bytes.
  package var isIndexed = false
  /// A Boolean value that says whether packets were read and decoded to determine the streams, because the header was
  /// not enough.
  package var wasAnalyzed = false
  /// A Boolean value that says whether the file has several consecutive streams, each with its own headers, as in
  /// chained Ogg.
  package var isChained = false

  /// Makes the properties of a container.
  ///
  /// - Parameter formatName: libavformat's short names of its demuxer, with commas between: "mov,mp4,m4a,3gp,3g2,mj2".
  package init(
    source: MediaSource, formatName: String, formatTitle: String, streams: [Stream], duration: Int64? = nil,
    startTime: Int64? = nil
  ) {
    self.source = source
    traits = DemuxerTraits(formatName: formatName)
    self.formatTitle = formatTitle
    self.streams = streams
    self.duration = duration
    self.startTime = startTime
  }

  /// A Boolean value that says whether this is a QuickTime or ISO file. Its content is described by its `Movie`; a file
  /// that cannot be read in any order has none, and is read by libavformat.
  package var isMovie: Bool { traits.isMovie }
}

extension Probe {
  /// A named stretch of the presentation.
  package struct Chapter: Sendable, Hashable {
    package var id: Int64
    package var timeBase: TimeBase
    package var start: Int64
    /// The end of the chapter; `nil` where the container does not say.
    package var end: Int64?
    package var metadata: [String: String]

    package init(id: Int64, timeBase: TimeBase, start: Int64, end: Int64?, metadata: [String: String] = [:]) {
      self.id = id
      self.timeBase = timeBase
      self.start = start
      self.end = end
      self.metadata = metadata
    }

    package var title: String? { metadata["title"] }
  }
}
