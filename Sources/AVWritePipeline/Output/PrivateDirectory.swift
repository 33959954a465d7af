internal import Foundation
internal import MediaSupport
internal import Synchronization

/// A folder beside the destination that belongs to one job, and is locked as long as the job runs.
///
/// Everything that the job writes is inside it, so that removing it leaves nothing behind. The lock is released with
/// the process: an unlocked folder belongs to a killed job, and the next job for the same output removes it. The object
/// is used by one thread at a time.
final class PrivateDirectory {
  let path: String
  /// The mode that the system gives a new file in this folder: 0666 less the umask, or that of the folder's default
  /// ACL.
  let fileMode: mode_t
  private let lock: Int32
  /// The open directory stream of the folder. With it, files of the job can be found and removed even if no more files
  /// can be opened, or if the folder was moved.
  private let listing: OpaquePointer

  /// Makes and locks a folder for a job that will write `name` in `folder`.
  ///
  /// - Parameter isShared: true where other machines may write the same name at the same time. Their folders are then
  ///   left alone, whatever their locks say: not every network's file system shows a lock to other machines.
  /// - Throws: `JobError` of exit 73 or 74.
  init(beside name: String, in folder: String, isShared: Bool = false) throws(JobError) {
    if !isShared { Self.removeAbandoned(for: [name], in: folder) }
    (path, lock, listing, fileMode) = try Self.living.withLock { (living) throws(JobError) in
      let made = try Self.make(beside: name, in: folder)
      living[made.lock] = Living(path: made.path, folder: dirfd(made.listing))
      return made
    }
  }

  private static func make(
    beside name: String, in folder: String
  ) throws(JobError) -> (path: String, lock: Int32, listing: OpaquePointer, fileMode: mode_t) {
    // Another job's cleaner can take a folder between its making and its locking; a fresh name then succeeds.
    for _ in 0..<16 {
      let path = folder + "/" + prefix(for: name) + freshToken()
      guard mkdir(path, 0o700) == 0 else {
        if errno == EEXIST { continue }
        throw .output(errno, "\(folder)/\(name): cannot write in folder \(folder)")
      }
      let lock = open(path + "/" + lockName, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if lock < 0 {
        let number = errno
        rmdir(path)
        if number == ENOENT { continue }
        throw .output(number, "\(folder)/\(name): cannot write in folder \(folder)")
      }
      guard let listing = opendir(path) else {
        let number = errno
        unlink(path + "/" + lockName)
        rmdir(path)
        close(lock)
        if number == ENOENT { continue }
        throw .output(number, "\(folder)/\(name): cannot write in folder \(folder)")
      }
      var status = stat()
      if flock(lock, LOCK_EX | LOCK_NB) == 0, fstat(lock, &status) == 0, status.st_nlink > 0 {
        return (path, lock, listing, status.st_mode & 0o777)
      }
      closedir(listing)
      close(lock)
    }
    throw JobError(.inputOutput, "\(folder)/\(name): cannot lock a temporary folder in \(folder)")
  }

  deinit { remove() }

  /// Removes the folder and all that is in it. Further calls do no harm.
  func remove() {
    guard !isRemoved else { return }
    isRemoved = true
    Self.living.withLock { living in
      Self.empty(listing)
      rmdir(Self.currentPath(ofFolder: dirfd(listing)) ?? path)
      living[lock] = nil
      closedir(listing)
      close(lock)
    }
  }

  /// Returns the present path of a folder, which may have been moved with those around it.
  private static func currentPath(ofFolder descriptor: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
    return length > 0 ? String(validating: bytes[..<length], as: UTF8.self) : nil
  }

  /// A Boolean value that says whether the folder is still at its path: somebody may have removed or moved it.
  var isThere: Bool {
    var (open, named) = (stat(), stat())
    return fstat(dirfd(listing), &open) == 0 && lstat(path, &named) == 0 && FileIdentity(open) == FileIdentity(named)
  }

  private var isRemoved = false

  // MARK: - The end of the process

  /// A folder of this process, as it must be known to be removed by another than its owner.
  private struct Living {
    let path: String
    /// The descriptor that the folder is listed by.
    let folder: Int32
  }

  /// The folders of this process, by their locks. They are made and removed under the mutex, so that none can escape
  /// the end of the process.
  private static let living = Mutex<[Int32: Living]>([:])

  /// The number of times that removal is tried, since other threads may write meanwhile.
  private static let removalAttempts = 100

  /// Removes the folders of all jobs and ends the process, whatever its threads are doing.
  ///
  /// - Parameter finally: a closure that is called before the process ends, when no folder is left.
  static func endProcess(_ status: Int32, finally: () -> Void) -> Never {
    living.withLock { living in
      for folder in living.values {
        // The folder's owner may be reading its listing: this one has a position of its own.
        let descriptor = openat(folder.folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard let listing = fdopendir(descriptor >= 0 ? descriptor : folder.folder) else { continue }
        let path = currentPath(ofFolder: folder.folder) ?? folder.path
        for _ in 0..<removalAttempts {
          empty(listing)
          if rmdir(path) == 0 || errno != ENOTEMPTY { break }
        }
      }
      finally()
      _exit(status)
    }
  }

  // MARK: - Names

  private static let lockName = "lock"
  private static let mark = ".avwrite-"
  private static let tokenLength = 16

  /// Returns `.NAME.avwrite-`, with the name shortened so that the token fits.
  static func prefix(for name: String) -> String {
    FileName.hidden(name, ending: mark, room: tokenLength)
  }

  private static func freshToken() -> String {
    let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
    return String(repeating: "0", count: tokenLength - digits.count) + digits
  }

  // MARK: - What killed jobs left

  /// Removes the folders of jobs that were killed while they wrote any of these names.
  static func removeAbandoned(for names: [String], in folder: String) {
    let prefixes = Set(names.map(prefix))
    let beginning = prefixes.count == 1 ? prefixes.first : "."
    // A folder that cannot be looked at now is removed by the next job for the output.
    for candidate in (try? Folder.names(in: folder, startingWith: beginning)) ?? [] {
      let token = candidate.utf8.suffix(tokenLength)
      guard candidate.utf8.count > tokenLength, prefixes.contains(String(candidate.dropLast(tokenLength))),
        token.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
      else { continue }
      removeIfAbandoned(folder + "/" + candidate)
    }
  }

  private static func removeIfAbandoned(_ path: String) {
    guard let status = stat(path: path, followingLinks: false), status.isDirectory, status.st_uid == geteuid()
    else { return }
    let lock = open(path + "/" + lockName, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard lock >= 0 else {
      // A folder without a lock file belongs to a job that was killed right at its start or its end. It is removed only
      // if it is empty.
      rmdir(path)
      return
    }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0, let listing = opendir(path) else { return }
    empty(listing)
    closedir(listing)
    rmdir(path)
  }

  /// Removes the files in a folder; a job makes no folders in its own. Failures leave the rest for the next run.
  private static func empty(_ listing: OpaquePointer) {
    rewinddir(listing)
    while let entry = readdir(listing) {
      withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          _ = unlinkat(dirfd(listing), $0, 0)
        }
      }
    }
  }
}
