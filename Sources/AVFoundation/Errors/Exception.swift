import Foundation

/// Apple's names of the exceptions that misuse of this API raises.
enum ExceptionName: String {
  case invalidArgument = "NSInvalidArgumentException"
  case internalInconsistency = "NSInternalInconsistencyException"
}

/// Stops the process for a mistake in the calling code, with Apple's style of message.
///
/// Apple raises an Objective-C exception that almost no Swift program catches; there is none on Linux, so
/// this is the end of the process. Bad data never comes here.
func raise(_ name: ExceptionName, _ reason: @autoclosure () -> String) -> Never {
  let reason = reason()
  let message = "*** Terminating app due to uncaught exception '\(name.rawValue)', reason: '\(reason)'\n"
  FileHandle.standardError.write(Data(message.utf8))
  // Misuse is a defect in the calling code: going on would write a wrong file.
  fatalError(reason)
}
