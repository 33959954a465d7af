public import CoreGraphics

public let kCMFormatDescriptionError_InvalidParameter: OSStatus = -12710
public let kCMFormatDescriptionError_AllocationFailed: OSStatus = -12711
public let kCMFormatDescriptionError_ValueNotAvailable: OSStatus = -12718

extension CMFormatDescription {
  /// The errors that a format description's initialisers and methods throw.
  public enum Error {
    public static let invalidParameter = statusError(kCMFormatDescriptionError_InvalidParameter)
    public static let allocationFailed = statusError(kCMFormatDescriptionError_AllocationFailed)
    public static let valueNotAvailable = statusError(kCMFormatDescriptionError_ValueNotAvailable)
  }
}
