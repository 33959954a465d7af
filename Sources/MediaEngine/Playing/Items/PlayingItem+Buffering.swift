package import CoreMedia
import MediaSupport
import Synchronization

// An item's downloaded bytes, and the pauses while bytes are missing.
extension PlayingItem {
  /// The state of the bytes that are needed next.
  package var buffering: Buffering { state.withLock { $0.buffering } }

  /// The statistics of the download, which begins before the media is open. It is `nil` for media that is not
  /// downloaded.
  package var transfer: TransferTotals? { content.download?.totals }

  /// The errors of the download. It continued after all of them, except possibly the last.
  package var transferErrors: [TransferError] { content.download?.errors ?? [] }

  /// The stretches of time that are loaded. It is `nil` for media that is not downloaded, and before the media is open.
  package var loadedRanges: [CMTimeRange]? {
    guard let media = openMedia, let download = media.download else { return nil }
    return media.loadedTimes?.ranges(download.present)
  }

  /// Sets the number of seconds to load ahead of the time; 0 for as many as are useful (PI-40).
  package func setForwardSeconds(_ seconds: Double) {
    state.withLock { $0.forwardSeconds = seconds }
    if let media = openMedia { setAhead(media) }
  }

  /// The default number of seconds that are downloaded ahead, and the least and greatest number of bytes for them.
  private static let usualSeconds = 60.0
  private static let (leastBytes, mostBytes) = (4.0 * 1_048_576, 128.0 * 1_048_576)
  /// The least number of bytes that are requested: fewer may be less than a sample.
  private static let leastWantedBytes = 262_144.0

  func beginBuffering(_ media: PlayingMedia) {
    guard let download = media.download else { return }
    setAhead(media)
    download.listen(self) { [worker] in worker.signal() }
  }

  private func setAhead(_ media: PlayingMedia) {
    guard let download = media.download else { return }
    let seconds = state.withLock { $0.forwardSeconds }
    let bytes =
      seconds > 0
      ? max(Self.leastWantedBytes, seconds * media.byteRate)
      : min(max(Self.usualSeconds * media.byteRate, Self.leastBytes), Self.mostBytes)
    // A download continues when half of the bytes ahead are used, hence the factor.
    download.aheadCount = Int64(min(bytes * 2, Self.mostBytes * 16))
  }

  /// Checks which bytes are loaded, and reports what has changed.
  private func look(_ media: PlayingMedia) -> Buffering {
    guard let download = media.download, let times = media.loadedTimes else { return Buffering() }
    let time = time
    let rate = state.withLock { $0.playback.wanted?.rate ?? 1 }
    let totals = download.totals
    let now = Buffering(
      time: time, end: times.end(from: time, download.present), duration: media.duration, isFull: download.isFull,
      byteRate: media.byteRate, transferRate: totals.bitRate / 8, rate: abs(rate))
    let isNews = state.withLock { state in
      guard now.differs(from: state.buffering) else { return false }
      state.buffering = now
      return true
    }
    if isNews { tell(.buffered) }
    return now
  }

  /// Returns whether enough is loaded for playing on without a pause. After a stall it must also be decoded.
  func isBuffered(_ media: PlayingMedia) -> Bool {
    let isLikely = look(media).isLikelyToKeepUp
    let isStalled = state.withLock { $0.playback.isStalled }
    return isLikely && (!isStalled || isDecodedAhead(media))
  }

  /// Returns whether a tenth of a second of pictures, and more of the sound, are decoded.
  func isDecodedAhead(_ media: PlayingMedia) -> Bool {
    media.sound?.isDecodedAhead ?? true
      && media.pictures?.feed.isDecoded(from: time, seconds: 0.1, isReversed: timebase.rate < 0) ?? true
  }

  /// Returns whether the media ahead is missing while the time runs: the sound was not decoded in time, or pictures
  /// wait for bytes. Pictures that are only decoded too slowly are left out instead.
  func isStarved(_ media: PlayingMedia) -> Bool {
    guard let rate = state.withLock({ $0.playback.running?.start.rate }) else { return false }
    if rate > 0, let sound = media.sound, sound.hasStarved { return true }
    guard let pictures = media.pictures, media.isAwaited else { return false }
    return pictures.feed.isOverdue(at: presentedTime, isReversed: rate < 0)
  }

  func stall(_ media: PlayingMedia) {
    stopTime(media)
    state.withLock { $0.playback.stalls() }
    // A player that does not wait pauses at once, without a waiting state in between.
    tell(.stalled)
    tellRunning(false)
  }
}
