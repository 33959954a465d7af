public import Foundation

/// The figures of the downloads of an item, at the time at which it was asked for (PI-70).
public final class AVPlayerItemAccessLog: NSObject, NSCopying, Sendable {
  /// The entries: one for each time that a resource was played.
  public let events: [AVPlayerItemAccessLogEvent]

  init(_ events: [AVPlayerItemAccessLogEvent]) { self.events = events }

  /// The log itself, which does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// The encoding of `extendedLogData()`: UTF-8.
  public var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }

  /// The entries as text in the W3C's extended log file format.
  public func extendedLogData() -> Data? {
    let fields: [(String, (AVPlayerItemAccessLogEvent) -> Any?)] = [
      ("uri", { $0.uri }), ("cs-guid", { $0.playbackSessionID }), ("s-ip", { $0.serverAddress }),
      ("s-ip-changes", { $0.numberOfServerAddressChanges }), ("sc-count", { $0.numberOfMediaRequests }),
      ("c-duration-downloaded", { $0.segmentsDownloadedDuration }), ("c-start-time", { $0.playbackStartOffset }),
      ("c-duration-watched", { $0.durationWatched }), ("bytes", { $0.numberOfBytesTransferred }),
      ("c-observed-bitrate", { $0.observedBitrate }), ("sc-indicated-bitrate", { $0.indicatedBitrate }),
      ("c-stalls", { $0.numberOfStalls }), ("c-frames-dropped", { $0.numberOfDroppedVideoFrames }),
      ("c-startup-time", { $0.startupTime }), ("c-overdue", { $0.downloadOverdue }),
      ("c-transfer-duration", { $0.transferDuration }),
    ]
    return ExtendedLog.data(events, date: \.playbackStartDate, fields)
  }
}

/// The figures of one download (PI-70). A number that is not known is below 0, and a text `nil`.
///
/// Figures that tell variants of a stream apart, as the indicated bit rates, are not known for files.
public final class AVPlayerItemAccessLogEvent: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: changed by the one who makes it alone.

  override init() {}

  /// The entry itself, which does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// The resource's URL.
  public internal(set) var uri: String?
  /// The address of the server. It is always `nil` here.
  public var serverAddress: String? { nil }
  /// The number of times that the server's address changed. It is always 0 here.
  public var numberOfServerAddressChanges: Int { 0 }
  /// A name of this playing that no other has.
  public internal(set) var playbackSessionID: String?
  /// The time at which playing began.
  public internal(set) var playbackStartDate: Date?
  /// The place where playing began, in seconds of the item.
  public internal(set) var playbackStartOffset: TimeInterval = -1
  /// The kind of the resource: always `FILE`.
  public var playbackType: String? { "FILE" }
  /// The time from when the item was given to its player until it was ready, in seconds.
  public internal(set) var startupTime: TimeInterval = -1
  /// The duration of the media that was played, in seconds.
  public internal(set) var durationWatched: TimeInterval = -1
  /// The number of times that playing stood because bytes did not come in time.
  public internal(set) var numberOfStalls = -1
  /// The number of pictures that were not shown in time. It is not known here.
  public var numberOfDroppedVideoFrames: Int { -1 }
  /// The number of requests that the server was sent.
  public internal(set) var numberOfMediaRequests = -1
  /// The number of those on a mobile network. It is not known here.
  public var mediaRequestsWWAN: Int { -1 }
  /// The number of bytes of the resource that were transferred.
  public internal(set) var numberOfBytesTransferred: Int64 = -1
  /// The time in which bytes were waited for or came, in seconds.
  public internal(set) var transferDuration: TimeInterval = -1
  /// The bit rate over the transfer duration, in bits a second.
  public internal(set) var observedBitrate = -1.0
  /// The deviation of the observed bit rate. It is not known here.
  public var observedBitrateStandardDeviation: Double { -1 }
  /// The duration of the media that is there, in seconds.
  public internal(set) var segmentsDownloadedDuration: TimeInterval = -1
  /// The number of parts of a stream that came late: files have no parts.
  public var downloadOverdue: Int { -1 }
  /// The bit rate that a stream's variant states. Files have no variants.
  public var indicatedBitrate: Double { -1 }
  /// The average bit rate that a stream's variant states. Files have no variants.
  public var indicatedAverageBitrate: Double { -1 }
  /// The average bit rate of the pictures. It is not known here.
  public var averageVideoBitrate: Double { -1 }
  /// The average bit rate of the sound. It is not known here.
  public var averageAudioBitrate: Double { -1 }
  /// The bit rate at which another variant would be taken. Files have no variants.
  public var switchBitrate: Double { -1 }

  /// The highest bit rate that was seen. It is not known here.
  @available(*, deprecated, message: "Use observedBitrateStandardDeviation to watch for changes of the bit rate.")
  public var observedMaxBitrate: Double { -1 }
  /// The lowest bit rate that was seen. It is not known here.
  @available(*, deprecated, message: "Use observedBitrateStandardDeviation to watch for changes of the bit rate.")
  public var observedMinBitrate: Double { -1 }
  /// The former name of `numberOfMediaRequests`.
  @available(*, deprecated, renamed: "numberOfMediaRequests")
  public var numberOfSegmentsDownloaded: Int { numberOfMediaRequests }
}
