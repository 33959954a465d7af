internal import MediaSupport

/// What AVFAudio calls every exception that it raises.
private let exceptionName = "com.apple.coreaudio.avfaudio"

/// Stops the process since a caller broke a condition of the API, with Apple's style of message.
///
/// - Parameter condition: as Apple's message has it.
func raise(_ condition: String) -> Never {
  stopForMisuse(exception: exceptionName, reason: "required condition is false: \(condition)")
}

/// Goes on where a condition is kept, and stops the process as `raise` does where it is not.
func require(_ isKept: Bool, _ condition: @autoclosure () -> String) {
  if !isKept { raise(condition()) }
}
