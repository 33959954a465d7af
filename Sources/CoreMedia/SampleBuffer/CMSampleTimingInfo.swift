/// The times of a sample.
public struct CMSampleTimingInfo: BitwiseCopyable, Sendable {
  /// The duration of the sample; in one entry for many samples, the duration of each.
  public var duration: CMTime
  /// The time at which presentation begins.
  public var presentationTimeStamp: CMTime
  /// The time at which the sample is due for decoding; invalid where samples are decoded in the order of presentation.
  public var decodeTimeStamp: CMTime

  public init() { self = .invalid }

  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    self.duration = duration
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
  }

  /// Times of which none is known.
  public static let invalid = CMSampleTimingInfo(
    duration: CMTime(), presentationTimeStamp: CMTime(), decodeTimeStamp: CMTime())
}

/// Times of which none is known.
public let kCMTimingInfoInvalid = CMSampleTimingInfo.invalid
