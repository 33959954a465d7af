// Spellings of older documentation, so that old code gets a fix-it.

@available(*, deprecated, renamed: "CMTime.invalid")
public let kCMTimeInvalid = CMTime.invalid
@available(*, deprecated, renamed: "CMTime.indefinite")
public let kCMTimeIndefinite = CMTime.indefinite
@available(*, deprecated, renamed: "CMTime.positiveInfinity")
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
@available(*, deprecated, renamed: "CMTime.negativeInfinity")
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity
@available(*, deprecated, renamed: "CMTime.zero")
public let kCMTimeZero = CMTime.zero

/// The older spelling of `CMTimeMake(value:timescale:)`.
@available(*, deprecated, renamed: "CMTimeMake(value:timescale:)")
public func CMTimeMake(_ value: Int64, _ timescale: Int32) -> CMTime { CMTimeMake(value: value, timescale: timescale) }

/// The older spelling of `CMTimeMakeWithSeconds(_:preferredTimescale:)`.
@available(*, deprecated, renamed: "CMTimeMakeWithSeconds(_:preferredTimescale:)")
public func CMTimeMakeWithSeconds(_ seconds: Float64, _ preferredTimescale: Int32) -> CMTime {
  CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
}

/// The older spelling of `CMTimeMultiply(_:multiplier:)`.
@available(*, deprecated, renamed: "CMTimeMultiply(_:multiplier:)")
public func CMTimeMultiply(_ time: CMTime, _ multiplier: Int32) -> CMTime {
  CMTimeMultiply(time, multiplier: multiplier)
}

/// The older spelling of `CMTimeMultiplyByFloat64(_:multiplier:)`.
@available(*, deprecated, renamed: "CMTimeMultiplyByFloat64(_:multiplier:)")
public func CMTimeMultiplyByFloat64(_ time: CMTime, _ multiplier: Float64) -> CMTime {
  CMTimeMultiplyByFloat64(time, multiplier: multiplier)
}
