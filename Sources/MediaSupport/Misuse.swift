import Foundation

/// Stops the process for a mistake in the calling code, with Apple's style of message.
///
/// Apple raises an Objective-C exception that almost no Swift program catches. There are none on Linux, so this ends
/// the process. It is never called for bad data.
///
/// - Parameters:
///   - name: Apple's name of the exception.
///   - reason: the caller's mistake, in one sentence.
package func stopForMisuse(exception name: String, reason: String) -> Never {
  let message = "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'\n"
  FileHandle.standardError.write(Data(message.utf8))
  // Misuse is a defect in the calling code: continuing would write a wrong file.
  fatalError(reason)
}
