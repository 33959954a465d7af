/// The reason why a job stopped: one sentence for people, one code for programs.
public struct JobError: Error, Sendable, Hashable {
  public var code: ErrorCode
  /// One sentence without its full stop, which names the file.
  public var message: String
  /// Advice about the error, or nil if there is none.
  public var hint: String?
  /// The identifier of the source track that the error is about, where there is one.
  public var track: Int32?
  /// The presentation time on the source's timeline, where the error has one.
  public var at: ExactTime?
  /// The exit of the process: the code's own, except after a signal.
  public var exit: JobExit

  public init(
    _ code: ErrorCode, _ message: String, hint: String? = nil, track: Int32? = nil, at: ExactTime? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.track = track
    self.at = at
    self.exit = code.exit
  }

  /// Returns the error of a job that a signal cancelled.
  public static func interrupted(by signal: Int32) -> JobError {
    var error = JobError(.cancelled, "cancelled by signal \(signal)")
    error.exit = .interrupted(by: signal)
    return error
  }

  /// Returns the error of a job that a signal stopped and that can be resumed.
  static func stopped(by signal: Int32) -> JobError {
    JobError(.stopped, "stopped by signal \(signal)", hint: ErrorCode.stopped.advice)
  }

  /// The signal that ended the job, or nil if something else did.
  var signal: Int32? { if case .interrupted(let signal) = exit { signal } else { nil } }
}

extension JobError: CustomStringConvertible {
  public var description: String {
    var text = message.printable
    // A message about a table names its track itself.
    if let track, !message.contains("track \(track)") {
      text += " (track \(track)" + (at.map { ", at \($0.clock))" } ?? ")")
    }
    if let hint { text += "; \(hint.printable)" }
    return text
  }
}
