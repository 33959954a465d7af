public import CoreGraphics
internal import Dispatch

/// A source of time that always goes on, at the rate of real time.
///
/// There is one clock here, the host's: `CLOCK_MONOTONIC`, whose nanoseconds are also the host's system units. It
/// counts from an arbitrary moment, and stands still while the machine sleeps, as Apple's host clock does.
public final class CMClock: CMSyncProtocol {
  private init() {}

  /// The clock of this machine.
  public static let hostTimeClock = CMClock()

  /// Identifies this class among objects: see `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { CFTypeID(of: CMClock.self) }

  /// The time it is now, with a timescale of 1 000 000 000.
  public var time: CMTime { CMClock.convertSystemUnitsToHostTime(DispatchTime.now().uptimeNanoseconds) }

  /// A time of this clock and the same moment on the clock it follows, which is itself for the host's. Throws
  /// nothing for the host's clock.
  public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
    let now = time
    return (now, now)
  }

  /// Whether this clock may run faster or slower than another one.
  public func mightDrift(relativeTo otherClock: CMClock) -> Bool { self !== otherClock }

  /// Ends the use of a clock that depends on a device. The host's does not, and goes on.
  public func invalidate() {}
}

extension CMClock {
  /// System units, which are nanoseconds, in a second.
  private static let systemUnitsPerSecond: CMTimeScale = 1_000_000_000

  /// The time of the host's clock at a number of system units.
  public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
    ExactSeconds(Int128(systemUnits), over: UInt128(systemUnitsPerSecond))
      .time(timescale: systemUnitsPerSecond, epoch: 0, wasRounded: false)
  }

  /// The system units at a time of the host's clock, rounded to the nearest and kept within 64 bits; 0 for a time that
  /// is not numeric.
  public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    guard hostTime.kind == .numeric else { return 0 }
    let (units, timescale) = (Int128(hostTime.value) * Int128(systemUnitsPerSecond), Int128(hostTime.timescale))
    return UInt64(clamping: (units + timescale / 2) / timescale)
  }
}
