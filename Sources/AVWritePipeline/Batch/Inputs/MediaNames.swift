/// The extensions of file names that tell audio and video.
enum MediaNames {
  /// Returns whether a file is named like audio or video that this build reads. Pictures are not among them: beside
  /// sound they are covers.
  static func areOfMedia(_ name: String) -> Bool {
    let suffix = fileExtension(of: name)
    return sounds.contains(suffix) || movies.contains(suffix)
  }

  /// Returns whether a file is named like one that holds sound and no pictures.
  static func areOfSound(_ name: String) -> Bool { sounds.contains(fileExtension(of: name)) }

  private static func fileExtension(of path: String) -> String {
    let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  private static let sounds: Set<String> = [
    "aac", "ac3", "aif", "aifc", "aiff", "amr", "au", "caf", "eac3", "ec3", "flac", "m4a", "m4b", "mka", "mp2", "mp3",
    "oga", "ogg", "opus", "w64", "wav", "wma",
  ]
  private static let movies: Set<String> = [
    "3g2", "3gp", "asf", "avi", "flv", "h264", "hevc", "ivf", "m2t", "m2ts", "m2v", "m4v", "mkv", "mov", "mp4", "mpeg",
    "mpg", "mts", "mxf", "obu", "ogv", "qt", "ts", "vob", "webm", "wmv", "y4m",
  ]
}
