package import DeviceInterop
internal import Foundation
package import MediaEngine
internal import MediaSupport

// Additions to Apple's API: the devices of the machine, and the needs of a program that has no main queue.

extension AVAudioPlayer {
  /// A sound device of the machine.
  public struct OutputDevice: Sendable, Hashable {
    /// The identifier for programs, as `currentDevice` takes it.
    public let identifier: String
    /// The name for people.
    public let name: String
    /// A Boolean value that says whether the device cannot be heard, since it has no sound hardware. It still plays in
    /// real time.
    public let isSilent: Bool

    package init(_ device: SoundDevice) {
      (identifier, name, isSilent) = (device.uid, device.name, device.isSilent)
    }
  }

  /// The sound devices that players can use, the virtual one last. Reading it asks the sound server, which may take 2
  /// s.
  ///
  /// - Throws: `AVError.deviceNotConnected` where the environment chooses a kind of device that is not there.
  public static var outputDevices: [OutputDevice] {
    get throws {
      do {
        return try SoundOutputs.devices().map(OutputDevice.init)
      } catch {
        throw AVError(wrapping: error)
      }
    }
  }

  /// The device on which the sound is heard, or the virtual one that replaces it while it is absent. It is nil while
  /// the player is neither ready nor playing.
  public var outputDevice: OutputDevice? { player.device?.playing.map(OutputDevice.init) }
}

// MARK: For programs of this package

extension AVAudioPlayer {
  /// A move of the sound from or to its device.
  package enum DeviceMove: Sendable {
    /// The device went away, for the reason given; the virtual device plays on.
    case lost(reason: String)
    case returned(OutputDevice)

    package init(_ move: MixingDevice.Move) {
      self =
        switch move {
        case .lost(let reason): .lost(reason: reason)
        case .returned(let device): .returned(OutputDevice(device))
        }
    }
  }

  /// Takes the device and decodes the first of the sound, as `prepareToPlay()`.
  ///
  /// - Throws: `AVError`: there is no such device, or the sound cannot be opened again.
  package func requireReadiness() throws {
    do {
      try player.prepare()
    } catch {
      throw AVError(wrapping: error)
    }
  }

  /// Calls a handler, on a thread of its own, as soon as playing ends. The argument is nil if the sound was heard to
  /// its end. Setting nil ends the calls.
  package func observeEnd(_ handler: (@Sendable (AVError?) -> Void)?) { messenger.observer = handler }

  /// Tells of moves of the device that the player holds, until it is given nil.
  package func observeDevice(_ handler: (@Sendable (DeviceMove) -> Void)?) {
    let tell = handler.map { handler in { @Sendable (move: MixingDevice.Move) in handler(DeviceMove(move)) } }
    player.device?.observe(self, tell)
  }

  /// The number of times that the device had nothing to play, and the number of frames that were not decoded in time,
  /// while the player holds a device, or held one last.
  package var gaps: (underruns: Int, starvedFrames: Int64) {
    let gaps = player.gaps
    return (gaps.underruns, gaps.starvedFrames)
  }

  /// Waits until the sound of players that have ended is heard. A program has to call it before it ends the process.
  package static func waitForSilence() { MixingDevice.waitForClosing(seconds: 2) }
}
