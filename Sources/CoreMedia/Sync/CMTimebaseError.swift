public import CoreGraphics
public import Foundation

/// A timebase needs an argument that is missing.
public var kCMTimebaseError_MissingRequiredParameter: OSStatus { -12748 }

/// An argument for a timebase is out of bounds or in conflict with another.
public var kCMTimebaseError_InvalidParameter: OSStatus { -12749 }

/// There is no memory for a timebase.
public var kCMTimebaseError_AllocationFailed: OSStatus { -12750 }

/// A run loop's timer repeats too soon for a timebase to set it.
public var kCMTimebaseError_TimerIntervalTooShort: OSStatus { -12751 }

/// A timebase can be set only by its owner.
public var kCMTimebaseError_ReadOnly: OSStatus { -12757 }

extension CMTimebase {
  /// The errors of timebases, in the domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// An argument is missing.
    public static let missingRequiredParameter = statusError(kCMTimebaseError_MissingRequiredParameter)

    /// An argument is out of bounds or in conflict with another.
    public static let invalidParameter = statusError(kCMTimebaseError_InvalidParameter)

    /// There is no memory.
    public static let allocationFailed = statusError(kCMTimebaseError_AllocationFailed)

    /// A run loop's timer repeats too soon.
    public static let timerIntervalTooShort = statusError(kCMTimebaseError_TimerIntervalTooShort)

    /// The timebase can be set only by its owner.
    public static let readOnly = statusError(kCMTimebaseError_ReadOnly)
  }
}
