/// A sample's times.
public struct CMSampleTimingInfo: BitwiseCopyable, Sendable {
  /// How long the sample is presented; with one entry for many samples, how long each is.
  public var duration: CMTime
  /// When presentation begins.
  public var presentationTimeStamp: CMTime
  /// When the sample is due for decoding; invalid where samples are decoded in the order of presentation.
  public var decodeTimeStamp: CMTime

  public init() { self = .invalid }

  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    self.duration = duration
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
  }

  /// Nothing is known.
  public static let invalid = CMSampleTimingInfo(
    duration: CMTime(), presentationTimeStamp: CMTime(), decodeTimeStamp: CMTime())
}

/// Nothing is known.
public let kCMTimingInfoInvalid = CMSampleTimingInfo.invalid
