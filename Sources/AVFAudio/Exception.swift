internal import MediaSupport

/// The name of every exception that AVFAudio raises.
private let exceptionName = "com.apple.coreaudio.avfaudio"

/// Stops the process since a caller broke a condition of the API, with Apple's style of message.
///
/// - Parameter condition: the condition in the words of Apple's message.
func raise(_ condition: String) -> Never {
  stopForMisuse(exception: exceptionName, reason: "required condition is false: \(condition)")
}

/// Stops the process as `raise` does, unless a condition is kept.
func require(_ isKept: Bool, _ condition: @autoclosure () -> String) {
  if !isKept { raise(condition()) }
}
