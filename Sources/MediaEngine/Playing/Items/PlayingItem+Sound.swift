import CoreMedia
import DeviceInterop
import MediaSupport
import Synchronization

// An item's sound: the ways in which it is played, and what is told of it while it is open.
extension PlayingItem {
  /// Plays the sound with a gain, 0 to 1.
  package func setVolume(_ volume: Float) { changeSound { $0.volume = volume } }

  /// Plays the sound on a device.
  ///
  /// - Parameter uid: the device's name for programs. It is `nil` for the default device.
  package func setDevice(_ uid: String?) { changeSound { $0.device = uid } }

  /// Begins to measure the levels.
  package func enableMetering() { changeSound { $0.isMetering = true } }

  /// Changes the ways in which the sound is played.
  ///
  /// - Parameter change: called with the lock held, which is the last of all: it asks nobody anything.
  private func changeSound(_ change: (inout SoundPlayer.Settings) -> Void) {
    state.withLock { change(&$0.sound) }
    changeOpenSound()
    // Another device, or another way to change the speed, is for the worker.
    worker.signal()
  }

  /// Lets the sound that is open be played as is wanted now. Whoever changes the one or the other does it, so that the last
  /// change is heard.
  private func changeOpenSound() {
    media.withLock { media in media?.changeSound(to: state.withLock { $0.sound }) }
  }

  /// Goes on with other media, or begins with it. On the item's worker.
  func use(_ media: PlayingMedia) {
    self.media.withLock { $0 = media }
    changeOpenSound()
  }

  /// Changes the speed of the sound in a way, from now on.
  package func setTimeStretch(_ algorithm: TimeStretchAlgorithm) {
    changeSound { $0.algorithm = algorithm }
    change { if $0.running.map({ $0.start.rate != 1 }) ?? false { $0.runsAnew() } }
  }

  /// Returns whether the sound that is decoded is that of a rate.
  func isMade(for rate: Double) -> Bool {
    soundRate == rate && (rate == 1 || soundAlgorithm == state.withLock { $0.sound.algorithm })
  }

  /// The way in which sound is opened.
  var soundOutput: PlayingMedia.SoundOutput {
    let worker = worker
    return PlayingMedia.SoundOutput(
      settings: state.withLock { $0.sound }, device: makeDevice, onProgress: { worker.signal() },
      onError: { [weak self] error in self?.change { $0.soundHasFailed(error) } })
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
