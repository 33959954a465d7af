internal import Glibc

/// The destination of a job's output, checked before any work is done.
///
/// A symbolic link at the output's path stands for its target: the target is what gets replaced.
struct Destination {
  /// The path as the user wrote it, for messages.
  let path: String
  /// The folder that holds the file itself.
  let folder: String
  /// The file's name in that folder.
  let name: String
  /// A Boolean value that says whether a file that is there may be replaced.
  let replaces: Bool

  var resolvedPath: String { folder == "/" ? "/" + name : folder + "/" + name }

  /// Checks that a file could be written here.
  ///
  /// - Parameters:
  ///   - path: the path as the user named it.
  ///   - replaces: true if an existing regular file may be replaced.
  ///   - sources: the files that are read, none of which is ever the output.
  /// - Throws: `JobError` of exit 73.
  init(path: String, replaces: Bool, sources: [FileIdentity]) throws(JobError) {
    self.path = path
    self.replaces = replaces
    // The kernel looks at the path first: a link in /proc leads to a pipe or a terminal whose name means nothing.
    if let present = stat(path: path, followingLinks: true), !present.isRegularFile {
      throw JobError(
        .outputNotRegularFile, "\(path): is \(present.isDirectory ? "a folder" : "not a regular file")",
        hint: "give the name of a new file, or of one that --force may replace")
    }
    let target = try Self.target(of: path)
    folder = target.folder
    name = String(target.dropFirst(target.folderWithSlash.count))
    guard !name.isEmpty, name != ".", name != ".." else {
      throw JobError(.outputNotRegularFile, "\(path): is the name of a folder, not of a file")
    }
    guard let parent = stat(path: folder, followingLinks: true) else {
      throw .output(errno, "\(path): cannot write in folder \(folder)")
    }
    guard parent.isDirectory else {
      throw JobError(.outputUnavailable, "\(path): \(folder) is not a folder")
    }
    try refuseWhatIsThere(sources)
    guard access(folder, W_OK | X_OK) == 0 else {
      throw .output(errno, "\(path): cannot write in folder \(folder)")
    }
  }

  /// Returns whether two destinations are the same name in the same folder, however their paths are written.
  func isSamePlace(as other: Destination) -> Bool {
    guard name == other.name else { return false }
    let folders = [folder, other.folder].map { stat(path: $0, followingLinks: true).map { FileIdentity($0) } }
    return folders[0] == folders[1]
  }

  private func refuseWhatIsThere(_ sources: [FileIdentity]) throws(JobError) {
    guard let present = stat(path: resolvedPath, followingLinks: false) else {
      guard errno == ENOENT else { throw .output(errno, "\(path): cannot examine the output") }
      // A link whose target is missing occupies the name all the same.
      if !replaces, stat(path: path, followingLinks: false) != nil { throw exists }
      return
    }
    if sources.contains(FileIdentity(present)) {
      throw JobError(.outputIsInput, "\(path): is the input file", hint: "choose another name for the output")
    }
    if !replaces { throw exists }
  }

  /// The error for a name that is taken.
  var exists: JobError {
    JobError(.outputExists, "\(path): exists already", hint: "--force replaces it")
  }

  /// The number of links that are followed, which is the kernel's own (path_resolution(7)).
  private static let linkLimit = 40

  /// Returns the path at the end of a chain of symbolic links, whether or not a file is there.
  private static func target(of path: String) throws(JobError) -> String {
    var path = path
    for _ in 0..<linkLimit {
      guard let status = stat(path: path, followingLinks: false), status.isSymbolicLink else { return path }
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let length = withPath(path) { readlink($0, &bytes, bytes.count - 1) }
      guard length > 0 else { throw .output(errno, "\(path): cannot read the link") }
      let link = String(pathBytes: bytes[..<length].map { UInt8(bitPattern: $0) })
      path = link.hasPrefix("/") ? link : path.folder + "/" + link
    }
    throw .output(ELOOP, "\(path): cannot follow the link")
  }
}
