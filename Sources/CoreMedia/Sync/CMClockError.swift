public import CoreGraphics
public import Foundation

/// A clock needs an argument that is missing.
public var kCMClockError_MissingRequiredParameter: OSStatus { -12745 }

/// An argument for a clock is out of bounds or in conflict with another.
public var kCMClockError_InvalidParameter: OSStatus { -12746 }

/// There is no memory for a clock.
public var kCMClockError_AllocationFailed: OSStatus { -12747 }

/// A clock does not support the operation.
public var kCMClockError_UnsupportedOperation: OSStatus { -12756 }

extension CMClock {
  /// The errors of clocks, in the domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// An argument is missing.
    public static let missingRequiredParameter = statusError(kCMClockError_MissingRequiredParameter)

    /// An argument is out of bounds or in conflict with another.
    public static let invalidParameter = statusError(kCMClockError_InvalidParameter)

    /// There is no memory.
    public static let allocationFailed = statusError(kCMClockError_AllocationFailed)

    /// The clock does not support the operation.
    public static let unsupportedOperation = statusError(kCMClockError_UnsupportedOperation)
  }
}
