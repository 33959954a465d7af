import CoreMedia
import DeviceInterop
import MediaSupport
import Synchronization

// Starting and stopping an item's time, on the item's worker.
extension PlayingItem {
  /// The time that a device and a worker need to begin together, in seconds, in addition to the time that the device
  /// takes in advance.
  private static let startMargin = 0.01
  /// The time that a seek takes, in seconds, on a machine that is not busy.
  private static let joinMargin = 0.5

  func tellRunning(_ isRunning: Bool) {
    if hasToldRunning == isRunning { return }
    hasToldRunning = isRunning
    tell(.runs(isRunning))
  }

  func run(_ wanted: PlaybackState.Start?, _ media: PlayingMedia) {
    let (turn, running) = state.withLock { ($0.turn, $0.playback.running) }
    if turn != nil, wanted == running?.start { return cancelTurn(media) }
    if let wanted, !isMade(for: wanted.rate) || turn != nil, beginTurn(to: wanted, media.tracks, media) { return }
    stopTime(media)
    guard let wanted else { return tellRunning(false) }
    // At the end there is nothing left to play.
    if isAtEnd(media, rate: wanted.rate) { return finish(media, rate: wanted.rate) }
    let sound = wanted.rate > 0 ? media.sound : nil
    if sound != nil, !isMade(for: wanted.rate) {
      // The sound is opened again at the other speed, from the same position.
      let time = timebase.time
      state.withLock { $0.playback.remakesSound(at: time) }
    } else {
      start(wanted, media, sound)
    }
  }

  private func start(_ wanted: PlaybackState.Start, _ media: PlayingMedia, _ sound: SoundSession?) {
    driveTime(media)
    let time = timebase.time
    let clock = sound?.clock ?? timebase.ultimateSourceClock
    let moment = wanted.moment
    var reference = clock.time
    if let moment {
      let asked = moment.clock.convertTime(moment.time, to: clock)
      reference = moment.leavesNothingOut ? CMTimeMaximum(reference, asked) : asked
    }
    if let sound {
      let device = sound.device
      let rate = max(1, device.sampleRate)
      let asked = CMTimeConvertScale(reference, timescale: CMTimeScale(clamping: rate), method: .default).value
      let soonest = device.heardFrame + Int64(device.leadFrames)
      let isPossible = moment.map { !$0.leavesNothingOut || asked >= soonest } ?? false
      let frame = isPossible ? asked : soonest + Int64(Self.startMargin * Double(rate))
      if let moment, frame < soonest {
        let passed = CMTime(value: soonest - frame, timescale: CMTimeScale(clamping: rate))
        let place = time + CMTimeMultiplyByFloat64(passed, multiplier: wanted.rate)
        if !sound.isDecoded(at: place) {
          return join(wanted, moment, from: time, at: reference, on: clock, CMTimeScale(clamping: rate))
        }
      }
      sound.play(at: frame, from: time)
      reference = CMTime(value: frame, timescale: CMTimeScale(clamping: rate))
    }
    // The time may be driven by another clock than the sound's.
    reference = clock.convertTime(reference, to: timebase.ultimateSourceClock)
    state.withLock { $0.playback.runs(PlaybackState.Run(wanted, from: time, at: reference)) }
    let turns = ranBack != (wanted.rate < 0)
    ranBack = wanted.rate < 0
    if turns { flushes.wrappingAdd(1, ordering: .sequentiallyConsistent) }
    try? timebase.drive(rate: wanted.rate, time: time, at: reference)
    if turns { tell(.flushed) }
    setEndAlarm(media, rate: wanted.rate)
    tellRunning(true)
  }

  /// Seeks to the position that the time should soon have, because its moment passed longer ago than sound is decoded
  /// ahead.
  ///
  /// - Parameters:
  ///   - reference: the moment, on a clock.
  ///   - sampleRate: the sound's rate, in Hz; the sound begins with a whole frame there.
  private func join(
    _ wanted: PlaybackState.Start, _ moment: PlaybackState.Moment, from time: CMTime, at reference: CMTime,
    on clock: CMClock, _ sampleRate: CMTimeScale
  ) {
    let soon = clock.time + CMTime(seconds: Self.joinMargin, preferredTimescale: 1_000_000)
    var joined = moment
    joined.time = clock.convertTime(soon, to: moment.clock)
    let distance = CMTimeMultiplyByFloat64(soon - reference, multiplier: wanted.rate)
    let place = CMTimeConvertScale(time + distance, timescale: sampleRate, method: .roundHalfAwayFromZero)
    state.withLock { $0.playback.joins(at: place, joined) }
  }

  /// Stops the time at the position from which the sound will continue.
  func stopTime(_ media: PlayingMedia) {
    guard let running = state.withLock({ $0.playback.running }) else { return }
    cancelTurn(media)
    let successor = state.withLock { $0.playback.takeBackHandover() ? $0.successor : nil }
    successor?.takeBackStart()
    let (time, hasBegun) = (presentedTime, running.hasBegun(at: timebase.time))
    media.sound?.pause()
    try? timebase.drive(rate: 0)
    let rest = running.start.rate > 0 ? media.sound?.restTime ?? time : time
    // Rendered sound can extend beyond the end, by no more than the device takes in advance.
    try? timebase.drive(time: CMTimeMinimum(rest, CMTimeMaximum(time, end(media, rate: 1))))
    state.withLock { $0.playback.stands(hasBegun: hasBegun) }
    refill.set(nil)
    atEnd.set(nil)
    alignment.set(nil)
  }

  func stop(with error: any Error, _ media: PlayingMedia) {
    // An item that has ended gives up all that it waits for.
    if state.withLock({ $0.playback.isEnded }) { return }
    let answers = state.withLock { $0.playback.cannotGoOn() }
    stopTime(media)
    for answer in answers { answer(false) }
    guard hasToldReady else { return fail(error) }
    hasToldRunning = false
    tell(.failedToReachEnd(error))
  }
}
