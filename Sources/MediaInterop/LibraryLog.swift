internal import CFFmpeg
internal import MediaSupport

/// What the library complained about in one of its contexts: lines of error level, from whichever thread.
///
/// The library prints nothing. Its last line of the calling thread is attached to an error by `check`; this is for
/// codec contexts, which also work on threads of their own.
final class LibraryLog {
  let pointer: OpaquePointer

  init() throws(MediaError) {
    LibraryLog.install()
    guard let log = cff_log_alloc() else { throw .outOfMemory(.opening) }
    pointer = log
    LiveObjects.increment()
  }

  deinit {
    cff_log_free(pointer)
    LiveObjects.decrement()
  }

  /// Lines of error level since `reset`.
  var errorCount: Int { Int(cff_log_error_count(pointer)) }

  var lastLine: String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: LibraryLog.longestLine) { line in
      cff_log_last_line(pointer, line.baseAddress, line.count) != 0 ? String(cString: line.baseAddress!) : nil
    }
  }

  func reset() { cff_log_reset(pointer) }

  /// Makes the library silent and its errors known to `check`; every owner of a library context calls it first.
  static func install() { _ = installed }

  private static let installed: Void = cff_log_install()
  private static let longestLine = 512
}
