internal import AVWritePipeline
internal import Glibc

/// The two output streams of the process: data goes to the standard output, sentences to the standard error.
///
/// All text for people is made printable here, so that characters of a file or an argument cannot control the terminal.
enum Console {
  /// Writes data in full.
  ///
  /// - Throws: `JobError` of exit 74.
  static func deliver(_ data: String) throws(JobError) {
    if let number = put(data, on: STDOUT_FILENO) {
      throw JobError(.inputOutput, "cannot write to the standard output: \(String(cString: strerror(number)))")
    }
  }

  /// Writes the JSON document of an error that ends the command. If writing fails, the exit code of the error remains.
  static func deliver(failure: JobError) { _ = put(failure.document, on: STDOUT_FILENO) }

  /// Writes text for people in full. If it cannot be written, the process ends with an input/output error.
  static func write(_ text: String) { write(data: text.printableLines) }

  /// Writes data in full. If it cannot be written, the process ends with an input/output error.
  static func write(data: String) {
    do throws(JobError) {
      try deliver(data)
    } catch {
      complain(error)
      exit(error.exit.code)
    }
  }

  /// Checks that there is a standard output, before work is done for it.
  ///
  /// - Throws: `JobError` of exit 74.
  static func requireOutput() throws(JobError) {
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY else {
      throw JobError(.inputOutput, "cannot write to the standard output: it is closed")
    }
  }

  static func complain(_ error: JobError) { say("avwrite: error: \(error)") }

  /// Reports the error that ends the command, also as a document if one was asked for.
  static func complain(_ error: JobError, printsDocument: Bool) {
    complain(error)
    if printsDocument { deliver(failure: error) }
  }

  static func warn(_ message: String) { say("avwrite: warning: \(message)") }

  /// Writes a line for people. A failure to write is ignored.
  static func say(_ line: String) { draw(line.printable + "\n") }

  /// Writes lines for people.
  ///
  /// - Parameter prefix: control sequences for the terminal, which are written before the lines.
  static func say(lines: String, after prefix: String = "") { draw(prefix + lines.printableLines) }

  /// Writes a text unchanged: one that has control characters of the program's own, or a document.
  static func draw(_ text: String) { _ = put(text, on: STDERR_FILENO) }

  /// Writes a text in full.
  ///
  /// - Returns: The `errno` of the write that failed, or nil if none failed.
  private static func put(_ text: String, on descriptor: Int32) -> Int32? {
    Array(text.utf8).withUnsafeBytes { SharedDescriptor(descriptor).write($0) }
  }
}
