package import MediaSupport

/// What a container says of itself, found once by opening it.
package struct Probe: Sendable {
  /// The unit of `duration` and `startTime`: microseconds.
  package static let timeBase = TimeBase(ticksPerSecond: 1_000_000)

  package var source: MediaSource
  /// libavformat's short names of the container, with commas between: "mov,mp4,m4a,3gp,3g2,mj2".
  package var formatName: String
  /// The container's name for people.
  package var formatTitle: String
  package var streams: [Stream]
  /// `nil` where nothing says.
  package var duration: Int64?
  /// The earliest presentation time; `nil` where only the packets say.
  package var startTime: Int64?
  /// Average bits per second of the whole file; zero where unknown.
  package var bitRate: Int64 = 0
  /// Bytes in all; `nil` where the input does not say.
  package var byteCount: Int64?
  package var metadata: [String: String] = [:]
  package var chapters: [Chapter] = []
  /// Whether the bytes can be read in any order.
  package var isSeekable = false
  /// Whether a stream can be read alone, by a demuxer of its own, at about the cost of its own bytes.
  package var isIndexed = false
  /// Whether the header was not enough, and packets were read and decoded to know the streams.
  package var wasAnalyzed = false

  /// Whether `name` is one of the container's short names.
  package func isFormat(_ name: String) -> Bool {
    formatName.split(separator: ",").contains { $0 == name }
  }

  /// Whether the container states when each packet is decoded. Matroska states presentation times alone.
  package var statesDecodeTimes: Bool { !isFormat("matroska") }

  /// Whether the container states where each packet begins and ends, so that the first one is whole. In other formats
  /// packets are what looks like one, from wherever a capture began.
  package var statesPackets: Bool { ["mov", "matroska", "ogg", "caf", "flv"].contains(where: isFormat) }
}

extension Probe {
  /// A named stretch of the presentation.
  package struct Chapter: Sendable, Hashable {
    package var id: Int64
    package var timeBase: TimeBase
    package var start: Int64
    /// `nil` where the container does not say.
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
