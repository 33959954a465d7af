package import CoreMedia
import DeviceInterop
import Synchronization

// The clock by which an item's time runs.
extension PlayingItem {
  /// Lets the time run by a clock, from now on. The sound follows it (PL-33).
  ///
  /// - Parameter clock: the clock. `nil` is the clock of the device on which the sound is heard, or the host's without
  ///   sound.
  package func setSourceClock(_ clock: CMClock?) {
    state.withLock { state in
      if state.sourceClock === clock { return }
      state.sourceClock = clock
      state.playback.runsAnew()
    }
    worker.signal()
  }

  /// Lets the clock that is wanted drive the time, if the time stands.
  func driveTime(_ media: PlayingMedia) {
    let (clock, stands) = state.withLock { ($0.sourceClock, $0.playback.running == nil) }
    let wanted = clock ?? media.sound?.clock ?? .hostTimeClock
    if stands, timebase.ultimateSourceClock !== wanted { timebase.drive(by: wanted) }
  }

  /// The most seconds between sound and pictures that are left as they are: nobody notices less (ITU-R BT.1359-1).
  private static let leastDrift = 0.02
  /// The seconds from one check of the drift to the next. Clocks drift by less than a thousandth.
  private static let interval = 5.0

  /// Moves the sound to the place of the time, if the time runs by another clock.
  ///
  /// - Returns: the time of the next check. It is `nil` if both have one clock, or no sound is heard.
  func alignSound(_ media: PlayingMedia) -> CMTime? {
    let (clock, running) = state.withLock { ($0.sourceClock, $0.playback.running) }
    guard clock != nil, let running, running.start.rate > 0, let sound = media.sound else { return nil }
    let (time, rate) = (timebase.time, running.start.rate)
    // Sound and pictures begin, and may end, at moments that have not come yet.
    if time > running.time, time < end(media, rate: rate) {
      let drift = (time.seconds - sound.time) / rate
      if abs(drift) > Self.leastDrift { sound.shift(by: drift) }
    }
    return time + CMTime(seconds: Self.interval * rate, preferredTimescale: 1_000_000)
  }
}
