/// Why a job stopped: one sentence for people, one code for programs.
public struct JobError: Error, Sendable, Hashable {
  public var code: ErrorCode
  /// One sentence without its full stop, naming the file it is about.
  public var message: String
  /// What to do about it, where there is something.
  public var hint: String?
  /// The identifier of the source track.
  public var track: Int32?
  /// Presentation time on the source's timeline.
  public var at: ExactTime?
  /// What the process exits with: the code's own, save for a signal.
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

  /// The end of a job that a signal cancelled.
  public static func interrupted(by signal: Int32) -> JobError {
    var error = JobError(.cancelled, "cancelled by signal \(signal)")
    error.exit = .interrupted(by: signal)
    return error
  }

  /// The same of a job that can go on where it was.
  static func stopped(by signal: Int32) -> JobError {
    JobError(.stopped, "stopped by signal \(signal)", hint: ErrorCode.stopped.advice)
  }

  /// The signal that ended the job; nil where something else did.
  var signal: Int32? { if case .interrupted(let signal) = exit { signal } else { nil } }
}

extension JobError: CustomStringConvertible {
  public var description: String {
    var text = message.printable
    // A sentence about a table names its track itself.
    if let track, !message.contains("track \(track)") {
      text += " (track \(track)" + (at.map { ", at \($0.clock))" } ?? ")")
    }
    if let hint { text += "; \(hint.printable)" }
    return text
  }
}
