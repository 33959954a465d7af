import CoreMedia
import DeviceInterop
import MediaSupport
import Synchronization

/// A sound that replaces the one that is heard, at a frame of their device.
struct SoundTurn {
  /// The media with the new sound.
  let media: PlayingMedia
  let start: PlaybackState.Start
  let frame: Int64
  /// The item's time at that frame.
  let time: CMTime

  /// A Boolean value that says whether the new sound is heard.
  var isHeard: Bool { media.sound.map { $0.device.heardFrame >= frame } ?? false }
}

// Replacing the sound while the time runs, by sound at another speed or of other tracks. The new sound is prepared
// while the old one is heard, and replaces it without a gap. On the item's worker.
extension PlayingItem {
  /// The time in which the new sound is prepared, in seconds, on a machine that is not busy.
  private static let turnMargin = 0.03
  /// The number of seconds before the end within which sound is no longer replaced.
  private static let leastRest = 0.5

  /// Begins to replace the sound that is heard by another.
  ///
  /// - Returns: Whether that is possible. Otherwise the time must be stopped for the change.
  func beginTurn(to start: PlaybackState.Start, _ tracks: PresentedTracks, _ media: PlayingMedia) -> Bool {
    cancelTurn(media)
    let (running, deviceUID, clock) = state.withLock { ($0.playback.running, $0.sound.device, $0.sourceClock) }
    // Bytes from a server may take too long.
    guard let running, running.start.rate > 0, start.rate > 0, start.moment == nil, clock == nil, media.download == nil,
      let sound = media.sound, sound.isReady, deviceUID == media.device, media.keepsPictures(tracks)
    else { return false }
    let device = sound.device
    let sampleRate = CMTimeScale(clamping: device.sampleRate)
    func time(at frame: Int64) -> CMTime {
      let distance = CMTime(value: frame, timescale: sampleRate) - running.reference
      return running.time + CMTimeMultiplyByFloat64(distance, multiplier: running.start.rate)
    }
    let soonest = device.heardFrame + Int64(device.leadFrames)
    // A start in the future must be scheduled again instead.
    guard running.reference <= CMTime(value: soonest, timescale: sampleRate) else { return false }
    let first = CMTimeMaximum(running.time, time(at: soonest))
    let end = end(media, rate: start.rate)
    let rest = CMTime(seconds: Self.leastRest * start.rate, preferredTimescale: sampleRate)
    guard first + rest < CMTimeMinimum(end, media.duration) else { return false }
    var output = soundOutput
    output.settings.rate = Float(start.rate)
    guard let next = try? PlayingMedia(media, tracks, at: first, output), let nextSound = next.sound else {
      return false
    }
    nextSound.waitUntilReady()
    let margin = Int64(Self.turnMargin * Double(sampleRate))
    let frame = max(soonest, device.heardFrame + Int64(device.leadFrames)) + margin
    let turn = SoundTurn(media: next, start: start, frame: frame, time: time(at: frame))
    // If the machine was too busy to prepare the sound in time, the time must be stopped.
    guard turn.time + rest < CMTimeMinimum(end, media.duration), nextSound.isDecoded(at: turn.time) else {
      nextSound.end()
      return false
    }
    nextSound.takeOver(at: frame, from: turn.time)
    sound.giveWay(at: frame)
    state.withLock { state in
      state.turn = turn
      state.playback.turns(to: start)
    }
    turning.set(turn.time)
    return true
  }

  /// Discards the new sound: it does not take over.
  func cancelTurn(_ media: PlayingMedia) {
    let turn = state.withLock { state in
      state.playback.turns(to: nil)
      return state.turn.take()
    }
    guard let turn else { return }
    turning.set(nil)
    media.sound?.giveWay(at: nil)
    turn.media.sound?.end()
  }

  /// A Boolean value that says whether a new sound has taken over, and the worker has not noticed it yet.
  var isTurnDue: Bool { state.withLock { $0.turn }?.isHeard ?? false }

  /// Continues with the sound that has taken over, once it is heard.
  ///
  /// - Returns: Whether that changes the next thing to do.
  func finishTurn(_ media: PlayingMedia) -> Bool {
    guard let next = state.withLock({ $0.turn }), let sound = next.media.sound, let former = media.sound else {
      return false
    }
    guard next.isHeard else {
      turning.set(next.time)
      return false
    }
    let reference = CMTime(value: next.frame, timescale: CMTimeScale(clamping: sound.device.sampleRate))
    (soundRate, soundAlgorithm) = (next.start.rate, next.media.soundSettings.algorithm)
    state.withLock { state in
      state.turn = nil
      state.playback.runs(PlaybackState.Run(next.start, from: next.time, at: reference))
    }
    use(next.media)
    try? timebase.drive(rate: next.start.rate, time: next.time, at: reference)
    former.end(draining: true)
    setEndAlarm(next.media, rate: next.start.rate)
    return true
  }
}
