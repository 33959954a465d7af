package import CoreMedia
import DeviceInterop
import Synchronization

// The clock that drives an item's time.
extension PlayingItem {
  /// Makes the time run by a clock, from now on. The sound follows it (PL-33).
  ///
  /// - Parameter clock: the clock; `nil` for that of the device on which the sound is heard, or the host's without
  ///   sound.
  package func setSourceClock(_ clock: CMClock?) {
    state.withLock { state in
      if state.sourceClock === clock { return }
      state.sourceClock = clock
      state.playback.runsAnew()
    }
    worker.signal()
  }

  /// Makes the wanted clock drive the time, if the time is stopped.
  func driveTime(_ media: PlayingMedia) {
    let (clock, stands) = state.withLock { ($0.sourceClock, $0.playback.running == nil) }
    let wanted = clock ?? media.sound?.clock ?? .hostTimeClock
    if stands, timebase.ultimateSourceClock !== wanted { timebase.drive(by: wanted) }
  }

  /// The greatest difference in seconds between sound and pictures that is tolerated: less is not noticeable (ITU-R
  /// BT.1359-1).
  private static let leastDrift = 0.02
  /// The seconds from one check of the drift to the next. Clocks drift by less than a thousandth.
  private static let interval = 5.0

  /// Moves the sound to the item's time, if the time runs by another clock.
  ///
  /// - Returns: The time of the next check. It is `nil` if both have one clock, or no sound is heard.
  func alignSound(_ media: PlayingMedia) -> CMTime? {
    let (clock, running) = state.withLock { ($0.sourceClock, $0.playback.running) }
    guard clock != nil, let running, running.start.rate > 0, let sound = media.sound else { return nil }
    let (time, rate) = (timebase.time, running.start.rate)
    // Before the start and after the end, sound and pictures may begin and end at different moments.
    if time > running.time, time < end(media, rate: rate) {
      let drift = (time.seconds - sound.time) / rate
      if abs(drift) > Self.leastDrift { sound.shift(by: drift) }
    }
    return time + CMTime(seconds: Self.interval * rate, preferredTimescale: 1_000_000)
  }
}
