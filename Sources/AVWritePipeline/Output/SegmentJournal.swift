internal import Foundation
internal import MediaSupport

/// The encoded segments of a job, and its `StoredSound`, in a locked folder beside its output. A job that was stopped
/// leaves them, so that it can be resumed.
///
/// The folder's name is derived from the output's, so that two jobs for one output cannot both have it. Segments of a
/// job with another key are removed. The lock is released with the process, and the folder stays until `remove()`. The
/// object is used by one thread at a time.
final class SegmentJournal {
  let path: String
  private let lock: Int32

  private static let ending = ".avwrite-segments"
  private static let lockName = "lock"
  private static let keyName = "key"

  /// Locks the folder of a destination, and makes it where it is missing.
  ///
  /// - Parameter key: a key of the input, the settings and the program. Equal keys make equal segments.
  /// - Throws: `JobError` of exit 73 where another job has the folder, or of 73 or 74 when the system refuses.
  init(for destination: Destination, key: String) throws(JobError) {
    path = Self.path(for: destination)
    lock = try Self.lock(path, of: destination.path)
    do {
      try claim(for: key, of: destination.path)
    } catch {
      close(lock)
      throw error
    }
  }

  deinit { close(lock) }

  /// A Boolean value that says whether the folder has finished segments.
  var hasSegments: Bool { ((try? Folder.names(in: path)) ?? []).contains { $0.hasSuffix(".segment") } }

  /// Removes the folder and all that is in it.
  func remove() { Self.remove(path) }

  /// Removes the segments that an earlier job left for a destination, unless a job works on them. It is called for a
  /// job that does not encode in segments.
  static func removeAbandoned(for destination: Destination) {
    let path = path(for: destination)
    guard access(path + "/" + lockName, F_OK) == 0, let lock = try? lock(path, of: destination.path) else { return }
    remove(path)
    close(lock)
  }

  private static func path(for destination: Destination) -> String {
    destination.folder + "/" + FileName.hidden(destination.name, ending: ending)
  }

  /// - Returns: The descriptor that holds the lock.
  private static func lock(_ path: String, of output: String) throws(JobError) -> Int32 {
    // A job that ends can take the folder away between its making and its locking.
    for _ in 0..<16 {
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .output(errno, "\(output): cannot store segments") }
      guard let folder = stat(path: path, followingLinks: false), folder.isDirectory, folder.st_uid == geteuid() else {
        throw JobError(.outputUnavailable, "\(output): \(path) is not this user's own folder")
      }
      let lock = open(path + "/" + lockName, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard lock >= 0 else {
        if errno == ENOENT { continue }
        throw .output(errno, "\(output): cannot store segments")
      }
      var status = stat()
      if flock(lock, LOCK_EX | LOCK_NB) != 0 {
        close(lock)
        throw JobError(
          .outputUnavailable, "\(output): another job is writing it", hint: "choose another name, or wait for that job")
      }
      if fstat(lock, &status) == 0, status.st_nlink > 0 { return lock }
      close(lock)
    }
    throw JobError(.inputOutput, "\(output): cannot lock its folder of segments")
  }

  /// Makes the folder a job's own. Files of another key are gone from the disk before this key is there.
  private func claim(for key: String, of output: String) throws(JobError) {
    let keyPath = path + "/" + Self.keyName
    if (try? String(contentsOfFile: keyPath, encoding: .utf8)) == key { return }
    Self.empty(path)
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(folder) }
    let file = open(keyPath + ".partial", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard folder >= 0, file >= 0 else { throw .output(errno, "\(output): cannot store segments") }
    defer { close(file) }
    let isWritten = fsync(folder) == 0 && write(file, key, key.utf8.count) == key.utf8.count && fsync(file) == 0
    guard isWritten, rename(keyPath + ".partial", keyPath) == 0 else {
      throw .output(errno, "\(output): cannot store segments")
    }
  }

  /// Removes a folder that is locked; its lock goes last.
  private static func remove(_ path: String) {
    empty(path)
    unlink(path + "/" + lockName)
    rmdir(path)
  }

  /// Removes the files in the folder, except its lock.
  private static func empty(_ path: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where name != lockName { try? FileManager.default.removeItem(atPath: path + "/" + name) }
  }
}
