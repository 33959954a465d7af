internal import Foundation

/// Several files of one folder as one transaction: all of them get their names, or none does.
///
/// It is used by one thread at a time. A transaction that is released without publishing leaves no files.
final class OutputSet {
  private let directory: PrivateDirectory
  private let replaces: Bool
  private let sources: [FileIdentity]
  private var files: [Publication.File] = []

  /// Creates a set of files, one of which is known already.
  ///
  /// - Parameters:
  ///   - path: the path of one of the files, which says the folder.
  ///   - replaces: true if existing regular files may be replaced.
  ///   - sources: the files that are read, none of which is ever an output.
  /// - Throws: `JobError` of exit 73 or 74.
  convenience init(around path: String, replaces: Bool, sources: [FileIdentity]) throws(JobError) {
    let destination = try Destination(path: path, replaces: true, sources: sources)
    try self.init(beside: destination.name, in: destination.folder, replaces: replaces, sources: sources)
  }

  /// Creates a set of files of which only the folder and the beginning of the names are known. That beginning is the
  /// name of none of them: the input, or a folder, may have it.
  ///
  /// - Parameters: as for a file that is known.
  /// - Throws: `JobError` of exit 73 or 74.
  convenience init(of names: OutputNames, replaces: Bool, sources: [FileIdentity]) throws(JobError) {
    try self.init(beside: names.stem, in: names.folder.folder, replaces: replaces, sources: sources)
  }

  private init(
    beside name: String, in folder: String, replaces: Bool, sources: [FileIdentity]
  ) throws(JobError) {
    directory = try PrivateDirectory(beside: name, in: folder)
    (self.replaces, self.sources) = (replaces, sources)
  }

  /// Makes a file, which has no name yet.
  ///
  /// - Throws: `JobError` of exit 64 for a name that another file of the set has, and of 73 or 74.
  func write(_ data: Data, to path: String) throws(JobError) {
    let destination = try Destination(path: path, replaces: replaces, sources: sources)
    if files.contains(where: { $0.destination.isSamePlace(as: destination) }) {
      throw JobError(.usage, "\(path): is written twice")
    }
    let place = directory.path + "/\(files.count)"
    try data.write(toNew: place, named: path)
    guard chmod(place, directory.fileMode) == 0 else { throw .output(errno, "\(path): cannot set the file's mode") }
    files.append(Publication.File(destination: destination, path: place))
  }

  /// Gives all files their names.
  ///
  /// - Throws: The errors of `Publication.publish(_:)`.
  func publish() throws(JobError) {
    try Publication.publish(files)
    directory.remove()
  }

  /// Removes everything that has no name yet.
  func discard() { directory.remove() }
}
