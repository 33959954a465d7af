import DeviceInterop
import Dispatch
import Foundation
import MediaSupport
import Synchronization

/// The gaps in a sound: how often sound was missing when it should have been heard, and how much.
package struct SoundGaps: Sendable, Hashable {
  /// The number of times that the device had nothing to play, counting all sounds on it.
  package var underruns = 0
  /// The number of the sound's frames that were not decoded in time.
  package var starvedFrames: Int64 = 0
}

/// Plays the sound of one track on a device: the work behind `AVAudioPlayer`.
///
/// From `prepare` (or `play`) until the end or `stop` it has a `SoundSession`, which holds the device, decodes ahead
/// and is rendered. Any thread.
package final class SoundPlayer: Sendable {
  /// The settings of the playback. They may be changed at any time.
  package struct Settings: Sendable, Equatable {
    /// The gain: 0 to 1, or higher.
    package var volume: Float = 1
    /// The balance: −1 is only the left, 1 only the right.
    package var pan: Float = 0
    /// The number of repetitions. A negative number repeats the sound until it is stopped.
    package var loopCount = 0
    /// The speed: 1 is as recorded.
    package var rate: Float = 1
    /// The algorithm that changes the speed.
    package var algorithm = TimeStretchAlgorithm.spectral
    /// The device's channel for each channel, from 0; `nil` to assign channels by their speakers.
    package var channels: [Int]?
    package var isMetering = false
    /// The device's unique identifier; `nil` for the default device.
    package var device: String?

    package init() {}
  }

  private struct State {
    var session: SoundSession?
    var isPlaying = false
    /// The position in seconds at which the next session begins.
    var time: Double = 0
    var settings = Settings()
    /// The changes of the volume since the last session, with which the next one begins; `nil` if there were none.
    var volumeChange: GainChange?
    var levels: [LevelMeter.Level] = []
    /// The gaps of the previous session.
    var gaps = SoundGaps()
  }

  private let sound: SoundFile
  private let makeDevice: @Sendable (String?) -> MixingDevice
  private let onEnd: @Sendable ((any Error)?) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - device: returns the device with an identifier.
  ///   - onEnd: called when the sound has been heard to its end, with the error that ended it. It is called on a thread
  ///     of its own.
  package init(
    _ sound: SoundFile, device: @escaping @Sendable (String?) -> MixingDevice = { MixingDevice.shared($0) },
    onEnd: @escaping @Sendable ((any Error)?) -> Void
  ) {
    self.sound = sound
    makeDevice = device
    self.onEnd = onEnd
  }

  deinit { state.withLock { $0.session }?.end() }

  // MARK: Transport

  /// Opens the device and decodes ahead.
  ///
  /// - Throws: `MediaError`: there is no such device, or the sound cannot be opened again.
  package func prepare() throws { _ = try state.withLock { try session(&$0) } }

  /// Plays from `time` on.
  ///
  /// - Parameter deviceTime: the device's time in seconds at which playing begins; `nil` for at once.
  /// - Returns: `false` for a time that has passed.
  /// - Throws: as `prepare()`.
  package func play(at deviceTime: Double? = nil) throws -> Bool {
    try state.withLock { state in
      let session = try session(&state)
      if let deviceTime, deviceTime <= session.device.time || !deviceTime.isFinite { return false }
      if state.isPlaying, deviceTime == nil { return true }
      session.play(at: deviceTime.map { session.device.frame(at: $0) })
      state.isPlaying = true
      return true
    }
  }

  /// Pauses, and keeps the device and the position.
  package func pause() {
    state.withLock { state in
      state.session?.pause()
      state.isPlaying = false
    }
  }

  /// Stops, releases the device, and keeps the position.
  package func stop() { state.withLock { endSession(&$0) } }

  package var isPlaying: Bool { state.withLock { $0.isPlaying } }

  /// The position in the sound that is heard now, or from which playing would continue, in seconds. A negative value is
  /// set as 0, and from the end on nothing is heard.
  package var time: Double {
    get { state.withLock { $0.session?.time ?? $0.time } }
    set {
      let time = newValue.isFinite ? max(0, newValue) : 0
      state.withLock { state in
        if let session = state.session { session.seek(to: time) } else { state.time = time }
      }
    }
  }

  /// The device that plays the sound; `nil` while the player holds none.
  package var device: MixingDevice? { state.withLock { $0.session?.device } }

  /// The device's time in seconds. It is 0 while no sound is played or prepared on the device.
  package var deviceTime: Double { makeDevice(state.withLock { $0.settings.device }).time }

  /// A Boolean value that says whether the player has decoded as far ahead as it does. It is `nil` while it holds no
  /// device.
  package var isDecodedAhead: Bool? { state.withLock { $0.session?.isDecodedAhead } }

  /// The gaps in the sound since the player opened its current, or last, device.
  package var gaps: SoundGaps { state.withLock { $0.session?.gaps ?? $0.gaps } }

  // MARK: Settings

  package var settings: Settings { state.withLock { $0.settings } }

  /// Changes the volume, linearly from the one that there is.
  ///
  /// - Parameter fadeSeconds: the time that the change takes while the sound plays, from its next frame on.
  package func setVolume(_ volume: Float, fadeSeconds: Double) {
    state.withLock { state in
      let change = GainChange(to: volume, within: fadeSeconds)
      if let session = state.session {
        session.setVolume(change)
      } else {
        let before = state.volumeChange ?? GainChange(to: state.settings.volume)
        state.volumeChange = before.followed(by: change)
      }
      state.settings.volume = volume
    }
  }

  /// Changes settings other than the volume.
  package func change(_ change: (inout Settings) -> Void) {
    state.withLock { state in
      let before = state.settings
      change(&state.settings)
      guard let session = state.session else { return }
      if before.device == state.settings.device {
        session.change(from: before, to: state.settings)
      } else {
        let wasPlaying = state.isPlaying
        endSession(&state)
        // If the device does not exist, the player has stopped, and `play` throws the reason.
        if let session = try? self.session(&state), wasPlaying {
          session.play(at: nil)
          state.isPlaying = true
        }
      }
    }
  }

  /// Reads the levels of the sound that is heard now.
  package func updateLevels() {
    state.withLock { state in
      state.levels = state.isPlaying ? state.session?.levels ?? [] : []
    }
  }

  /// Returns the level of a channel at the last call of `updateLevels`, in decibels of full scale, -160 to 0.
  package func level(of channel: Int, isPeak: Bool) -> Float {
    let levels = state.withLock { $0.levels }
    guard levels.indices.contains(channel) else { return LevelMeter.Level.silence }
    return isPeak ? levels[channel].peakDecibels : levels[channel].averageDecibels
  }

  // MARK: Sessions

  private func session(_ state: inout State) throws -> SoundSession {
    if let session = state.session { return session }
    let session = try SoundSession([sound], on: makeDevice(state.settings.device), state.settings, at: state.time) {
      [weak self] in self?.sessionHasEnded($0, $1)
    }
    session.waitUntilReady()
    if let change = state.volumeChange.take() { session.setVolume(change) }
    state.session = session
    return session
  }

  private func endSession(_ state: inout State, draining: Bool = false) {
    guard let session = state.session else { return }
    state.isPlaying = false
    state.time = session.time
    state.gaps = session.gaps
    state.session = nil
    session.end(draining: draining)
  }

  private func sessionHasEnded(_ session: SoundSession, _ error: (any Error)?) {
    let isOver = state.withLock { state in
      guard state.session === session, state.isPlaying else { return false }
      endSession(&state, draining: true)
      state.time = 0
      return true
    }
    if isOver { onEnd(error) }
  }
}

extension SoundPlayer.Settings {
  /// Returns the gains from the channels of a sound to those of a device.
  func matrix(from layout: ChannelLayout, to format: SoundFormat) -> ChannelMatrix {
    if let channels { return ChannelMatrix(assigning: channels, targetCount: format.channelCount) }
    return ChannelMatrix(from: layout, to: .default(count: format.channelCount), pan: pan)
  }
}
