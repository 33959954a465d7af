internal import Glibc
internal import MediaSupport

/// Gives finished files their names as one step: either all of them get their names, or none does.
///
/// If a file cannot get its name, the files named before it lose theirs again, and the files that they replaced are
/// restored. If the process is killed meanwhile, all files are complete: some names have the new file, and the others
/// what they had before.
enum Publication {
  /// A finished file that is to get its name.
  struct File {
    let destination: Destination
    /// The path at which it was made, on the destination's own file system.
    let path: String

    /// The path at which the file that it replaces has a second name, until the others are named.
    fileprivate var formerPath: String { path + ".former" }
  }

  /// The file that a name was taken from.
  private enum Former {
    case none
    /// The file has its second name.
    case kept
    /// The file could not get a second name, as on a file system without links.
    case lost
  }

  /// A file that has its name.
  private struct Named {
    let file: File
    let identity: FileIdentity
    let former: Former
  }

  /// Gives files their names, in order.
  ///
  /// The replaced files keep second names, beside the paths at which the new files were made.
  ///
  /// - Throws: `JobError` of exit 73 or 74. Its hint lists new files that have their names all the same, because what they
  ///   replaced cannot come back.
  static func publish(_ files: [File]) throws(JobError) {
    var named: [Named] = []
    for (index, file) in files.enumerated() {
      do throws(JobError) {
        // Nothing can fail after the last one.
        named.append(try give(file, keepingFormer: index < files.count - 1))
      } catch {
        let remaining = takeBack(named).map(\.destination.path)
        guard !remaining.isEmpty else { throw error }
        var error = error
        let complete = "complete and in place: \(remaining.joined(separator: ", "))"
        error.hint = error.hint.map { "\($0); \(complete)" } ?? complete
        throw error
      }
    }
  }

  /// Gives a file its name.
  private static func give(_ file: File, keepingFormer: Bool) throws(JobError) -> Named {
    let (path, name) = (file.destination.path, file.destination.resolvedPath)
    guard let status = stat(path: file.path, followingLinks: false) else {
      throw .output(errno, "\(path): cannot be given its name")
    }
    let identity = FileIdentity(status)
    guard file.destination.replaces else {
      switch FileName.give(name, to: file.path) {
      case 0: return Named(file: file, identity: identity, former: .none)
      case EEXIST: throw file.destination.exists
      case ENOTSUP:
        throw JobError(
          .outputUnavailable, "\(path): the file system cannot give a name without replacing",
          hint: "--force allows replacing")
      case let number: throw .output(number, "\(path): cannot be given its name")
      }
    }
    var former = Former.none
    if keepingFormer { former = link(name, file.formerPath) == 0 ? .kept : errno == ENOENT ? .none : .lost }
    guard rename(file.path, name) == 0 else { throw .output(errno, "\(path): cannot be replaced") }
    return Named(file: file, identity: identity, former: former)
  }

  /// Takes names away again, the last one first.
  ///
  /// - Returns: The files that still have theirs.
  private static func takeBack(_ named: [Named]) -> [File] {
    var remaining: [File] = []
    for file in named.reversed() {
      if !takeBack(file) { remaining.insert(file.file, at: 0) }
    }
    return remaining
  }

  /// Removes a file's name, and gives it back to the file that had it before.
  ///
  /// - Returns: `false` where the new file still has it.
  private static func takeBack(_ named: Named) -> Bool {
    let name = named.file.destination.resolvedPath
    // A file that somebody else put there meanwhile stays.
    guard let present = stat(path: name, followingLinks: false), FileIdentity(present) == named.identity else {
      return true
    }
    return switch named.former {
    case .none: unlink(name) == 0
    case .kept: rename(named.file.formerPath, name) == 0
    case .lost: false
    }
  }
}
