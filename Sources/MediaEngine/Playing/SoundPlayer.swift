import Dispatch
import Foundation
import MediaSupport
import Synchronization

/// The gaps of a sound: how often, and how much of it, was missing when it was to be heard.
package struct SoundGaps: Sendable, Hashable {
  /// The times that the device had nothing to play, whoever plays on it.
  package var underruns = 0
  /// Frames of the sound that were not decoded in time.
  package var starvedFrames: Int64 = 0
}

/// Plays the sound of one track on a device: the work behind `AVAudioPlayer`.
///
/// Between `prepare` (or `play`) and the end or `stop` it has a `SoundSession`, which holds the device, decodes ahead
/// and is rendered. Any thread.
package final class SoundPlayer: Sendable {
  /// The ways in which the sound is played. They may be changed at any time.
  package struct Settings: Sendable, Equatable {
    /// The gain: 0 to 1, or beyond.
    package var volume: Float = 1
    /// The balance: −1 is the left alone, 1 the right alone.
    package var pan: Float = 0
    /// The number of repetitions. Below 0 the sound goes on until it is stopped.
    package var loopCount = 0
    /// The speed: 1 is as recorded.
    package var rate: Float = 1
    /// The way in which the speed is changed.
    package var algorithm = TimeStretchAlgorithm.spectral
    /// The device's channel for each channel, from 0. Nil goes by the speakers.
    package var channels: [Int]?
    package var isMetering = false
    /// The device's name for programs. Nil is the default device.
    package var device: String?

    package init() {}
  }

  private struct State {
    var session: SoundSession?
    var isPlaying = false
    /// The place in seconds at which the next session begins.
    var time: Double = 0
    var settings = Settings()
    var levels: [LevelMeter.Level] = []
    /// The gaps of the session before.
    var gaps = SoundGaps()
  }

  private let sound: SoundFile
  private let makeDevice: @Sendable (String?) -> MixingDevice
  private let onEnd: @Sendable ((any Error)?) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - device: finds a device by its name.
  ///   - onEnd: called when the sound has been heard to its end, with the error that ended it. On a thread of its own.
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

  /// Takes the device and decodes ahead.
  ///
  /// - Throws: `MediaError`: there is no such device, or the sound cannot be opened again.
  package func prepare() throws { _ = try state.withLock { try session(&$0) } }

  /// Plays on from `time`.
  ///
  /// - Parameter deviceTime: the device's time in seconds at which it begins; nil is at once.
  /// - Returns: false for a time that is over.
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

  /// Keeps the device and the place.
  package func pause() {
    state.withLock { state in
      state.session?.pause()
      state.isPlaying = false
    }
  }

  /// Gives the device back, and keeps the place.
  package func stop() { state.withLock { endSession(&$0) } }

  package var isPlaying: Bool { state.withLock { $0.isPlaying } }

  /// The place in the sound that is heard now, or that it would go on with, in seconds. It is set to 0 at the least,
  /// and from the end on nothing is heard.
  package var time: Double {
    get { state.withLock { $0.session?.time ?? $0.time } }
    set {
      let time = newValue.isFinite ? max(0, newValue) : 0
      state.withLock { state in
        if let session = state.session { session.seek(to: time) } else { state.time = time }
      }
    }
  }

  /// The device that the sound is on. Nil while it holds none.
  package var device: MixingDevice? { state.withLock { $0.session?.device } }

  /// The device's time in seconds. 0 while nothing is played or ready to be on it.
  package var deviceTime: Double { makeDevice(state.withLock { $0.settings.device }).time }

  /// A Boolean value that says whether the player is as far ahead as it decodes. Nil where it does not hold the device.
  package var isDecodedAhead: Bool? { state.withLock { $0.session?.isDecodedAhead } }

  /// The gaps of the sound since the player took the device that it holds, or held last.
  package var gaps: SoundGaps { state.withLock { $0.session?.gaps ?? $0.gaps } }

  // MARK: Settings

  package var settings: Settings { state.withLock { $0.settings } }

  /// Changes settings.
  ///
  /// - Parameter fadeSeconds: the time that the volume takes to change, in a straight line.
  package func change(fadeSeconds: Double = 0, _ change: (inout Settings) -> Void) {
    state.withLock { state in
      let before = state.settings
      change(&state.settings)
      guard let session = state.session else { return }
      if before.device == state.settings.device {
        session.change(from: before, to: state.settings, fadeSeconds: fadeSeconds)
      } else {
        let wasPlaying = state.isPlaying
        endSession(&state)
        // Where there is no such device it has stopped, and `play` says why.
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

  /// The level of a channel when `updateLevels` was called last, in decibels of full scale, -160 to 0.
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
