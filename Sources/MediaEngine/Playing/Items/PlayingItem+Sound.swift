import CoreMedia
import DeviceInterop
import MediaSupport
import Synchronization

// An item's sound: its settings, and its properties while it is open.
extension PlayingItem {
  /// Sets the gain of the sound, 0 to 1.
  package func setVolume(_ volume: Float) { changeSound { $0.volume = volume } }

  /// Sets the device for the sound.
  ///
  /// - Parameter uid: the device's unique identifier; `nil` for the default device.
  package func setDevice(_ uid: String?) { changeSound { $0.device = uid } }

  /// Begins to measure the levels.
  package func enableMetering() { changeSound { $0.isMetering = true } }

  /// Changes the settings of the sound.
  ///
  /// - Parameter change: changes the settings. It is called with the innermost lock held, so it must not call anything
  ///   that takes another lock.
  private func changeSound(_ change: (inout SoundPlayer.Settings) -> Void) {
    state.withLock { change(&$0.sound) }
    changeOpenSound()
    // Another device, or another speed algorithm, is applied by the worker.
    worker.signal()
  }

  /// Applies the settings to the sound that is open. It is called after every change of the settings or the media, so
  /// that the last change applies.
  private func changeOpenSound() {
    media.withLock { media in media?.changeSound(to: state.withLock { $0.sound }) }
  }

  /// Continues with other media, or begins with the first. On the item's worker.
  func use(_ media: PlayingMedia) {
    self.media.withLock { $0 = media }
    changeOpenSound()
  }

  /// Changes the speed algorithm of the sound, from now on.
  package func setTimeStretch(_ algorithm: TimeStretchAlgorithm) {
    changeSound { $0.algorithm = algorithm }
    change { if $0.running.map({ $0.start.rate != 1 }) ?? false { $0.runsAnew() } }
  }

  /// Returns whether the decoded sound was made for a rate.
  func isMade(for rate: Double) -> Bool {
    soundRate == rate && (rate == 1 || soundAlgorithm == state.withLock { $0.sound.algorithm })
  }

  /// The settings and callbacks with which sound is opened.
  var soundOutput: PlayingMedia.SoundOutput {
    let worker = worker
    return PlayingMedia.SoundOutput(
      settings: state.withLock { $0.sound }, device: makeDevice, onProgress: { worker.signal() })
  }

  /// The device that the sound is heard from. It is `nil` without sound.
  package var device: MixingDevice? { openSound?.device }

  /// The gaps in the sound so far.
  package var gaps: SoundGaps { openSound?.gaps ?? SoundGaps() }

  /// The levels of the sound's channels that are heard now, in decibels of full scale, -160 to 0. It is empty without
  /// sound.
  package var levels: [(average: Float, peak: Float)] {
    openSound?.levels.map { ($0.averageDecibels, $0.peakDecibels) } ?? []
  }
}
