public import CoreGraphics

/// Something that has a time which goes on: a clock.
public protocol CMSyncProtocol: Sendable {
  /// The time it is now.
  var time: CMTime { get }
}

/// A `CMClock`, as the C interface takes it.
public typealias CMClockOrTimebase = CFTypeRef

/// Returns the time it is now by a clock; the invalid time where the object is none.
public func CMSyncGetTime(_ clockOrTimebase: CMClockOrTimebase) -> CMTime {
  (clockOrTimebase as? any CMSyncProtocol)?.time ?? .invalid
}
