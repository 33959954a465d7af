import CoreMedia
import DeviceInterop
import MediaSupport
import Synchronization

// An item's sound: the ways in which it is played, the track that is chosen, and what is told of it while it is open.
extension PlayingItem {
  /// Plays the sound with a gain, 0 to 1.
  package func setVolume(_ volume: Float) { changeSound { $0.volume = volume } }

  /// Changes the ways in which the sound is played.
  package func changeSound(_ change: (inout SoundPlayer.Settings) -> Void) {
    let (before, after) = state.withLock { state in
      let before = state.sound
      change(&state.sound)
      return (before, state.sound)
    }
    media.withLock { $0?.sound }?.change(from: before, to: after, fadeSeconds: 0)
  }

  /// Plays another track of sound, or none, from now on.
  package func setSound(_ choice: TrackChoice) {
    state.withLock { $0.soundChoice = choice }
    worker.signal()
  }

  /// The way in which sound is opened.
  var soundOutput: PlayingMedia.SoundOutput {
    let worker = worker
    return PlayingMedia.SoundOutput(
      settings: state.withLock { $0.sound }, device: makeDevice, onProgress: { worker.signal() },
      onError: { [weak self] error in self?.change { $0.soundHasFailed(error) } })
  }

  /// Goes on with another track of sound, where one was chosen.
  ///
  /// - Returns: whether it did.
  func changeSound(_ media: PlayingMedia) -> Bool {
    let choice = state.withLock { $0.soundChoice }
    if choice == media.soundChoice { return false }
    let place = time
    stopTime(media)
    media.sound?.end()
    soundRate = 1
    do {
      let media = try PlayingMedia(media, sound: choice, at: media.clamp(place), soundOutput)
      self.media.withLock { $0 = media }
      timebase.drive(by: media.sound?.device.clock ?? .hostTimeClock)
    } catch {
      fail(error)
      for answer in change({ $0.end() }) { answer(false) }
    }
    return true
  }

  /// The device that the sound is heard from. It is `nil` without sound.
  package var device: MixingDevice? { openSound?.device }

  /// The gaps in the sound so far.
  package var gaps: SoundGaps { openSound?.gaps ?? SoundGaps() }

  /// The levels of the sound's channels that are heard now, in decibels of full scale, -160 to 0. There are none without
  /// sound.
  package var levels: [(average: Float, peak: Float)] {
    openSound?.levels.map { ($0.averageDecibels, $0.peakDecibels) } ?? []
  }
}
