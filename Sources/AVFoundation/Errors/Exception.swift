import MediaSupport

/// Apple's names of the exceptions that misuse of this API raises.
enum ExceptionName: String {
  case invalidArgument = "NSInvalidArgumentException"
  case internalInconsistency = "NSInternalInconsistencyException"
}

/// Stops the process for a mistake in the calling code, with Apple's style of message. Bad data never comes here.
func raise(_ name: ExceptionName, _ reason: @autoclosure () -> String) -> Never {
  stopForMisuse(exception: name.rawValue, reason: reason())
}
