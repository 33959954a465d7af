public import CoreMedia
public import Foundation
internal import MediaEngine
internal import MediaSupport

// Clocks of sound devices. Apple has them in CoreMedia, which stands below the devices here.

extension CMClock {
  private var soundDevice: SoundDeviceClock {
    get throws {
      guard let clock = device as? SoundDeviceClock else { throw CMClock.Error.unsupportedOperation }
      return clock
    }
  }

  /// The sound device whose time the clock tells.
  ///
  /// - Returns: its identifier and its number in this process, and whether it is the default device.
  /// - Throws: `CMClock.Error.unsupportedOperation` for another clock.
  public func audioDevice() throws -> (deviceUID: String?, deviceID: AudioDeviceID, trackingDefaultDevice: Bool) {
    let clock = try soundDevice
    return (clock.currentUID, AudioDeviceNumbers.number(of: clock.currentUID ?? ""), clock.uid == nil)
  }

  /// Makes the clock follow another sound device from now on. Its time continues without a jump.
  ///
  /// - Parameter deviceUID: an identifier as for `AVAudioPlayer.currentDevice`. Nil is the default device.
  /// - Throws: `CMClock.Error.unsupportedOperation` for another clock, `.invalidParameter` for a device that is not there.
  public func setAudioDeviceUID(_ deviceUID: String?) throws {
    let clock = try soundDevice
    do {
      try clock.move(to: deviceUID)
    } catch {
      throw CMClock.Error.invalidParameter
    }
  }

  /// Tells the time of another sound device from now on, by the number that `audioDevice()` gave for it.
  ///
  /// - Throws: as `setAudioDeviceUID(_:)`, and `CMClock.Error.invalidParameter` for a number that stands for none.
  public func setAudioDeviceID(_ deviceID: AudioDeviceID) throws {
    _ = try soundDevice
    guard let uid = AudioDeviceNumbers.uid(of: deviceID) else { throw CMClock.Error.invalidParameter }
    try setAudioDeviceUID(uid)
  }
}

/// Makes a clock of the default sound device, which it keeps open. Returns `noErr`, or
/// `kCMClockError_UnsupportedOperation` where it cannot be opened.
@discardableResult
public func CMAudioClockCreate(allocator: CFAllocator?, clockOut: UnsafeMutablePointer<CMClock?>) -> OSStatus {
  CMAudioDeviceClockCreate(allocator: allocator, deviceUID: nil, clockOut: clockOut)
}

/// Makes a clock of a sound device, which it keeps open. Returns `noErr`, or `kCMClockError_InvalidParameter` for one
/// that is not there.
///
/// - Parameter deviceUID: an identifier as for `AVAudioPlayer.currentDevice`. Nil is the default device.
@discardableResult
public func CMAudioDeviceClockCreate(
  allocator: CFAllocator?, deviceUID: CFString?, clockOut: UnsafeMutablePointer<CMClock?>
) -> OSStatus {
  let uid = deviceUID.map { "\($0)" }
  guard let clock = try? SoundDeviceClock(uid: uid) else {
    clockOut.pointee = nil
    return uid == nil ? kCMClockError_UnsupportedOperation : kCMClockError_InvalidParameter
  }
  clockOut.pointee = CMClock(clock)
  return noErr
}

/// Makes a clock of a sound device by its number: see `CMAudioDeviceClockCreate(allocator:deviceUID:clockOut:)`.
@discardableResult
public func CMAudioDeviceClockCreateFromAudioDeviceID(
  allocator: CFAllocator?, deviceID: AudioDeviceID, clockOut: UnsafeMutablePointer<CMClock?>
) -> OSStatus {
  clockOut.pointee = nil
  guard let uid = AudioDeviceNumbers.uid(of: deviceID) else { return kCMClockError_InvalidParameter }
  return CMAudioDeviceClockCreate(allocator: allocator, deviceUID: uid as CFString, clockOut: clockOut)
}

/// Writes the sound device of a clock. Returns `noErr`, or `kCMClockError_UnsupportedOperation` for another clock.
@discardableResult
public func CMAudioDeviceClockGetAudioDevice(
  _ clock: CMClock, deviceUIDOut: UnsafeMutablePointer<CFString?>?, deviceIDOut: UnsafeMutablePointer<AudioDeviceID>?,
  trackingDefaultDeviceOut: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
  guard let (uid, number, isDefault) = try? clock.audioDevice() else { return kCMClockError_UnsupportedOperation }
  deviceUIDOut?.pointee = uid.map { $0 as CFString }
  deviceIDOut?.pointee = number
  trackingDefaultDeviceOut?.pointee = DarwinBoolean(isDefault)
  return noErr
}

/// Moves a clock to another sound device: see `CMClock.setAudioDeviceUID(_:)`. Returns the status of its error.
@discardableResult
public func CMAudioDeviceClockSetAudioDeviceUID(_ clock: CMClock, deviceUID: CFString?) -> OSStatus {
  status { try clock.setAudioDeviceUID(deviceUID.map { "\($0)" }) }
}

/// Moves a clock to another sound device: see `CMClock.setAudioDeviceID(_:)`. Returns the status of its error.
@discardableResult
public func CMAudioDeviceClockSetAudioDeviceID(_ clock: CMClock, deviceID: AudioDeviceID) -> OSStatus {
  status { try clock.setAudioDeviceID(deviceID) }
}

private func status(_ body: () throws -> Void) -> OSStatus {
  do {
    try body()
    return noErr
  } catch {
    return OSStatus(truncatingIfNeeded: (error as NSError).code)
  }
}
