public import Foundation

/// The domain of every `AVError` (ER-01).
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of this framework: a code of Apple's, a sentence for people, and the cause beneath it.
///
/// `localizedDescription` says what failed, where and why. The cause, where there is one, is in
/// `NSUnderlyingErrorKey`: a POSIX error for the system's refusals (ER-03).
///
/// On Linux `error as? AVError` holds for errors thrown by this framework; `NSError as? AVError` does not,
/// because there is no Objective-C bridging.
public struct AVError: _BridgedStoredNSError {
  public let _nsError: NSError

  public init(_nsError error: NSError) {
    precondition(error.domain == AVError._nsErrorDomain)
    _nsError = error
  }

  /// The domain that Foundation's matching compares: `AVFoundationErrorDomain`.
  public static var _nsErrorDomain: String { AVFoundationErrorDomain }

  /// Returns whether domain, code and user info of two errors are equal.
  public static func == (lhs: AVError, rhs: AVError) -> Bool { lhs._nsError.isEqual(rhs._nsError) }

  public func hash(into hasher: inout Hasher) { hasher.combine(_nsError) }
}
