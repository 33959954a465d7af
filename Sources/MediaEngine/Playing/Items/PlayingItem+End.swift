import CoreMedia
import MediaInterop
import MediaSupport
import Synchronization

// The end of an item, and the item that follows it.
extension PlayingItem {
  /// Makes another item begin at the moment at which this one ends forward, without a gap: the first frame of its sound
  /// follows the last frame of this one's. The start of the former successor is revoked.
  ///
  /// - Parameter successor: the item that follows; `nil` for none.
  package func setSuccessor(_ successor: PlayingItem?) {
    let former: PlayingItem? = state.withLock { state in
      if state.successor === successor { return nil }
      defer { state.successor = successor }
      return state.playback.takeBackHandover() ? state.successor : nil
    }
    former?.takeBackStart()
    worker.signal()
  }

  func takeBackStart() { change { $0.takeBackStart() } }

  /// Returns the time of the end in the direction of a rate, as clients and the container state it.
  private func statedEnd(_ media: PlayingMedia, rate: Double) -> CMTime {
    // Media that cannot be decoded is not shown, nor anything after it.
    let decodableEnd = failure(media)?.time ?? .positiveInfinity
    return state.withLock { $0.playback.end(rate: rate, duration: media.duration, decodableEnd: decodableEnd) }
  }

  /// Returns the first error that ended decoding pictures or sound before their end, and the time up to which they are
  /// decoded. It is `nil` if there was none.
  private func failure(_ media: PlayingMedia) -> (error: any Error, time: CMTime)? {
    [media.pictures?.feed.failure, media.sound?.failure].compactMap { $0 }.min { $0.time < $1.time }
  }

  /// Returns the time at which playing ends in the direction of a rate. It is infinite if that is not known yet.
  func end(_ media: PlayingMedia, rate: Double) -> CMTime {
    let end = statedEnd(media, rate: rate)
    return rate > 0 && end == media.duration ? media.end : end
  }

  /// Returns the time in the direction of a rate after which nothing is shown. Sound may be longer than the container
  /// states.
  func lastTime(_ media: PlayingMedia, rate: Double) -> CMTime {
    let stated = statedEnd(media, rate: rate)
    return rate > 0 && stated == media.duration ? CMTimeMinimum(stated, media.end) : stated
  }

  func setEndAlarm(_ media: PlayingMedia, rate: Double) {
    let end = end(media, rate: rate)
    atEnd.set(end.isNumeric ? end : nil)
  }

  /// Makes the sound end where playing ends, if that is before its own end.
  func limitSound(_ media: PlayingMedia) {
    let end = statedEnd(media, rate: 1)
    let isItsOwn = end == media.sound?.failure?.time || media.soundEndsLast && end == media.duration
    let isOver = media.sound?.setLimit(isItsOwn ? .invalid : end) ?? false
    if isOver { state.withLock { $0.playback.runsAnew() } }
  }

  /// Returns the moment at which the following item should begin. It is `nil` if none follows, or if it is not known.
  func handover(_ media: PlayingMedia) -> PlaybackState.Moment? {
    let (running, hasSuccessor) = state.withLock { ($0.playback.running, $0.successor != nil) }
    guard let running, running.start.rate > 0, hasSuccessor else { return nil }
    let end = end(media, rate: running.start.rate)
    guard end.isNumeric else { return nil }
    var clock = timebase.ultimateSourceClock
    var time = running.reference + CMTimeMultiplyByFloat64(end - running.time, multiplier: 1 / running.start.rate)
    if let sound = media.sound {
      guard let frame = sound.frame(at: end) else { return nil }
      time = CMTime(value: frame, timescale: CMTimeScale(clamping: sound.device.sampleRate))
      clock = sound.clock
    }
    return PlaybackState.Moment(time: time, clock: clock, leavesNothingOut: true)
  }

  func handOver(at moment: PlaybackState.Moment?) {
    let (successor, rate) = state.withLock { state in
      state.playback.handsOver(at: moment)
      return (state.successor, state.playback.running?.start.rate ?? 0)
    }
    guard let moment else { return successor?.takeBackStart() ?? () }
    successor?.change { $0.setRate(rate, moment: moment) }
  }

  /// - Parameter rate: the rate; nil for the one at which the time runs.
  func isAtEnd(_ media: PlayingMedia, rate: Double? = nil) -> Bool {
    let running = state.withLock { $0.playback.running }
    guard let rate = rate ?? running?.start.rate else { return false }
    let now = timebase.time
    let (time, end) = (running?.presentedTime(at: now) ?? now, end(media, rate: rate))
    return rate > 0 ? time >= end : time <= end
  }

  func finish(_ media: PlayingMedia, rate: Double) {
    // The following item has begun.
    state.withLock { $0.playback.hasReachedEnd() }
    let (stated, known) = (statedEnd(media, rate: rate), end(media, rate: rate))
    var end = stated.isNumeric ? stated : known
    if state.withLock({ $0.playback.running == nil }) {
      // A stopped time that is after the end stays there.
      let time = timebase.time
      end = media.clamp(rate > 0 ? CMTimeMaximum(end, time) : CMTimeMinimum(end, time))
    }
    stopTime(media)
    try? timebase.drive(time: end)
    hasToldRunning = false
    if rate > 0, let failure = failure(media), failure.time <= CMTimeMaximum(end, known) {
      tell(.failedToReachEnd(failure.error))
    } else {
      tell(.reachedEnd)
    }
  }
}
