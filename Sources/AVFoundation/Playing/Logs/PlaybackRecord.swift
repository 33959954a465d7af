import CoreMedia
import Foundation
import MediaEngine

/// The course of an item's playing, for its logs. A pure value.
struct PlaybackRecord: Sendable {
  /// Names this playing among all.
  let sessionID = UUID().uuidString
  var uri: String?
  /// The time at which the item was given to its player.
  var joinDate: Date?
  /// The time at which the item was ready.
  var readyDate: Date?
  /// The time at which the item began to run, and the place where it did. They are `nil` before that.
  private(set) var start: (date: Date, place: CMTime)?
  private(set) var stallCount = 0
  /// The duration of the media that was played in the runs before the present one, in seconds.
  private var watched = 0.0
  /// The place where the present run began. It is `nil` while the time stands.
  private var runStart: CMTime?
  private var lastErrorCount = 0

  /// Takes note that the time runs or stands.
  ///
  /// - Returns: whether it ran for the first time.
  mutating func runs(_ isRunning: Bool, at place: CMTime, _ date: Date) -> Bool {
    let isFirst = start == nil && isRunning
    if isFirst { start = (date, place) }
    watched += played(to: place)
    runStart = isRunning ? place : nil
    return isFirst
  }

  mutating func stalls() { stallCount += 1 }

  /// Takes note of how many errors there were.
  ///
  /// - Returns: whether there are more than before.
  mutating func hasErrors(_ count: Int) -> Bool {
    defer { lastErrorCount = count }
    return count > lastErrorCount
  }

  private func played(to place: CMTime) -> Double {
    guard let runStart, place.isNumeric, runStart.isNumeric else { return 0 }
    return abs((place - runStart).seconds)
  }

  /// Returns the entry of the access log. It is `nil` for media that is not downloaded, and before the item ran.
  func access(now engine: PlayingItem?) -> AVPlayerItemAccessLogEvent? {
    guard let start, let engine, let totals = engine.transfer else { return nil }
    let event = AVPlayerItemAccessLogEvent()
    event.uri = uri
    event.playbackSessionID = sessionID
    event.playbackStartDate = start.date
    event.playbackStartOffset = start.place.seconds
    event.startupTime = joinDate.flatMap { joinDate in readyDate.map { $0.timeIntervalSince(joinDate) } } ?? -1
    event.durationWatched = watched + played(to: engine.time)
    event.numberOfStalls = stallCount
    event.numberOfMediaRequests = totals.requestCount
    event.numberOfBytesTransferred = totals.byteCount
    event.transferDuration = totals.seconds
    event.observedBitrate = totals.bitRate
    event.segmentsDownloadedDuration = engine.loadedRanges?.reduce(0) { $0 + $1.duration.seconds } ?? -1
    return event
  }
}
