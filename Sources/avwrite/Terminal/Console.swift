internal import AVWritePipeline
internal import Glibc

/// The two streams of the process: data goes to the standard output, sentences to the standard error.
///
/// Text for people passes `printable` here, whoever made it: no terminal acts on a file's or an argument's characters.
enum Console {
  /// Writes data in full.
  ///
  /// - Throws: `JobError` of exit 74.
  static func deliver(_ data: String) throws(JobError) {
    if let number = put(data, on: STDOUT_FILENO) {
      throw JobError(.inputOutput, "cannot write to the standard output: \(String(cString: strerror(number)))")
    }
  }

  /// Writes the document of an error that ends the command. If that fails, the error's own exit code still tells it.
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

  /// Tells the error that ends the command, also in the document where one was asked for.
  static func complain(_ error: JobError, printsDocument: Bool) {
    complain(error)
    if printsDocument { deliver(failure: error) }
  }

  static func warn(_ message: String) { say("avwrite: warning: \(message)") }

  /// Writes a line for people. It is no error if nobody can read it.
  static func say(_ line: String) { draw(line.printable + "\n") }

  /// Writes lines for people.
  ///
  /// - Parameter prefix: control sequences for the terminal, which are written before.
  static func say(lines: String, after prefix: String = "") { draw(prefix + lines.printableLines) }

  /// Writes a text as it is, with the program's own control characters, or a document.
  static func draw(_ text: String) { _ = put(text, on: STDERR_FILENO) }

  /// Writes a text in full.
  ///
  /// - Returns: The `errno` of the write that failed; nil where none did.
  private static func put(_ text: String, on descriptor: Int32) -> Int32? {
    Array(text.utf8).withUnsafeBytes { SharedDescriptor(descriptor).write($0) }
  }
}
