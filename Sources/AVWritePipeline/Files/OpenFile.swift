internal import Foundation

/// A file that is kept open, so that it has a name which is text.
final class OpenFile: Sendable {
  private let descriptor: Int32

  /// - Parameter path: the path of a file, or of a pipe, whose writer is not waited for.
  /// - Throws: `JobError` of exit 66.
  init(_ path: String) throws(JobError) {
    descriptor = withPath(path) { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .input(errno, path) }
  }

  deinit { close(descriptor) }

  /// The URL that opens the file anew, for as long as this object lives.
  var url: URL { URL(fileURLWithPath: "/proc/self/fd/\(descriptor)") }
}
