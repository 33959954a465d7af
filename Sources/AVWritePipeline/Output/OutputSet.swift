internal import Foundation
internal import MediaSupport

/// Several files of one folder as one transaction: all of them get their names, or none does.
///
/// It is used by one thread at a time. A transaction that goes away unpublished leaves nothing.
final class OutputSet {
  private struct File {
    let destination: Destination
    /// The path at which it is made.
    let path: String
    /// A second name of the file that it replaces; nil where it replaces none.
    let former: String
  }

  private let directory: PrivateDirectory
  private let replaces: Bool
  private let source: FileIdentity?
  private var files: [File] = []

  /// - Parameters:
  ///   - path: the path of one of the files, which says the folder.
  ///   - replaces: true if existing regular files may be replaced.
  ///   - source: the input file, which is never an output.
  /// - Throws: `JobError` of exit 73 or 74.
  init(around path: String, replaces: Bool, source: FileIdentity?) throws(JobError) {
    let destination = try Destination(path: path, replaces: true, source: source)
    directory = try PrivateDirectory(beside: destination.name, in: destination.folder)
    (self.replaces, self.source) = (replaces, source)
  }

  /// Makes a file, which has no name yet.
  ///
  /// - Throws: `JobError` of exit 64 for a name that another file of the set has, and of 73 or 74.
  func write(_ data: Data, to path: String) throws(JobError) {
    let destination = try Destination(path: path, replaces: replaces, source: source)
    if files.contains(where: { $0.destination.isSamePlace(as: destination) }) {
      throw JobError(.usage, "\(path): is written twice")
    }
    let place = directory.path + "/\(files.count)"
    try data.write(toNew: place, named: path)
    guard chmod(place, directory.fileMode) == 0 else { throw .output(errno, "\(path): cannot set the file's mode") }
    files.append(File(destination: destination, path: place, former: place + ".former"))
  }

  /// Gives all files their names.
  ///
  /// - Throws: `JobError` of exit 73 or 74. The names then hold what they held before.
  func publish() throws(JobError) {
    var published: [File] = []
    do throws(JobError) {
      for file in files {
        try publish(file)
        published.append(file)
      }
    } catch {
      for file in published.reversed() {
        if rename(file.former, file.destination.resolvedPath) != 0 { unlink(file.destination.resolvedPath) }
      }
      throw error
    }
    directory.remove()
  }

  private func publish(_ file: File) throws(JobError) {
    let (path, name) = (file.destination.path, file.destination.resolvedPath)
    guard replaces else {
      switch FileName.give(name, to: file.path) {
      case 0: return
      case EEXIST: throw file.destination.exists
      case ENOTSUP:
        throw JobError(
          .outputUnavailable, "\(path): the file system cannot give a name without replacing",
          hint: "--force allows replacing")
      case let number: throw .output(number, "\(path): cannot be given its name")
      }
    }
    // On a file system without links the former file cannot come back.
    _ = link(name, file.former)
    guard rename(file.path, name) == 0 else { throw .output(errno, "\(path): cannot be replaced") }
  }

  /// Removes everything that has no name yet.
  func discard() { directory.remove() }
}
