public import CoreGraphics
import Dispatch
import Synchronization

/// A source of time that always advances, and that cannot be stopped or set.
///
/// The host's clock is `CLOCK_MONOTONIC`, whose nanoseconds are also the host's system units. It counts from an
/// arbitrary moment, and stops while the machine sleeps, as Apple's host clock does. A sound device is a clock, too,
/// which counts the samples that it plays; it may drift relative to the host's.
public final class CMClock: CMSyncProtocol {
  /// The device whose time the clock tells, or `nil` for the host's clock.
  package let device: (any DeviceTime)?
  private let isInvalid = Atomic(false)

  /// - Parameter device: the device whose time the clock tells, or `nil` for the host's clock.
  private init(of device: (any DeviceTime)?) { self.device = device }

  /// Creates a clock that tells the time of a device.
  package convenience init(_ device: any DeviceTime) { self.init(of: device) }

  /// The clock of this machine.
  public static let hostTimeClock = CMClock(of: nil)

  /// A number that identifies this class: see `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { CFTypeID(of: CMClock.self) }

  /// The current time; invalid after `invalidate()`.
  ///
  /// The host's clock has a timescale of 1 000 000 000; a device's clock counts its samples.
  public var time: CMTime { reading?.time ?? .invalid }

  /// Returns a time of this clock and the same moment on the clock it refers to, which is the host's.
  ///
  /// - Throws: `CMClock.Error.unsupportedOperation` after `invalidate()`.
  public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
    guard let reading else { throw CMClock.Error.unsupportedOperation }
    return (reading.time, reading.hostTime)
  }

  /// Returns whether this clock may run faster or slower than another one.
  public func mightDrift(relativeTo otherClock: CMClock) -> Bool { self !== otherClock }

  /// Ends the use of a clock whose device has gone: it has no time from now on. The host's clock is not affected.
  public func invalidate() {
    if device != nil { isInvalid.store(true, ordering: .relaxed) }
  }

  /// The clock's time and rate now; `nil` after `invalidate()`.
  package var reading: ClockReading? {
    let now = CMClock.convertSystemUnitsToHostTime(DispatchTime.now().uptimeNanoseconds)
    guard let device else { return ClockReading(time: now, hostTime: now, rate: 1) }
    return isInvalid.load(ordering: .relaxed) ? nil : device.reading
  }
}

/// The time of a device that counts by itself.
package protocol DeviceTime: Sendable {
  /// The reading of the device's clock now. Any thread asks for it, also while it holds the lock of all timebases: this
  /// must not wait, and must not call a timebase.
  var reading: ClockReading { get }
}

/// A clock's time at a moment of the host's clock, and its rate.
package struct ClockReading: Sendable {
  package var time: CMTime
  package var hostTime: CMTime
  /// The clock's seconds in a second of the host, as measured; 1 where both run equally fast.
  package var rate: Double

  package init(time: CMTime, hostTime: CMTime, rate: Double) {
    self.time = time
    self.hostTime = hostTime
    self.rate = rate
  }

  private var relation: SyncRate { SyncRate(rate: rate, time: time, sourceTime: hostTime) }

  /// Returns the clock's time at a time of the host's clock.
  func time(atHostTime host: CMTime) -> CMTime { relation.time(at: host) }

  /// Returns the time of the host's clock at a time of the clock.
  func hostTime(at clockTime: CMTime) -> CMTime { relation.sourceTime(at: clockTime) ?? hostTime }
}

extension CMClock {
  /// The number of system units, which are nanoseconds, in a second.
  private static let systemUnitsPerSecond: CMTimeScale = 1_000_000_000

  /// Returns the time of the host's clock at a number of system units.
  public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
    ExactSeconds(Int128(systemUnits), over: UInt128(systemUnitsPerSecond))
      .time(timescale: systemUnitsPerSecond, epoch: 0, wasRounded: false)
  }

  /// Returns the system units at a time of the host's clock, rounded to the nearest and kept within 64 bits; 0 for a
  /// time that is not numeric.
  public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    guard hostTime.kind == .numeric else { return 0 }
    let (units, timescale) = (Int128(hostTime.value) * Int128(systemUnitsPerSecond), Int128(hostTime.timescale))
    return UInt64(clamping: (units + timescale / 2) / timescale)
  }
}

/// Two clocks are equal if they are the same object, as with CoreFoundation's objects.
extension CMClock: Hashable {
  public static func == (one: CMClock, other: CMClock) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
