public import Foundation
import MediaEngine

/// The errors of the downloads of an item, at the time at which it was asked for (PI-70).
public final class AVPlayerItemErrorLog: NSObject, NSCopying, Sendable {
  /// The errors in their order. Playing went on after all but, perhaps, the last.
  public let events: [AVPlayerItemErrorLogEvent]

  init(_ events: [AVPlayerItemErrorLogEvent]) { self.events = events }

  /// The log itself, which does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// The encoding of `extendedLogData()`: UTF-8.
  public var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }

  /// The errors as text in the W3C's extended log file format.
  public func extendedLogData() -> Data? {
    let fields: [(String, (AVPlayerItemErrorLogEvent) -> Any?)] = [
      ("uri", { $0.uri }), ("cs-guid", { $0.playbackSessionID }), ("s-ip", { $0.serverAddress }),
      ("status", { $0.errorStatusCode }), ("domain", { $0.errorDomain }), ("comment", { $0.errorComment }),
    ]
    return ExtendedLog.data(events, date: \.date, fields)
  }
}

/// One error of a download (PI-70).
public final class AVPlayerItemErrorLogEvent: NSObject, NSCopying, Sendable {
  /// The time of the error. It is `nil` where that is not known.
  public let date: Date?
  /// The resource's URL.
  public let uri: String?
  /// The address of the server. It is always `nil` here.
  public var serverAddress: String? { nil }
  /// A name of this playing that no other has.
  public let playbackSessionID: String?
  /// The code of the error in its domain.
  public let errorStatusCode: Int
  /// The domain of the code: `AVError`'s.
  public let errorDomain: String
  /// The sentence of the error.
  public let errorComment: String?
  /// The fields of the server's answer. They are always `nil` here.
  public var allHTTPResponseHeaderFields: [String: String]? { nil }

  init(_ found: TransferError, of record: PlaybackRecord) {
    let error = AVError(wrapping: found.error)
    date = found.date
    uri = record.uri
    playbackSessionID = record.sessionID
    errorStatusCode = error.errorCode
    errorDomain = AVError.errorDomain
    errorComment = error.localizedDescription
  }

  /// The error itself, which does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
