internal import Foundation
internal import Synchronization

/// The standard output as a job's output. What was written cannot be taken back.
///
/// It may be used from any thread, but by one at a time.
final class StreamOutput: Sendable {
  private let bytes = Mutex<Int64>(0)
  private let cancellation: CancellationRelay

  /// Checks that the output can be read by somebody.
  ///
  /// - Parameters:
  ///   - sources: the files that the job reads, to none of which the shell may have led the output.
  ///   - cancellation: the relay that ends writing: a write that waits for the reader fails soon, and each later one at
  ///     once.
  /// - Throws: `JobError` of exit 73 for a terminal and for one of the sources, or of 74 where the output is closed.
  init(sparing sources: [FileIdentity], until cancellation: CancellationRelay) throws(JobError) {
    self.cancellation = cancellation
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY else {
      throw JobError(.inputOutput, "cannot write media to the standard output: it is closed")
    }
    guard isatty(STDOUT_FILENO) == 0 else {
      throw JobError(
        .outputNotRegularFile, "the standard output is a terminal", hint: "redirect it to a file or a program")
    }
    var status = stat()
    if fstat(STDOUT_FILENO, &status) == 0, status.isRegularFile, sources.contains(FileIdentity(status)) {
      throw JobError(.outputIsInput, "the standard output is the input file", hint: "redirect it to another file")
    }
  }

  /// The number of bytes that were written.
  var byteCount: Int64 { bytes.withLock { $0 } }

  /// Writes all bytes of a buffer.
  ///
  /// - Throws: `POSIXError`: `EPIPE` where the reader has gone, `ECANCELED` after a cancellation.
  func write(_ source: UnsafeRawBufferPointer) throws {
    if let number = SharedDescriptor(STDOUT_FILENO).write(source, until: { cancellation.signal != nil }) {
      throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
    }
    bytes.withLock { $0 += Int64(source.count) }
  }
}
