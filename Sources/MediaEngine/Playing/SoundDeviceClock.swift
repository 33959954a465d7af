package import CoreMedia
import DeviceInterop
import Synchronization

/// The time of the sound that is heard from a sound device. It goes on for as long as the clock exists: the clock keeps
/// the device open. It can be moved to another device, and its time goes on without a jump.
package final class SoundDeviceClock: DeviceTime {
  private struct State {
    /// The device's name that was asked for. Nil is the default device.
    var uid: String?
    var device: MixingDevice
    /// The clock's time minus the device's.
    var offset: CMTime
  }

  private let state: Mutex<State>
  private let find: @Sendable (String?) -> MixingDevice

  /// - Parameters:
  ///   - uid: the device's name for programs. Nil means the default device.
  ///   - find: finds a device by its name.
  /// - Throws: `MediaError`: there is no such device.
  package init(
    uid: String?, find: @escaping @Sendable (String?) -> MixingDevice = { MixingDevice.shared($0) }
  ) throws {
    let device = find(uid)
    try device.acquire()
    self.find = find
    state = Mutex(State(uid: uid, device: device, offset: .zero))
  }

  deinit { state.withLock { $0.device }.release() }

  /// The device's name for programs. Nil means the default device.
  package var uid: String? { state.withLock { $0.uid } }

  /// The name for programs of the device that the sound is played on now.
  package var currentUID: String? { state.withLock { $0.device.playing?.uid } }

  /// Moves the clock to another device.
  ///
  /// - Throws: `MediaError`: there is no such device. The clock stays with the one it has.
  package func move(to uid: String?) throws {
    let device = find(uid)
    try device.acquire()
    let former = state.withLock { state in
      let former = state.device
      let now = former.reading.time + state.offset
      state = State(uid: uid, device: device, offset: now - device.reading.time)
      return former
    }
    former.release()
  }

  package var reading: ClockReading {
    let (device, offset) = state.withLock { ($0.device, $0.offset) }
    var reading = device.reading
    if offset != .zero { reading.time = reading.time + offset }
    return reading
  }
}
