internal import AVWritePipeline
internal import Glibc

/// The two streams of the process: data goes to the standard output, sentences to the standard error.
///
/// Text for people passes `printable` here, whoever made it: a terminal obeys nothing that a file or an argument says.
enum Console {
  /// Writes data whole.
  ///
  /// - Throws: `JobError` of exit 74.
  static func deliver(_ data: String) throws(JobError) {
    guard put(data, on: STDOUT_FILENO) else {
      throw JobError(.inputOutput, "the standard output cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  /// Writes the document of an error that ends the command. Where it cannot be written, the error's own exit code tells all the
  /// same.
  static func deliver(failure: JobError) { _ = put(failure.document, on: STDOUT_FILENO) }

  /// Writes text for people whole; what cannot be written ends the process as an input/output error.
  static func write(_ text: String) { write(data: text.printableLines) }

  /// Writes data whole; what cannot be written ends the process as an input/output error.
  static func write(data: String) {
    do throws(JobError) {
      try deliver(data)
    } catch {
      complain(error)
      exit(error.exit.code)
    }
  }

  /// Looks whether there is a standard output, before work is done for it.
  ///
  /// - Throws: `JobError` of exit 74.
  static func requireOutput() throws(JobError) {
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY else {
      throw JobError(.inputOutput, "the standard output is closed, and data was asked for")
    }
  }

  static func complain(_ error: JobError) { say("avwrite: error: \(error)") }

  static func warn(_ message: String) { say("avwrite: warning: \(message)") }

  /// Writes a line for people; nobody there to read it is no error.
  static func say(_ line: String) { draw(line.printable + "\n") }

  /// Writes lines for people.
  ///
  /// - Parameter prefix: what the terminal is to do before.
  static func say(lines: String, after prefix: String = "") { draw(prefix + lines.printableLines) }

  /// Writes as it is what a terminal obeys: numbers and words of our own between its controls, or a document.
  static func draw(_ text: String) { _ = put(text, on: STDERR_FILENO) }

  private static func put(_ text: String, on descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      rest = rest.dropFirst(written)
    }
    return true
  }
}
