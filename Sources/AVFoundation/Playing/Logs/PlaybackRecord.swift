import CoreMedia
import Foundation
import MediaEngine

/// The course of an item's playing, for its logs. A pure value.
struct PlaybackRecord: Sendable {
  /// The state of a download at one moment.
  struct Transfer: Sendable {
    let totals: TransferTotals
    let errors: [TransferError]
    /// The seconds of media that are loaded. It is `nil` where that is not known.
    let loadedSeconds: Double?
    /// The item's time.
    let place: CMTime

    /// Makes the present state. It is `nil` for media that is not downloaded.
    init?(of engine: PlayingItem) {
      guard let totals = engine.transfer else { return nil }
      (self.totals, errors, place) = (totals, engine.transferErrors, engine.time)
      loadedSeconds = engine.loadedRanges?.reduce(0) { $0 + $1.duration.seconds }
    }
  }

  /// Names this playing among all.
  let sessionID = UUID().uuidString
  var uri: String?
  /// The time at which the item was given to its player.
  var joinDate: Date?
  /// The time at which the item was ready.
  var readyDate: Date?
  /// The date at which the item began to run, and its time then. It is `nil` before that.
  private(set) var start: (date: Date, place: CMTime)?
  private(set) var stallCount = 0
  /// The duration of the media that was played in the runs before the present one, in seconds.
  private var watched = 0.0
  /// The position at which the present run began. It is `nil` while the time is stopped.
  private var runStart: CMTime?
  private var lastErrorCount = 0
  /// The state of the download when the item left its player. It is `nil` before that.
  private var last: Transfer?

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

  /// Keeps the download as it was when the item left its player.
  mutating func ends(with transfer: Transfer?) { last = transfer }

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

  private func figures(_ engine: PlayingItem?) -> Transfer? { engine.map { Transfer(of: $0) } ?? last }

  /// Returns the errors of the download, those that there were when the item left its player where it has no engine.
  func errors(now engine: PlayingItem?) -> [TransferError] { figures(engine)?.errors ?? [] }

  /// Returns the entry of the access log. It is `nil` for media that is not downloaded, and before the item ran.
  func access(now engine: PlayingItem?) -> AVPlayerItemAccessLogEvent? {
    guard let start, let transfer = figures(engine) else { return nil }
    let totals = transfer.totals
    let event = AVPlayerItemAccessLogEvent()
    event.uri = uri
    event.playbackSessionID = sessionID
    event.playbackStartDate = start.date
    event.playbackStartOffset = start.place.seconds
    event.startupTime = joinDate.flatMap { joinDate in readyDate.map { $0.timeIntervalSince(joinDate) } } ?? -1
    event.durationWatched = watched + played(to: transfer.place)
    event.numberOfStalls = stallCount
    event.numberOfMediaRequests = totals.requestCount
    event.numberOfBytesTransferred = totals.byteCount
    event.transferDuration = totals.seconds
    event.observedBitrate = totals.bitRate
    event.segmentsDownloadedDuration = transfer.loadedSeconds ?? -1
    return event
  }
}
