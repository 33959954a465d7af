package import CoreMedia
import DeviceInterop
import Synchronization

/// The time of the sound that is heard from a sound device. The clock keeps the device open, so it runs for as long as
/// the clock exists. It can be moved to another device without a jump of its time.
package final class SoundDeviceClock: DeviceTime {
  private struct State {
    /// The unique identifier of the wanted device; `nil` for the default device.
    var uid: String?
    var device: MixingDevice
    /// The clock's time minus the device's.
    var offset: CMTime
  }

  private let state: Mutex<State>
  private let find: @Sendable (String?) -> MixingDevice

  /// - Parameters:
  ///   - uid: the device's unique identifier; `nil` for the default device.
  ///   - find: returns the device with an identifier.
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

  /// The unique identifier of the wanted device; `nil` for the default device.
  package var uid: String? { state.withLock { $0.uid } }

  /// The unique identifier of the device that plays the sound now.
  package var currentUID: String? { state.withLock { $0.device.playing?.uid } }

  /// Moves the clock to another device.
  ///
  /// - Throws: `MediaError`: there is no such device. The clock then stays with its current device.
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
