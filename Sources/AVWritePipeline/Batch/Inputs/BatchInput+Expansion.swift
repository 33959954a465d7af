internal import Glibc

extension BatchInput {
  /// Returns the files that an argument names: itself, the media files in a folder and its folders, or the matches of a
  /// quoted pattern (`glob(7)`, and `**` for any folders). An argument that names nothing stays an input, and becomes a
  /// job that fails.
  ///
  /// Files keep the order of the arguments. Those of a folder or a pattern are in the order of their names.
  public static func expand(_ argument: String) -> [BatchInput] {
    if let status = stat(path: argument, followingLinks: true) {
      return status.isDirectory ? media(in: argument, of: argument) : [BatchInput(path: argument)]
    }
    guard PathPattern.isPattern(argument) else { return [BatchInput(path: argument)] }
    let pattern = PathPattern(argument)
    let paths = pattern.matches()
    guard !paths.isEmpty else { return [BatchInput(path: argument)] }
    return paths.flatMap { path in
      stat(path: path, followingLinks: true)?.isDirectory == true
        ? media(in: path, of: pattern.root) : [BatchInput(path: path, root: pattern.root)]
    }
  }

  /// Returns the files below a folder whose names end like those of media.
  ///
  /// - Parameter root: the folder in which the search began.
  private static func media(in folder: String, of root: String) -> [BatchInput] {
    var found: [BatchInput] = []
    collect(in: folder, of: root, into: &found)
    guard found.isEmpty else { return found }
    let refusal = JobError(
      .inputMissing, "\(folder): contains no file with the extension of audio or video",
      hint: "a file that is given by its own name is read whatever its extension")
    return [BatchInput(path: folder, root: root, refusal: refusal)]
  }

  private static func collect(in folder: String, of root: String, into found: inout [BatchInput]) {
    let names: [String]
    do throws(JobError) {
      names = try Folder.names(in: folder)
    } catch {
      found.append(BatchInput(path: folder, root: root, refusal: error))
      return
    }
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      guard let status = stat(path: path, followingLinks: true) else { continue }
      if status.isRegularFile, MediaNames.areOfMedia(name) {
        found.append(BatchInput(path: path, root: root))
      } else if status.isDirectory, stat(path: path, followingLinks: false)?.isSymbolicLink == false {
        // A link to a folder could lead back up.
        collect(in: path, of: root, into: &found)
      }
    }
  }
}
