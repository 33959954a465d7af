public import CoreGraphics

// Names from the time when sources were called masters.

extension CMTimebase {
  /// The older spelling of `init(sourceClock:)`.
  @available(*, deprecated, renamed: "init(sourceClock:)")
  public convenience init(masterClock: CMClock) throws { try self.init(sourceClock: masterClock) }

  /// The older spelling of `init(sourceTimebase:)`.
  @available(*, deprecated, renamed: "init(sourceTimebase:)")
  public convenience init(masterTimebase: CMTimebase) throws { try self.init(sourceTimebase: masterTimebase) }

  /// The older spelling of `source`.
  @available(*, deprecated, renamed: "source")
  public var master: any CMSyncProtocol {
    get { source }
    set { source = newValue }
  }

  /// The older spelling of `sourceClock`.
  @available(*, deprecated, renamed: "sourceClock")
  public var masterClock: CMClock? { sourceClock }

  /// The older spelling of `sourceTimebase`.
  @available(*, deprecated, renamed: "sourceTimebase")
  public var masterTimebase: CMTimebase? { sourceTimebase }

  /// The older spelling of `ultimateSourceClock`.
  @available(*, deprecated, renamed: "ultimateSourceClock")
  public var ultimateMasterClock: CMClock { ultimateSourceClock }
}

/// The older spelling of `CMTimebaseCreateWithSourceClock(allocator:sourceClock:timebaseOut:)`.
@available(*, deprecated, renamed: "CMTimebaseCreateWithSourceClock(allocator:sourceClock:timebaseOut:)")
@discardableResult
public func CMTimebaseCreateWithMasterClock(
  allocator: CFAllocator?, masterClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  CMTimebaseCreateWithSourceClock(allocator: allocator, sourceClock: masterClock, timebaseOut: timebaseOut)
}

/// The older spelling of `CMTimebaseCreateWithSourceTimebase(allocator:sourceTimebase:timebaseOut:)`.
@available(*, deprecated, renamed: "CMTimebaseCreateWithSourceTimebase(allocator:sourceTimebase:timebaseOut:)")
@discardableResult
public func CMTimebaseCreateWithMasterTimebase(
  allocator: CFAllocator?, masterTimebase: CMTimebase, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  CMTimebaseCreateWithSourceTimebase(
    allocator: allocator, sourceTimebase: masterTimebase, timebaseOut: timebaseOut)
}

/// The older spelling of `CMTimebaseCopySource(_:)`.
@available(*, deprecated, renamed: "CMTimebaseCopySource(_:)")
public func CMTimebaseCopyMaster(_ timebase: CMTimebase) -> CMClockOrTimebase { CMTimebaseCopySource(timebase) }

/// The older spelling of `CMTimebaseCopySourceClock(_:)`.
@available(*, deprecated, renamed: "CMTimebaseCopySourceClock(_:)")
public func CMTimebaseCopyMasterClock(_ timebase: CMTimebase) -> CMClock? { CMTimebaseCopySourceClock(timebase) }

/// The older spelling of `CMTimebaseCopySourceTimebase(_:)`.
@available(*, deprecated, renamed: "CMTimebaseCopySourceTimebase(_:)")
public func CMTimebaseCopyMasterTimebase(_ timebase: CMTimebase) -> CMTimebase? {
  CMTimebaseCopySourceTimebase(timebase)
}

/// The older spelling of `CMTimebaseCopyUltimateSourceClock(_:)`.
@available(*, deprecated, renamed: "CMTimebaseCopyUltimateSourceClock(_:)")
public func CMTimebaseCopyUltimateMasterClock(_ timebase: CMTimebase) -> CMClock {
  CMTimebaseCopyUltimateSourceClock(timebase)
}

/// The older spelling of `CMTimebaseCopySource(_:)`.
@available(*, deprecated, renamed: "CMTimebaseCopySource(_:)")
public func CMTimebaseGetMaster(_ timebase: CMTimebase) -> CMClockOrTimebase? { CMTimebaseCopySource(timebase) }

/// The older spelling of `CMTimebaseCopySourceClock(_:)`.
@available(*, deprecated, renamed: "CMTimebaseCopySourceClock(_:)")
public func CMTimebaseGetMasterClock(_ timebase: CMTimebase) -> CMClock? { CMTimebaseCopySourceClock(timebase) }

/// The older spelling of `CMTimebaseCopySourceTimebase(_:)`.
@available(*, deprecated, renamed: "CMTimebaseCopySourceTimebase(_:)")
public func CMTimebaseGetMasterTimebase(_ timebase: CMTimebase) -> CMTimebase? {
  CMTimebaseCopySourceTimebase(timebase)
}

/// The older spelling of `CMTimebaseCopyUltimateSourceClock(_:)`.
@available(*, deprecated, renamed: "CMTimebaseCopyUltimateSourceClock(_:)")
public func CMTimebaseGetUltimateMasterClock(_ timebase: CMTimebase) -> CMClock? {
  CMTimebaseCopyUltimateSourceClock(timebase)
}

/// The older spelling of `CMTimebaseSetSourceClock(_:_:)`.
@available(*, deprecated, renamed: "CMTimebaseSetSourceClock(_:_:)")
@discardableResult
public func CMTimebaseSetMasterClock(
  _ timebase: CMTimebase, _ newMasterClock: CMClock
) -> OSStatus {
  CMTimebaseSetSourceClock(timebase, newMasterClock)
}

/// The older spelling of `CMTimebaseSetSourceTimebase(_:_:)`.
@available(*, deprecated, renamed: "CMTimebaseSetSourceTimebase(_:_:)")
@discardableResult
public func CMTimebaseSetMasterTimebase(
  _ timebase: CMTimebase, _ newMasterTimebase: CMTimebase
) -> OSStatus {
  CMTimebaseSetSourceTimebase(timebase, newMasterTimebase)
}

/// The older spelling of `CMTimebaseSetAnchorTime(_:timebaseTime:immediateSourceTime:)`; the status is lost.
@available(*, deprecated, renamed: "CMTimebaseSetAnchorTime(_:timebaseTime:immediateSourceTime:)")
public func CMTimebaseSetAnchorTime(_ timebase: CMTimebase, timebaseTime: CMTime, immediateMasterTime: CMTime) {
  _ = CMTimebaseSetAnchorTime(timebase, timebaseTime: timebaseTime, immediateSourceTime: immediateMasterTime)
}

/// The older spelling of `CMTimebaseSetRateAndAnchorTime(_:rate:anchorTime:immediateSourceTime:)`; the status is lost.
@available(*, deprecated, renamed: "CMTimebaseSetRateAndAnchorTime(_:rate:anchorTime:immediateSourceTime:)")
public func CMTimebaseSetRateAndAnchorTime(
  _ timebase: CMTimebase, rate: Double, anchorTime: CMTime, immediateMasterTime: CMTime
) {
  _ = CMTimebaseSetRateAndAnchorTime(
    timebase, rate: rate, anchorTime: anchorTime, immediateSourceTime: immediateMasterTime)
}
