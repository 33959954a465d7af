internal import Glibc

extension BatchInput {
  /// The files that an argument names: itself, the media files in a folder and its folders, or what a quoted pattern
  /// (`glob(7)`) fits. What is not there stays an input, and so becomes a job that fails.
  ///
  /// Files keep their order: a folder's and a pattern's are in the order of their names.
  public static func expand(_ argument: String) -> [BatchInput] {
    if let status = stat(path: argument, followingLinks: true) {
      return status.isDirectory ? media(in: argument) : [BatchInput(path: argument)]
    }
    guard argument.contains(where: { "*?[".contains($0) }) else { return [BatchInput(path: argument)] }
    let paths = matches(of: argument)
    guard !paths.isEmpty else { return [BatchInput(path: argument)] }
    // The tree begins where the pattern does.
    let fixed = argument.prefix { !"*?[".contains($0) }
    let root = fixed.lastIndex(of: "/").map { String(fixed[...$0]) } ?? ""
    return paths.flatMap { path -> [BatchInput] in
      let place = String(decoding: path.utf8.dropFirst(root.utf8.count), as: UTF8.self)
      guard stat(path: path, followingLinks: true)?.isDirectory == true else {
        return [BatchInput(path: path, place: place, root: root)]
      }
      return media(in: path).map {
        BatchInput(path: $0.path, place: place + "/" + $0.place, root: root, refusal: $0.refusal)
      }
    }
  }

  private static func matches(of pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0] }.map { path in
      String(pathBytes: UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }
  }

  /// The files below a folder whose names end like those of media.
  private static func media(in folder: String) -> [BatchInput] {
    var found: [BatchInput] = []
    collect(in: folder, place: "", of: folder, into: &found)
    guard found.isEmpty else { return found }
    let refusal = JobError(
      .inputMissing, "\(folder): holds no file that is named like audio or video",
      hint: "a file that is named itself is taken whatever its name")
    return [BatchInput(path: folder, place: BatchInput(path: folder).place, root: folder, refusal: refusal)]
  }

  private static func collect(in folder: String, place: String, of root: String, into found: inout [BatchInput]) {
    let names: [String]
    do throws(JobError) {
      names = try Folder.names(in: folder)
    } catch {
      found.append(BatchInput(path: folder, place: place, root: root, refusal: error))
      return
    }
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      guard let status = stat(path: path, followingLinks: true) else { continue }
      if status.isRegularFile, isNamedLikeMedia(name) {
        found.append(BatchInput(path: path, place: place + name, root: root))
      } else if status.isDirectory, stat(path: path, followingLinks: false)?.isSymbolicLink == false {
        // A link to a folder could lead back up.
        collect(in: path, place: place + name + "/", of: root, into: &found)
      }
    }
  }

  private static func isNamedLikeMedia(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    return mediaExtensions.contains(name[name.index(after: dot)...].lowercased())
  }

  /// Of the containers and bare streams that this build reads. Pictures are not among them: beside sound they are covers.
  private static let mediaExtensions: Set<String> = [
    "3g2", "3gp", "aac", "ac3", "aif", "aifc", "aiff", "amr", "asf", "au", "avi", "caf", "eac3", "ec3", "flac", "flv",
    "h264",
    "hevc", "ivf", "m2t", "m2ts", "m2v", "m4a", "m4b", "m4v", "mka", "mkv", "mov", "mp2", "mp3", "mp4", "mpeg", "mpg",
    "mts",
    "mxf", "obu", "oga", "ogg", "ogv", "opus", "qt", "ts", "vob", "w64", "wav", "webm", "wma", "wmv", "y4m",
  ]
}
