public import CoreGraphics
public import Foundation

/// Synchronising needs an argument that is missing.
public var kCMSyncError_MissingRequiredParameter: OSStatus { -12752 }

/// An argument is out of bounds, or is neither a clock nor a timebase.
public var kCMSyncError_InvalidParameter: OSStatus { -12753 }

/// There is no memory.
public var kCMSyncError_AllocationFailed: OSStatus { -12754 }

/// A timebase stands still, and must move for the operation.
public var kCMSyncError_RateMustBeNonZero: OSStatus { -12755 }

/// The namespace for errors of relations between clocks and timebases.
public struct CMSync {
  /// The errors, in the domain `NSOSStatusErrorDomain`.
  public struct Error {
    /// An argument is missing.
    public static let missingRequiredParameter = statusError(kCMSyncError_MissingRequiredParameter)

    /// An argument is out of bounds, or is neither a clock nor a timebase.
    public static let invalidParameter = statusError(kCMSyncError_InvalidParameter)

    /// There is no memory.
    public static let allocationFailed = statusError(kCMSyncError_AllocationFailed)

    /// A timebase stands still, and must move for the operation.
    public static let rateMustBeNonZero = statusError(kCMSyncError_RateMustBeNonZero)
  }
}
