internal import CSystem
package import Foundation

/// A temporary file without a name. The system removes it even if the process is killed.
///
/// Errors are `MediaError`s with the kind of the system's error number. Use it from one thread at a time.
package struct UnnamedFile: ~Copyable {
  private let descriptor: Int32
  private let folder: URL
  private let stage: MediaError.Stage

  /// - Parameter stage: the stage of the pipeline, for errors.
  /// - Throws: `MediaError` if no file can be made in the folder.
  package init(in folder: URL, _ stage: MediaError.Stage) throws(MediaError) {
    var template = Array(folder.appendingPathComponent("avwrite.XXXXXX").path.utf8CString)
    let descriptor = csystem_make_temporary_file(&template)
    guard descriptor >= 0 else {
      throw .system(errno, stage, "cannot make a temporary file", path: folder.path)
    }
    unlink(template)
    (self.descriptor, self.folder, self.stage) = (descriptor, folder, stage)
  }

  deinit { close(descriptor) }

  /// Writes all of the bytes at an offset.
  ///
  /// - Throws: `MediaError` if the disk is full or fails.
  package func write(_ bytes: UnsafeRawBufferPointer, at place: Int64) throws(MediaError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(place) + done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("cannot write to a temporary file") }
      done += count
    }
  }

  /// Fills the buffer with bytes that were written at an offset.
  ///
  /// - Throws: `MediaError` if the disk fails, or the bytes were not written.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at place: Int64) throws(MediaError) {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(place) + done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("cannot read from a temporary file") }
      done += count
    }
  }

  /// Frees the disk space of a range of bytes, which read as 0 afterwards.
  ///
  /// - Returns: Whether the file system supports it. If it does not, nothing changes.
  package func release(_ range: Range<Int64>) -> Bool {
    csystem_release_bytes(descriptor, range.lowerBound, Int64(range.count)) == 0
  }

  /// Frees all of its disk space.
  ///
  /// - Throws: `MediaError` if the disk fails.
  package func empty() throws(MediaError) {
    if ftruncate(descriptor, 0) != 0 { throw failure("cannot empty a temporary file") }
  }

  private func failure(_ message: String) -> MediaError { .system(errno, stage, message, path: folder.path) }
}
