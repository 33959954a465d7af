internal import Foundation

/// A note about the file that is about to get a film's name, with the result of the job.
///
/// A machine can fail after the file got its name and before the result was reported, and a task can run twice at the
/// same time. The note tells the next attempt that the file is the job's own.
struct FilmPublication: Codable, Hashable {
  /// The number of the file on its file system, which all machines see.
  private let inode: UInt64
  /// The size in bytes, and the time of the last change in nanoseconds.
  private let size, time: Int64
  /// The event that tells the result, as a line of a log.
  private let line: String

  /// - Parameter path: the path of the file.
  /// - Returns: Nil where there is no such file.
  init?(_ result: JobResult, at path: String) {
    guard let identity = Self.identity(of: path) else { return nil }
    (inode, size, time) = identity
    line = JobEvent.result(result).json.line
  }

  /// Returns the result, if the file of a name is the one that was noted.
  ///
  /// - Parameter path: the path of the output.
  func result(at path: String) -> JobResult? {
    guard let found = Self.identity(of: path), found == (inode, size, time), let json = JSON(reading: line.utf8),
      case .result(let result) = JobEvent(reading: json)
    else { return nil }
    return result
  }

  private static func identity(of path: String) -> (inode: UInt64, size: Int64, time: Int64)? {
    guard let status = stat(path: path, followingLinks: true) else { return nil }
    return (UInt64(status.st_ino), Int64(status.st_size), status.changeTime)
  }
}
